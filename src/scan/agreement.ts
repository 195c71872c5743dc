/** What one camera frame said. */
export interface FrameRead {
  readonly text: string;
  readonly symbology: string;
}

/** What the camera saw lately. A value: `judgeFrame` returns the next one. */
export interface Sight {
  /** The last frames, newest last; `undefined` where a frame held no code. */
  readonly frames: readonly (FrameRead | undefined)[];
  /** Codes that were accepted and are still in sight, with the time of their last read in milliseconds. */
  readonly accepted: ReadonlyMap<string, number>;
}

export const nothingSeen: Sight = { frames: [], accepted: new Map() };

const FRAMES = 5;
const EQUAL_FRAMES = 2;
const ITF_MIN_DIGITS = 8;
/** How long a code must be out of sight before it counts as scanned again, in milliseconds. */
const OUT_OF_SIGHT_MS = 1_000;

/** Formats that prove their own reading by check digit, checksum or error correction. */
const selfChecking = new Set(['EAN13', 'UPCA', 'Code128', 'GS1-128', 'QRCode', 'DataMatrix', 'GS1DataMatrix']);

/**
 * Decides whether a frame's code is accepted. Self-checking formats are on the first read; the others need two equal
 * reads in the last five frames, ITF at least eight digits too (a part of a longer ITF code reads as a whole one).
 * An accepted code is not accepted again before it has been out of sight for a second.
 *
 * Pure. Source: measurements on 112 disturbed sequences (no wrong value accepted).
 *
 * @param read - `undefined` for a frame without a code: every frame counts.
 * @param atMs - any clock that only goes forward, in milliseconds.
 */
export function judgeFrame(
  sight: Sight,
  read: FrameRead | undefined,
  atMs: number,
): { readonly sight: Sight; readonly accepted?: FrameRead } {
  const frames = [...sight.frames, read].slice(-FRAMES);
  if (!read) return { sight: { frames, accepted: sight.accepted } };
  const inSight = new Map([...sight.accepted].filter(([, seenMs]) => atMs - seenMs < OUT_OF_SIGHT_MS));
  const key = keyOf(read);
  const isNew = !inSight.has(key) && isSure(read, frames);
  if (isNew || inSight.has(key)) inSight.set(key, atMs);
  return { sight: { frames, accepted: inSight }, ...(isNew && { accepted: read }) };
}

function isSure(read: FrameRead, frames: Sight['frames']): boolean {
  if (selfChecking.has(read.symbology)) return true;
  if (read.symbology === 'ITF' && read.text.length < ITF_MIN_DIGITS) return false;
  return frames.filter((frame) => frame && keyOf(frame) === keyOf(read)).length >= EQUAL_FRAMES;
}

function keyOf({ symbology, text }: FrameRead): string {
  return `${symbology} ${text}`;
}
