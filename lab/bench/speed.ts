import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { burstBy } from '#e2e/rig/wedge.ts';
import { type BareBrowser, openBare } from './bareBrowser.ts';
import { percentile, print, printGate } from './figures.ts';
import { startFloor } from './floor.ts';

/** Of each side where a gate hangs on the median: a start is either quick or slow, by what comes first, the frame or the file. */
const RUNS = 25;
/** Of each side where the figure stands beside the others only. */
const FEWER_RUNS = 9;
const SCANS = 12;
/** A wedge types a key each so many ms. */
const GAP_MS = 5;
/** Between two codes: a worker who scans fast. */
const PAUSE_MS = 250;
/** Raw 10 Mbit/s each way, 40 ms. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

/** Folders of a profile that a device which opens the page for the first time does not have. */
const CACHES = ['Service Worker', 'Cache', 'Code Cache', 'GPUCache', 'DawnGraphiteCache', 'DawnWebGPUCache'];

type Side = 'app' | 'empty' | 'shell';
const sides: readonly Side[] = ['app', 'empty', 'shell'];

/** Place that a start comes from, and the page that is open then. */
const firsts = { 'home screen': 'chrome://version/', 'blank page': 'about:blank' } as const;
type From = keyof typeof firsts;

interface Start {
  /** First contentful paint, in ms from the navigation. */
  readonly fcp: number;
  /** `app-ready`, in ms from the navigation. */
  readonly ready: number;
}

/**
 * The app through the real gateway, against two pages of the same React and Vite in the same run: one with an empty root,
 * one with a static page in it. At 360×640, one after the other by turns, in a browser process of its own each.
 *
 * `ready` is the mark `app-ready`. The floors set it in the effect that focuses their field; the app in the one after which
 * a scan field has the focus, the task's listener is on and the bar says Ready: a scan that comes then is taken. (The page
 * keeps what is typed from its first script on.) The focus has been in a field of index.html since that was painted; the
 * app's own field gets it after the mark. The gates are against the static page: it is the quicker of the two.
 *
 * - cold: a handheld that is set up, with everything that was fetched or compiled taken away: no worker, no cache; the
 *   bytes come through 10 Mbit/s and 40 ms.
 * - relaunch: a new browser process on the profile that was kept; the servers are down.
 * - both as from the home screen: no page is open whose process could be taken over. Beside it, without a gate, from a
 *   blank page: the floors go on in its process, the app's Cross-Origin-Opener-Policy asks for one of its own.
 * - scan: 13 keys and Enter, from the Enter's event to the end of the frame that shows the row.
 * - worst event: the longest duration that Event Timing tells of any event while it scans.
 *
 * @param runs - of each side and kind of start that has a gate; the others have nine at most.
 */
export async function benchSpeed(runs = RUNS, parts: readonly string[] = ['cold', 'relaunch', 'scan']): Promise<void> {
  const fewer = Math.min(runs, FEWER_RUNS);
  const [gateway, handheld] = [await createGateway(), await createHandheld()];
  const floors = { empty: await startFloor('empty'), shell: await startFloor('shell') };
  const bare = await mkdtemp(join(tmpdir(), 'scanline-cold-'));
  try {
    await gateway.start();
    const url = { app: `${gateway.origin}/tasks/revert-off`, empty: floors.empty.origin, shell: floors.shell.origin };
    const page = await openWithDemo(handheld, gateway);
    for (const side of sides) {
      await page.goto(url[side]);
      await page.waitForFunction(() => performance.getEntriesByName('app-ready').length > 0);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    }
    await handheld.close();
    await cp(handheld.profile, bare, { recursive: true });
    for (const cache of CACHES) await rm(join(bare, 'Default', cache), { recursive: true, force: true });

    const coldStart = async (side: Side, rate: number, from: From): Promise<Start> => {
      const profile = await mkdtemp(join(tmpdir(), 'scanline-cold-'));
      try {
        await cp(bare, profile, { recursive: true });
        return await startOf(profile, url[side], rate, from, true);
      } finally {
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    };
    if (parts.includes('cold')) {
      const colds = (times: number, rate: number, from: From): Promise<Record<Side, Start[]>> =>
        byTurns(times, (side) => coldStart(side, rate, from));
      printStarts('cold, CPU 4×', await colds(runs, 4, 'home screen'), { fcp: 1.35, ready: 1.7 });
      printStarts('cold, CPU 4×, from a blank page', await colds(fewer, 4, 'blank page'), {});
      printStarts('cold, CPU 1×', await colds(fewer, 1, 'home screen'), {});
    }

    if (parts.includes('relaunch')) {
      await Promise.all([gateway.stop(), floors.empty.stop(), floors.shell.stop()]);
      const relaunches = (times: number, from: From): Promise<Record<Side, Start[]>> =>
        byTurns(times, (side) => startOf(handheld.profile, url[side], 4, from));
      await relaunches(1, 'home screen'); // warms the disk's cache
      printStarts('relaunch without server, CPU 4×', await relaunches(runs, 'home screen'), { ready: 1.7 });
      printStarts('relaunch, from a blank page', await relaunches(fewer, 'blank page'), {});
      await gateway.start();
      await Promise.all([floors.empty.start(), floors.shell.start()]);
    }

    for (const rate of parts.includes('scan') ? [4, 6] : []) await benchScans(handheld.profile, url, rate);
  } finally {
    await handheld.remove();
    await Promise.all([floors.empty.remove(), floors.shell.remove(), gateway.remove()]);
    await rm(bare, { recursive: true, force: true });
  }
}

/** Each side once a round; who begins changes, as what comes first finds the machine otherwise. */
async function byTurns<T>(rounds: number, run: (side: Side) => Promise<T>): Promise<Record<Side, T[]>> {
  const seen: Record<Side, T[]> = { app: [], empty: [], shell: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < sides.length; turn += 1) {
      const side = sides[(round + turn) % sides.length] ?? 'app';
      seen[side].push(await run(side));
    }
  }
  return seen;
}

