import { CameraError } from './cameraError.ts';
import type { Seen } from '#scan/decode/messages.ts';

/** Result of one camera with the code it was shown. */
export interface LensResult {
  readonly deviceId: string;
  /** Frames looked at, and those of them that held a code. */
  readonly frames: number;
  readonly reads: number;
  /** From the camera's first frame to the read that was enough, in milliseconds; `undefined` where it never was. */
  readonly enoughMs?: number;
}

export interface LensTrialPorts {
  /** Shows the picture of a camera. @throws where it gives none. */
  use(deviceId: string): Promise<void>;
  /** The next frame that was looked at. @throws where none comes. */
  frame(): Promise<LookedAt>;
}

export interface LookedAt {
  readonly isRead: boolean;
  readonly atMs: number;
}

/** A camera that has not given a frame for so long gives none, in milliseconds. */
const NO_FRAME_MS = 4_000;
/** Reads that are no luck. */
const ENOUGH_READS = 3;
/** Frames that each camera gets at most. */
const FRAMES = 30;

/**
 * Tries each camera on the code that is held to it.
 *
 * @param onTry - which one is tried now, counted from 0.
 * @throws DOMException AbortError when it was ended.
 */
export async function tryLenses(
  deviceIds: readonly string[],
  { use, frame }: LensTrialPorts,
  onTry: (index: number) => void,
  signal: AbortSignal,
): Promise<readonly LensResult[]> {
  const results: LensResult[] = [];
  for (const [index, deviceId] of deviceIds.entries()) {
    onTry(index);
    results.push(await tryLens(deviceId));
  }
  return results;

  async function tryLens(deviceId: string): Promise<LensResult> {
    let [frames, reads, firstMs] = [0, 0, 0];
    try {
      await use(deviceId);
      while (frames < FRAMES) {
        throwIfEnded(signal);
        const { isRead, atMs } = await frame();
        if (frames === 0) firstMs = atMs;
        frames += 1;
        if (isRead) reads += 1;
        if (reads === ENOUGH_READS) return { deviceId, frames, reads, enoughMs: atMs - firstMs };
      }
    } catch {
      throwIfEnded(signal); // anything else: a camera without a picture, which is a result too
    }
    return { deviceId, frames, reads };
  }
}

/** `signal.throwIfAborted`, which is younger than the oldest browser served. */
function throwIfEnded({ aborted }: AbortSignal): void {
  if (aborted) throw new DOMException('The trial was aborted', 'AbortError');
}

/** Returns the one that read enough in the shortest time; else the one that read most. @returns `undefined` where none read. */
export function bestOf(results: readonly LensResult[]): LensResult | undefined {
  return results
    .filter(({ reads }) => reads > 0)
    .sort(
      (a, b) =>
        (a.enoughMs ?? Number.POSITIVE_INFINITY) - (b.enoughMs ?? Number.POSITIVE_INFINITY) || b.reads - a.reads,
    )[0];
}

/** Frames for one who waits for each; those that nobody waits for are dropped. */
export function framesInTurn(): { put(frame: LookedAt): void; next(): Promise<LookedAt> } {
  let give: ((frame: LookedAt) => void) | undefined;
  return {
    put: (frame) => give?.(frame),
    next: () =>
      new Promise((done, failed) => {
        const timer = setTimeout(() => failed(new CameraError('no-picture')), NO_FRAME_MS);
        give = (frame) => {
          clearTimeout(timer);
          done(frame);
        };
      }),
  };
}

/** The picture that came up last; another object with each. */
export interface PictureShown {
  readonly deviceId: string | undefined;
}

/** Trials on a camera that runs. */
export function createLensTrial(useLens: (deviceId: string) => void, shown: () => PictureShown) {
  const { put, next: frame } = framesInTurn();
  async function use(deviceId: string): Promise<void> {
    const before = shown();
    if (before.deviceId === deviceId) return;
    useLens(deviceId);
    do await frame();
    while (shown() === before);
    if (shown().deviceId !== deviceId) throw new CameraError('no-camera'); // another one was given in its place
  }
  return {
    onFrame({ reads }: Seen, atMs: number): void {
      put({ isRead: reads.length > 0, atMs });
    },
    tryLenses: (deviceIds: readonly string[], onTry: (index: number) => void, signal: AbortSignal) =>
      tryLenses(deviceIds, { use, frame }, onTry, signal),
  };
}
