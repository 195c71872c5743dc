import type { FrameRead } from '#scan/decode/frameRead.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import { normalise } from '#scan/normalise.ts';
import type { Scan } from '#scan/scan.ts';

/** What the camera saw lately. A value: `judgeFrame` returns the next one. */
export interface Sight {
  /** The reads that wait for another one to agree, oldest first, each with its time in milliseconds. */
  readonly waiting: readonly { readonly read: FrameRead; readonly atMs: number }[];
  /** Codes that were accepted and are still in sight, with the time of their last read in milliseconds. */
  readonly accepted: ReadonlyMap<string, number>;
}

export const nothingSeen: Sight = { waiting: [], accepted: new Map() };

/** Two reads further apart in time say nothing of each other. */
const AGREE_WITHIN_MS = 2_000;
const OUT_OF_SIGHT_MS = 1_000;

/**
 * Decides which of a frame's codes are accepted. What proves itself is on the first read. The others need a second read
 * by another pass within two seconds: the same pass repeats its own misread on a picture that stands still. ITF needs
 * one of the lengths that `rules` name, too: a part of a longer code reads as a whole one. An accepted code is not
 * accepted again before it has been out of sight for `rules.duplicateWindowMs`.
 *
 * Pure. Source: corpus-dev disturbed in twelve ways: of 14 misreads none was made by two passes.
 *
 * @param atMs - any clock that only goes forward, in milliseconds.
 */
export function judgeFrame(
  before: Sight,
  reads: readonly FrameRead[],
  atMs: number,
  rules: ReadingRules,
): { readonly sight: Sight; readonly accepted: readonly FrameRead[] } {
  let sight = before;
  const accepted: FrameRead[] = [];
  for (const read of reads) {
    const judged = judgeRead(sight, read, atMs, rules);
    sight = judged.sight;
    if (judged.accepted) accepted.push(judged.accepted);
  }
  return { sight, accepted };
}

function judgeRead(
  sight: Sight,
  read: FrameRead,
  atMs: number,
  { itfLengths, duplicateWindowMs = OUT_OF_SIGHT_MS }: ReadingRules,
): { readonly sight: Sight; readonly accepted?: FrameRead } {
  if (read.format === 'ITF' && !itfLengths.includes(read.text.length)) return { sight };
  const inSight = new Map([...sight.accepted].filter(([, seenMs]) => atMs - seenMs < duplicateWindowMs));
  const key = keyOf(read);
  if (inSight.has(key)) {
    inSight.set(key, atMs);
    return { sight: { ...sight, accepted: inSight } };
  }
  const recent = sight.waiting.filter((one) => atMs - one.atMs < AGREE_WITHIN_MS);
  const isAgreed = recent.some(({ read: other }) => keyOf(other) === key && other.pass !== read.pass);
  if (read.trust !== 'sure' && !isAgreed) {
    // One of each pass is enough: a picture that stands still does not fill the list.
    const others = recent.filter(({ read: other }) => keyOf(other) !== key || other.pass !== read.pass);
    return { sight: { waiting: [...others, { read, atMs }], accepted: inSight } };
  }
  inSight.set(key, atMs);
  const waiting = recent.filter(({ read: other }) => keyOf(other) !== key);
  return { sight: { waiting, accepted: inSight }, accepted: read };
}

function keyOf({ symbology, text }: FrameRead): string {
  return `${symbology} ${text}`;
}

/** From frames to scans. */
export function createSight(rules: ReadingRules, onScan: (scan: Scan) => void) {
  let sight = nothingSeen;
  let isPaused = false;
  return {
    onFrame(reads: readonly FrameRead[], atMs: number): void {
      const { sight: next, accepted } = judgeFrame(sight, reads, atMs, rules);
      if (accepted.length > 0 && isPaused) return; // not seen, so that it is new when the pause is over
      sight = next;
      for (const { text, symbology } of accepted) {
        const code = normalise(text);
        if (code) onScan({ ...code, symbology, source: 'camera', at: Date.now() });
      }
    },
    pause: (isNow: boolean): void => void (isPaused = isNow),
    anew: (): void => void (sight = nothingSeen),
  };
}
