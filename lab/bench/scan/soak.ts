import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BareBrowser, openBare } from '#lab/bench/bareBrowser.ts';
import { print, printGate, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { openWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { picture } from '#e2e/rig/video.ts';
import { type Counts, type Heap, type HeapReading, watchHeaps } from './heaps.ts';
import { writeClip } from './videoClip.ts';
import type { Scene } from './videoScene.ts';

const EVERY_MS = 30_000;
const SETTLES_MS = 60_000;
const GROWTH_MB = 10;
const MB = 1024 ** 2;

/**
 * The installed app on a task's screen, its camera on for minutes, a delivery and a shelf coming and going before it
 * (1280×720, 30 frames a second): the heaps of page and worker after a collection, and whether every frame was given back.
 *
 * `npm run lab -- soak:camera --minutes 10`. Needs a build.
 *
 * @returns whether the heap stayed flat, and all was given back.
 */
async function soakCamera(minutes: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'scanline-soak-'));
  const gateway = await createGateway();
  const handheld = await createHandheld();
  try {
    const clip = join(folder, 'codes.y4m');
    await writeClip(clip, sceneOf('D-1005', 'pan'), sceneOf('S-05-A', 'focus'));
    await gateway.start();
    await openWithDemo(handheld, gateway);
    await handheld.close();
    const browser = await openBare(handheld.profile, [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${clip}`,
    ]);
    try {
      await browser.send('Page.enable');
      const heaps = await watchHeaps(browser);
      await browser.open(`${gateway.origin}/tasks/revert-off`);
      await browser.until(`document.activeElement?.matches('[data-scan-sink]') === true`);
      await tap(browser, /camera/iu);
      await browser.until(`${saved}.then((calls) => calls > 0)`);
      const series: HeapReading[] = [];
      for (const from = performance.now(); performance.now() - from < minutes * 60_000;) {
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
        const reading = await heaps.read(performance.now() - from);
        series.push(reading);
        print(`${Math.round(reading.atMs / 1_000)} s`, said(reading, await browser.evaluate<number>(saved)));
      }
      return judge(series, await heaps.counts(), await browser.evaluate<number>(saved));
    } finally {
      await browser.close();
    }
  } finally {
    await handheld.remove();
    await gateway.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Presses a button as a finger does: a page that nobody has touched may not vibrate, and the browser notes each try. */
async function tap(browser: BareBrowser, name: RegExp): Promise<void> {
  const { x, y } = await browser.evaluate<{ x: number; y: number }>(`(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => ${name}.test(textContent));
    button.scrollIntoView();
    const { left, top, width, height } = button.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  })()`);
  for (const type of ['mousePressed', 'mouseReleased'])
    await browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
}

/** Counts the calls that the screen has saved, each of two scans. An expression of the page. */
const saved = `new Promise((resolve) => {
  const opening = indexedDB.open('scanline');
  opening.onsuccess = () => {
    const count = opening.result.transaction('calls').objectStore('calls').count();
    count.onsuccess = () => { opening.result.close(); resolve(count.result); };
  };
})`;

function sceneOf(text: string, hindrance: Scene['hindrance']): Scene {
  const chance = { side: 0.3, angle: 0.6, tremor: 0.5, paper: 0.5 };
  const photo = picture({ encoder: 'code128', text });
  return { photo, width: 1280, height: 720, hindrance, settledAt: 1.8, chance, seed: 7 };
}

function said({ page, worker, workers }: HeapReading, calls: number): string {
  const parts = ({ used, embedder, buffers, wasm }: Heap): string =>
    [used, embedder, buffers, wasm].map((bytes) => (bytes / MB).toFixed(1)).join(' + ');
  return `page ${parts(page)}, ${workers} worker ${parts(worker)} MB (scripts + browser + buffers + wasm), ${calls} calls`;
}

function judge(series: readonly HeapReading[], counts: Counts, calls: number): boolean {
  const sizes = series
    .filter(({ atMs }) => atMs >= SETTLES_MS)
    .map(({ page, worker }) => sizeOf(page) + sizeOf(worker));
  const growth = (Math.max(...sizes) - Math.min(...sizes)) / MB;
  const last = ((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)) / MB;
  const isFlat = sizes.length > 1 && growth <= GROWTH_MB;
  const seen = `between its least and its most ${growth.toFixed(1)} MB, from first to last ${last.toFixed(1)} MB`;
  printGate('heap after the first minute', seen, `flat within ${GROWTH_MB} MB`, isFlat);
  const { opened, ended, given, closed, streams } = counts;
  // One may be on its way.
  const isGivenBack = Math.abs(opened - ended) <= 1 && Math.abs(given - closed) <= 1 && given > 0;
  const frames = `${opened} made, ${ended} handed over or closed; the worker got ${given} and closed ${closed}`;
  printGate('frames', frames, 'all given back', isGivenBack);
  printGate('streams', String(streams), 'one', streams === 1);
  print('scans', `${2 * calls} in ${calls} calls`);
  return isFlat && isGivenBack && streams === 1;
}

function sizeOf({ used, embedder, buffers, wasm }: Heap): number {
  return used + embedder + buffers + wasm;
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const isMet = await soakCamera(Number(values.minutes));
record('camera-soak', takePrinted());
process.exitCode = isMet ? 0 : 1;
