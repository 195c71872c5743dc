import { openWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { burstBy } from '#e2e/rig/wedge.ts';
import { openBare } from './bareBrowser.ts';
import { percentile, print, printGate, spread } from './figures.ts';

/**
 * A worker who scans as fast as the trigger allows with a laser that types a key each 5 ms, as they do; and, as the worst
 * there is, all keys of a code at once and one code after the other: there the Enter waits behind the other keys.
 */
const PACES = [
  { name: 'a key each 5 ms', pairs: 120, pauseMs: 200, gapMs: 5, most: { floors: 14 } },
  { name: 'all keys at once', pairs: 120, pauseMs: 0, gapMs: 0, most: { ms: 20 } },
] as const;

interface Sample {
  /** Time at which the browser process made the Enter event, behind the burst's other keys. */
  readonly enterAt: number;
  /** Time at which the page's first listener ran. */
  readonly handledAt: number;
  readonly doneAt: number;
}

/** From the laser's Enter to the strict transaction's `complete`, measured inside the page while the app scans. */
export async function benchEnqueue(): Promise<void> {
  const gateway = await createGateway();
  const handheld = await createHandheld();
  try {
    await gateway.start();
    await openWithDemo(handheld, gateway);
    await handheld.close();
    await gateway.stop();
    const browser = await openBare(handheld.profile);
    await browser.send('Page.enable');
    await browser.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watchSaves.toString()})()` });
    await browser.open(`${gateway.origin}/tasks/revert-off`);
    await browser.until(`document.activeElement?.matches('[data-scan-sink]') === true`);
    const bare = await browser.evaluate<number[]>(`(${bareWrites.toString()})(0, 200)`);
    print('a bare strict write of one row in the same page, one right after the other', spread(bare));
    const paced = await browser.evaluate<number[]>(`(${bareWrites.toString()})(${PACES[0].pauseMs}, 60)`);
    print('the same at the pace of the scans: the machine has gone to rest before each', spread(paced));
    let number = 10_000;
    for (const { name, pairs, pauseMs, gapMs, most } of PACES) {
      const samples: Sample[] = [];
      for (let pair = 0; pair < pairs; pair += 1) {
        number += 1;
        await burstBy(browser.send, `D-${number}`, gapMs);
        await pause(pauseMs);
        const saved = browser.evaluate<Sample>('nextSave()');
        await burstBy(browser.send, `S-${number}`, gapMs);
        samples.push(await saved);
        await pause(pauseMs);
      }
      const whole = samples.map(({ enterAt, doneAt }) => doneAt - enterAt);
      const own = samples.map(({ handledAt, doneAt }) => doneAt - handledAt);
      const p95 = percentile(whole, 0.95);
      const floors = p95 / percentile(bare, 0.5);
      const [gate, isMet] =
        'ms' in most
          ? [`p95 ≤ ${most.ms} ms`, p95 <= most.ms]
          : [`p95 ≤ ${most.floors} bare writes`, floors <= most.floors];
      const [what, seen] = [
        `enqueue, ${name}: Enter → on disk`,
        `${spread(whole)}, p95 ${floors.toFixed(1)} bare writes`,
      ];
      printGate(what, seen, gate, isMet);
      print('  of it from the page’s first listener on', spread(own));
    }
    await browser.close();
  } finally {
    await handheld.remove();
    await gateway.remove();
  }
}

/**
 * The floor: strict transactions with one small row and no index. Runs in the page.
 *
 * @param pauseMs - between them.
 * @returns milliseconds of each.
 */
async function bareWrites(pauseMs: number, many: number): Promise<number[]> {
  const opening = indexedDB.open('bare', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows', { autoIncrement: true }));
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const samples: number[] = [];
  for (let index = 0; index < many; index += 1) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const from = performance.now();
    const tx = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
    tx.objectStore('rows').add({ delivery: `D-${index}`, shelf: 'S-1' });
    await new Promise((resolve) => tx.addEventListener('complete', resolve));
    samples.push(performance.now() - from);
  }
  opening.result.close();
  return samples;
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Measures each save; `nextSave` waits for the next one, and asks the page nothing meanwhile. Runs in the page. */
function watchSaves(): void {
  let enterAt = 0;
  let handledAt = 0;
  let tell: (sample: object) => void = () => undefined;
  Object.assign(globalThis, { nextSave: () => new Promise((resolve) => (tell = resolve)) });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter') return;
      enterAt = event.timeStamp;
      handledAt = performance.now();
    },
    { capture: true },
  );
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (...parameters) {
    if (this.name === 'calls') {
      const from = { enterAt, handledAt };
      this.transaction.addEventListener('complete', () => tell({ ...from, doneAt: performance.now() }));
    }
    return add.apply(this, parameters);
  };
}
