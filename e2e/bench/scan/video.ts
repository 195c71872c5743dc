import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openScanLab } from '#e2e/rig/scanLab.ts';
import { randomOf } from '#e2e/torture/random.ts';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { CorpusError, type CorpusPhoto, isNegative, isRight, readCorpus } from './corpus.ts';
import { type Readable, firstReadable, writeClip } from './videoClip.ts';
import { offlineDecoders } from './videoOffline.ts';
import { type Played, play, takenAt, withClip } from './videoPlay.ts';
import { type ClipOutcome, type Seen, judge, printClip } from './videoReport.ts';
import type { Side } from './videoPage.ts';
import { benchTyping } from './videoTyping.ts';
import { scenesOf } from './videoScenes.ts';

export interface VideoOptions {
  /** How many clips. */
  readonly clips: number;
  /** Decides photos, scenes and the order of the sides. */
  readonly seed: number;
}

/** So many of the clips are played on a slow main thread too. */
const SLOW_CLIPS = 3;
const SLOW = 6;

/**
 * Time to the first scan over fake-camera clips made of a folder's photos, beside @zxing/browser's documented loop.
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
    const decoders = await offlineDecoders();
    const random = randomOf(seed);
    const rules = { formats: barcodeFormats, itfLengths: itfLengthsOf(photos) };
    const outcomes: ClipOutcome[] = [];
    let isSmooth = false;
    for (const { photo, scene } of await scenesOf(photos, lab.origin, decoders, clips, random)) {
      if (outcomes.length === clips) break;
      const frames = await writeClip(path, scene);
      const readable = await firstReadable(frames, scene, decoders, (texts) => isRight(photo, texts));
      if (readable.first === undefined) continue;
      const sides = random.chance(0.5) ? (['product', 'documented'] as const) : (['documented', 'product'] as const);
      const seen: Partial<Record<`${Side} ${number}`, Seen>> = {};
      await withClip(path, async (browser) => {
        for (const throttle of outcomes.length < SLOW_CLIPS ? [1, SLOW] : [1])
          for (const side of sides)
            seen[`${side} ${throttle}`] = seenOf(
              photo,
              readable,
              await play(browser, { origin: lab.origin, side, rules, throttle }),
            );
      });
      if (outcomes.length === 0)
        await withClip(path, async (browser) => {
          isSmooth = await benchTyping(browser, { origin: lab.origin, rules, throttle: SLOW });
        });
      const outcome = { photo, scene, readable, seen };
      outcomes.push(outcome);
      printClip(outcome);
    }
    if (outcomes.length === 0) throw new CorpusError(`No decoder reads a photo of ${corpus}.`);
    return judge(outcomes) && isSmooth;
  } finally {
    await lab.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lengths that this site's labels have: without any, ITF is off. */
export function itfLengthsOf(photos: readonly CorpusPhoto[]): readonly number[] {
  const texts = photos.filter(({ format }) => format === 'ITF').flatMap((photo) => photo.texts);
  return [...new Set(texts.map(({ length }) => length))];
}

function seenOf(photo: CorpusPhoto, { first = 0 }: Readable, run: Played): Seen {
  const right = run.reads.find(({ text }) => isRight(photo, [text]));
  return {
    afterMs: right && right.atMs - takenAt(run, first),
    wrong: run.reads.filter(({ text }) => !isRight(photo, [text])).map(({ text }) => text),
    attempts: run.attempts,
    longTasks: run.longTasks,
    tasks: run.tasks,
  };
}
