import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BareBrowser, openBare } from '#lab/bench/bareBrowser.ts';
import { type Task, watchTasks } from './mainThread.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import type { Said } from './lap.ts';
import type { Rival } from './rivals.ts';
import type { Run, Side } from './videoPage.ts';
import { FRAMES_PER_SECOND, type Grey } from './videoScene.ts';

/** One side's run over a clip, and what the trace says of the main thread meanwhile. */
export interface Played extends Run {
  /** Tasks of 50 ms and more, longest first. Empty where nothing was traced. */
  readonly tasks: readonly Task[];
}

/** A Chromium of its own whose camera plays a clip. @param work - what to do in it. */
export async function withClip<T>(clip: string, work: (browser: BareBrowser) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'scanline-clip-'));
  const browser = await openBare(profile, [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${clip}`,
  ]);
  try {
    await browser.send('Page.enable');
    return await work(browser);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Way in which a clip is played. */
export interface Playing {
  readonly origin: string;
  readonly side: Side | 'off';
  readonly rules: ReadingRules;
  /** Factor by which the main thread is slower. */
  readonly throttle: number;
}

/**
 * Opens the bench's page anew and turns the camera on for one side.
 *
 * @param times - how many times slower the worker is.
 */
export async function prepare(
  browser: BareBrowser,
  { origin, side, rules, throttle }: Playing,
  times = 1,
): Promise<void> {
  await browser.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await browser.open(`${origin}/?${side}-${throttle}`);
  await browser.until(`location.search === '?${side}-${throttle}' && 'bench' in window`);
  if (side !== 'off')
    await browser.evaluate(`bench.prepare(${JSON.stringify(side)}, ${JSON.stringify(rules)}, ${times})`);
}

/** Shows a grey picture to a rival, in the bench's page. */
export function showTo(browser: BareBrowser, by: Rival, { luma, width, height }: Grey): Promise<Said> {
  return browser.evaluate(`bench.look('${by}', '${Buffer.from(luma).toString('base64')}', ${width}, ${height})`);
}

/** Plays the clip once for one side. */
export async function play(browser: BareBrowser, playing: Playing & { readonly side: Side }): Promise<Played> {
  const { side, throttle } = playing;
  await prepare(browser, playing, throttle);
  const isTraced = throttle > 1;
  const stopWatching = isTraced ? await watchTasks(browser) : undefined;
  const run = await browser.evaluate<Run>(`bench.read(${JSON.stringify(side)})`);
  const tasks = (await stopWatching?.()) ?? [];
  return { ...run, tasks };
}

/**
 * Returns when the camera took a frame of the clip, on the page's clock: taken from the nearest frame that the page saw, whose
 * number it bears. So time zero is the picture's own, whatever the page was busy with.
 *
 * @throws Error where the page saw no frame at all.
 */
export function takenAt({ frames }: Run, index: number): number {
  const [nearest] = [...frames].sort(([a], [b]) => Math.abs(a - index) - Math.abs(b - index));
  if (!nearest) throw new Error('the page saw no frame of the clip');
  return nearest[1] + ((index - nearest[0]) / FRAMES_PER_SECOND) * 1_000;
}