async function startOf(profile: string, url: string, rate: number, from: From, isCold = false): Promise<Start> {
  const browser = await openSlow(profile, rate, from);
  try {
    if (isCold) {
      await browser.send('Network.enable');
      await browser.send('Network.emulateNetworkConditions', NETWORK);
    }
    await openReady(browser, url);
    return await browser.evaluate<Start>(`({
      fcp: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      ready: performance.getEntriesByName('app-ready')[0].startTime,
    })`);
  } finally {
    await browser.close();
  }
}

async function openSlow(profile: string, rate: number, from: From = 'blank page'): Promise<BareBrowser> {
  const browser = await openBare(profile, [], firsts[from]);
  const metrics = { width: 360, height: 640, deviceScaleFactor: 2, mobile: true };
  await browser.send('Emulation.setDeviceMetricsOverride', metrics);
  await browser.send('Emulation.setCPUThrottlingRate', { rate });
  return browser;
}

/** Opens and waits; the page is asked nothing while it starts. */
async function openReady(browser: BareBrowser, url: string): Promise<void> {
  await browser.open(url);
  await pause(700);
  await browser.until(
    `performance.getEntriesByName('app-ready').length > 0 && performance.getEntriesByName('first-contentful-paint').length > 0`,
  );
}

function printStarts(
  what: string,
  seen: Readonly<Record<Side, readonly Start[]>>,
  gates: { readonly fcp?: number; readonly ready?: number },
): void {
  const of = (side: Side, figure: keyof Start): number[] => seen[side].map((start) => start[figure]);
  for (const side of sides)
    print(`${what}: ${side}`, `first paint ${middle(of(side, 'fcp'))}, ready ${middle(of(side, 'ready'))}`);
  for (const figure of ['fcp', 'ready'] as const) {
    const ratio = percentile(of('app', figure), 0.5) / percentile(of('shell', figure), 0.5);
    const name = `${what}: ${figure === 'fcp' ? 'first paint' : 'ready'} ÷ shell`;
    const gate = gates[figure];
    if (gate === undefined) print(name, ratio.toFixed(2));
    else printGate(name, ratio.toFixed(2), `≤ ${gate}`, ratio <= gate);
  }
}

async function benchScans(profile: string, url: Readonly<Record<Side, string>>, rate: number): Promise<void> {
  const paints: Record<Side, number[]> = { app: [], empty: [], shell: [] };
  const worst: Record<Side, number> = { app: 0, empty: 0, shell: 0 };
  await byTurns(3, async (side) => {
    const browser = await openSlow(profile, rate);
    try {
      await openReady(browser, url[side]);
      await browser.evaluate(`(${watchScans.toString()})()`);
      for (let scan = 0; scan < SCANS; scan += 1) {
        const number = String(100_000 * rate + 1_000 * paints[side].length + scan).padStart(11, '0');
        await burstBy(browser.send, `D-${number}`, GAP_MS);
        await pause(PAUSE_MS);
        await browser.evaluate(`watchRow('S-${number}')`); // in place before the first key, which would pass it
        await burstBy(browser.send, `S-${number}`, GAP_MS);
        const ms = await browser.evaluate<number>('rowPainted()');
        if (scan > 0) paints[side].push(ms); // the first one compiles
        await pause(PAUSE_MS);
      }
      worst[side] = Math.max(worst[side], await browser.evaluate<number>('worstEvent()'));
    } finally {
      await browser.close();
    }
  });
  for (const side of sides)
    print(`scan, CPU ${rate}×: ${side}`, `painted ${middle(paints[side])}, worst event ${worst[side]} ms`);
  const ratio = percentile(paints.app, 0.5) / percentile(paints.empty, 0.5);
  printGate(`scan, CPU ${rate}×: painted ÷ empty`, ratio.toFixed(2), '≤ 1.5', ratio <= 1.5);
  const most = rate === 4 ? 100 : 200;
  printGate(`scan, CPU ${rate}×: worst event`, `${worst.app} ms`, `≤ ${most} ms`, worst.app <= most);
}

/** Runs in the page: `watchRow` looks for the row that shows a code, `rowPainted` waits for it, `worstEvent` tells the longest event so far. */
function watchScans(): void {
  let enterAt = 0;
  let longest = 0;
  addEventListener('keydown', ({ key, timeStamp }) => key === 'Enter' && (enterAt = timeStamp), { capture: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);

  function paintedRow(code: string): Promise<number> {
    return new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`no row shows ${code}: ${document.body.innerText}`)), 10_000);
      const watch = new MutationObserver(() => {
        const row = [...document.querySelectorAll('li')].find(({ textContent }) => textContent.includes(code));
        if (!row) return;
        watch.disconnect();
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - enterAt));
        port1.start();
        // Told in the frame that shows the row, also where that frame itself has drawn it: `requestAnimationFrame` would
        // be the one after.
        const sized = new ResizeObserver(() => {
          sized.disconnect();
          port2.postMessage(undefined);
        });
        sized.observe(row);
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  }
  let painted = Promise.resolve(Number.NaN);
  const watchRow = (code: string): void => {
    painted = paintedRow(code);
    painted.catch(() => undefined); // told where it is asked for
  };
  Object.assign(globalThis, { watchRow, rowPainted: () => painted, worstEvent: () => longest });
}

/** `312 ms [290–350]`: the median, and the quarters around it. */
function middle(samples: readonly number[]): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => percentile(samples, share).toFixed(0));
  return `${median} ms [${low}–${high}]`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
