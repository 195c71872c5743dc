import type { Rival } from './rivals.ts';
import { CLIP_FRAMES, ENTERS_AT, FRAMES_PER_SECOND } from './videoScene.ts';

/** Word of a rival about one frame of a clip. */
export interface FrameLook {
  readonly isRight: boolean;
  readonly ms: number;
}

/** Shows a frame of a clip to a rival. */
export type LookAt = (rival: Rival, index: number) => Promise<FrameLook>;

/** Loop in which somebody reads a camera with a rival, an attempt after the other. */
export interface Loop {
  readonly by: Rival;
  /** Between two attempts, in milliseconds; without any it takes the newest frame when it is free. */
  readonly restMs: number;
}

export const loops = {
  /** As the documentation of @zxing/browser has it. */
  documented: { by: 'browser', restMs: 500 },
  /** In a worker, where nothing else waits for it. */
  twice: { by: 'wasm', restMs: 500 },
  everyFrame: { by: 'wasm', restMs: 0 },
} as const satisfies Record<string, Loop>;

export type LoopName = keyof typeof loops;

/** A loop that rests begins in so many moments, spread evenly over its rest: which frames it meets is luck. */
const PHASES = 9;
/** The first of them, in frames: before anything of the photo is in the picture. */
const FROM = 0.3 * FRAMES_PER_SECOND;

/**
 * Plays a loop over a clip by what its rival says of each frame. No camera's and no page's own delays are counted: in the
 * loop's favour.
 *
 * @returns when it had read, in milliseconds of the clip, for each moment that it may begin in; `undefined`: not at all.
 */
export async function playLoop(look: LookAt, loop: Loop): Promise<readonly (number | undefined)[]> {
  const times: (number | undefined)[] = [];
  for (let phase = 0; phase < (loop.restMs > 0 ? PHASES : 1); phase += 1)
    times.push(await readFrom(look, loop, FROM + framesOf((phase / PHASES) * loop.restMs)));
  return times;
}

async function readFrom(look: LookAt, { by, restMs }: Loop, start: number): Promise<number | undefined> {
  for (let at = start; at < CLIP_FRAMES;) {
    const { isRight, ms } = await look(by, Math.floor(at));
    if (isRight) return ((at + framesOf(ms)) / FRAMES_PER_SECOND) * 1_000;
    at = Math.max(at + framesOf(ms + restMs), Math.floor(at) + 1);
  }
  return undefined;
}

function framesOf(ms: number): number {
  return (ms / 1_000) * FRAMES_PER_SECOND;
}

/** The first frame that zxing-wasm or @zxing/browser reads. `undefined`: neither reads any. */
export async function firstReadable(look: LookAt): Promise<{ readonly index: number; readonly by: Rival } | undefined> {
  let found: { index: number; by: Rival } | undefined;
  for (const by of ['wasm', 'browser'] as const) {
    for (let index = ENTERS_AT * FRAMES_PER_SECOND; index < (found?.index ?? CLIP_FRAMES); index += 1) {
      if (!(await look(by, index)).isRight) continue;
      found = { index, by };
    }
  }
  return found;
}
