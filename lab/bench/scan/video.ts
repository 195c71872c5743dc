import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openScanLab } from '#e2e/rig/scanLab.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { CorpusError, type CorpusPhoto, isNegative, isRight, readCorpus } from './corpus.ts';
import type { BareBrowser } from '#lab/bench/bareBrowser.ts';
import type { Rival } from './rivals.ts';
import { writeClip } from './videoClip.ts';
import { type FrameLook, firstReadable, loops, playLoop } from './videoLoops.ts';
import { type Played, type Playing, play, showTo, takenAt, withClip } from './videoPlay.ts';
import { type ClipOutcome, SLOW, type Seen, judge, printClip } from './videoReport.ts';
import type { Side } from './videoPage.ts';
import { benchTyping } from './videoTyping.ts';
import type { Scene } from './videoScene.ts';
import { scenesOf } from './videoScenes.ts';

export interface VideoOptions {
  /** Count of clips. */
  readonly clips: number;
  /** Decides photos and scenes. */
  readonly seed: number;
}

/** So many of the clips are played on a slow machine too, by the product and by the documented loop itself. */
const SLOW_CLIPS = 3;

/**
 * Time to the first scan over fake-camera clips made of a folder's photos, beside loops of other decoders: those are played
 * over what their decoder says of each frame, from several moments on, so that what they are lucky to meet is no figure.
 *
 * @param corpus - a folder with a manifest.json.
 * @returns whether every gate was met.
 * @throws CorpusError where the folder has nothing to make a clip of.
 */
export async function benchVideo(corpus: string, { clips, seed }: VideoOptions): Promise<boolean> {
  const photos = (await readCorpus(corpus)).photos.filter((photo) => !isNegative(photo));
  const folder = await mkdtemp(join(tmpdir(), 'scanline-clips-'));
  const lab = await openScanLab(fileURLToPath(new URL('./videoPage.ts', import.meta.url)), resolve(corpus));
  const path = join(folder, 'clip.y4m');
  try {
    const random = randomOf(seed);
    const rules = { formats: barcodeFormats, itfLengths: itfLengthsOf(photos) };
    const outcomes: ClipOutcome[] = [];
    let isSmooth: boolean | undefined;
    for (const { photo, scene } of await scenesOf(photos, lab.origin, clips, random)) {
      if (outcomes.length === clips) break;
      const frames = await writeClip(path, scene);
      const playing = { origin: lab.origin, rules, throttle: SLOW };
      const throttles = outcomes.length < SLOW_CLIPS ? [1, SLOW] : [1];
      const outcome = await withClip(path, (browser) =>
        playClip(browser, { photo, scene, frames }, playing, throttles),
      );
      if (!outcome) continue;
      outcomes.push(outcome);
      printClip(outcome);
      isSmooth ??= await withClip(path, (browser) => benchTyping(browser, playing));
    }
    if (outcomes.length === 0) throw new CorpusError(`No decoder reads a photo of ${corpus}.`);
    return judge(outcomes) && isSmooth === true;
  } finally {
    await lab.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Clip {
  readonly photo: CorpusPhoto;
  readonly scene: Scene;
  readonly frames: readonly Uint8Array[];
}

/** @returns what all make of a clip; `undefined` where it has no frame that can be read. */
async function playClip(
  browser: BareBrowser,
  { photo, scene, frames }: Clip,
  playing: Omit<Playing, 'side'>,
  throttles: readonly number[],
): Promise<ClipOutcome | undefined> {
  await browser.open(playing.origin);
  await browser.until(`'bench' in window`);
  const { look, misread } = framesShown(browser, { photo, scene, frames });
  const readable = await firstReadable(look);
  if (!readable) return undefined;
  const loopTimes = {
    documented: await playLoop(look, loops.documented),
    twice: await playLoop(look, loops.twice),
    everyFrame: await playLoop(look, loops.everyFrame),
  };
  const seen: Partial<Record<`${Side} ${number}`, Seen>> = {};
  for (const throttle of throttles)
    for (const side of throttle === 1 ? (['product'] as const) : (['product', 'documented'] as const)) {
      const run = await play(browser, { ...playing, side, throttle });
      seen[`${side} ${throttle}`] = seenOf(photo, readable.index, run);
    }
  return { photo, scene, readable, seen, loops: loopTimes, misread };
}

/** Shows frames to rivals, each once, when somebody wants to know: what they say of it, and what of that is not there. */
function framesShown(browser: BareBrowser, { photo, scene, frames }: Clip) {
  const known = new Map<string, FrameLook>();
  const misread: string[] = [];
  async function look(by: Rival, index: number): Promise<FrameLook> {
    const key = `${by} ${index}`;
    const before = known.get(key);
    if (before) return before;
    const { texts, ms } = await showTo(browser, by, { ...scene, luma: frames[index]! });
    const now = { isRight: isRight(photo, texts), ms };
    if (!now.isRight && by === 'browser') misread.push(...texts);
    known.set(key, now);
    return now;
  }
  return { look, misread };
}

/** The lengths that this site's labels have: without any, ITF is off. */
export function itfLengthsOf(photos: readonly CorpusPhoto[]): readonly number[] {
  const texts = photos.filter(({ format }) => format === 'ITF').flatMap((photo) => photo.texts);
  return [...new Set(texts.map(({ length }) => length))];
}

function seenOf(photo: CorpusPhoto, first: number, run: Played): Seen {
  const right = run.reads.find(({ text }) => isRight(photo, [text]));
  return {
    afterMs: right && right.atMs - takenAt(run, first),
    wrong: run.reads.filter(({ text }) => !isRight(photo, [text])).map(({ text }) => text),
    attempts: run.attempts,
    longTasks: run.longTasks,
    tasks: run.tasks,
  };
}
