import type { FrameRead } from '#scan/decode/frameRead.ts';
import type { Point } from '#scan/vision/luma.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import type { Seen } from '#scan/decode/messages.ts';
import { normalise } from '#scan/normalise.ts';
import type { Scan } from '#scan/scan.ts';

/** The codes that the camera saw lately. A value: `judgeFrame` returns the next one. */
export interface Sight {
  /** The reads that wait for another one to agree, oldest first, each with its time in milliseconds. */
  readonly waiting: readonly { readonly read: FrameRead; readonly atMs: number }[];
  /** Codes that were accepted and are still in sight, by symbology and text. */
  readonly accepted: ReadonlyMap<string, InSight>;
}

interface InSight {
  readonly read: FrameRead;
  /** The time of its last read, in milliseconds. */
  readonly atMs: number;
  /** Times that everything had been tried by then. */
  readonly laps: number;
  /** Looks since then in which it could have been read, and was not. */
  readonly missed: number;
  /** `true`: another code was in the picture with it. */
  readonly isAmong: boolean;
}

/** A code that is in the picture and believed. */
export interface SeenCode {
  readonly scan: Scan;
  readonly corners: readonly Point[];
  /** `true`: this picture has brought it into sight. */
  readonly isNew: boolean;
  /** `true`: it was read in this picture, and not in one shortly before it. */
  readonly isRead: boolean;
}

export const nothingSeen: Sight = { waiting: [], accepted: new Map() };

/** Two reads further apart in time say nothing of each other. */
const AGREE_WITHIN_MS = 2_000;
const OUT_OF_SIGHT_MS = 1_000;
/** So many looks in vain, and a code is no longer where it was. */
const MISSES = 6;
/** A code among others is read more seldom, as the ways of reading them take turns: each has its turn so often in vain. */
const MISSED_LAPS = 2;
/** A code that was read so long ago is shown no longer, in milliseconds. */
const SHOWN_MS = 2_000;

/**
 * Decides which of a frame's codes are accepted. What proves itself is on the first read. The others need a second read
 * by another pass within two seconds: the same pass repeats its own misread on a picture that stands still. ITF needs
 * one of the lengths that `rules` name, too: a part of a longer code reads as a whole one.
 *
 * An accepted code is not accepted again before it has been out of sight: for `rules.duplicateWindowMs`, and in so many
 * looks that could have read it. The window alone would be eaten by slow looks, in which a label that a hand still holds is
 * read seldom.
 *
 * Pure. Source: corpus-dev, photos outside of this repository, disturbed in twelve ways: of 14 misreads none was made by two passes.
 *
 * @param atMs - any clock that only goes forward, in milliseconds.
 */
export function judgeFrame(
  before: Sight,
  seen: Pick<Seen, 'reads' | 'laps' | 'isHeld'>,
  atMs: number,
  rules: ReadingRules,
): { readonly sight: Sight; readonly accepted: readonly FrameRead[] } {
  const { reads, laps } = seen;
  let sight: Sight = { ...before, accepted: stillInSight(before, seen, atMs, rules) };
  const accepted: FrameRead[] = [];
  const isAmong = new Set(reads.map(keyOf)).size > 1;
  for (const read of reads) {
    const judged = judgeRead(sight, { read, atMs, laps, missed: 0, isAmong }, rules);
    sight = judged.sight;
    if (judged.accepted) accepted.push(judged.accepted);
  }
  return { sight, accepted };
}

/** Returns the codes that were in sight before a look and have not gone by then, with that look counted. */
function stillInSight(
  { accepted }: Sight,
  { laps, isHeld = false }: Pick<Seen, 'laps' | 'isHeld'>,
  atMs: number,
  { duplicateWindowMs = OUT_OF_SIGHT_MS }: ReadingRules,
): ReadonlyMap<string, InSight> {
  // Another decoder, which has taken the place of one that failed, counts from none.
  const lapsMissed = (one: InSight): number => (laps < one.laps ? MISSED_LAPS : laps - one.laps);
  const hasGone = (one: InSight): boolean =>
    atMs - one.atMs >= duplicateWindowMs && (one.isAmong ? lapsMissed(one) >= MISSED_LAPS : one.missed >= MISSES);
  const kept = [...accepted].filter(([, one]) => !hasGone(one));
  return new Map(kept.map(([key, one]) => [key, isHeld ? one : { ...one, missed: one.missed + 1 }]));
}

function judgeRead(
  sight: Sight,
  seen: InSight,
  { itfLengths }: ReadingRules,
): { readonly sight: Sight; readonly accepted?: FrameRead } {
  const { read, atMs } = seen;
  if (read.format === 'ITF' && !itfLengths.includes(read.text.length)) return { sight };
  const key = keyOf(read);
  const inSight = new Map(sight.accepted);
  const before = inSight.get(key);
  if (before) {
    inSight.set(key, { ...seen, isAmong: before.isAmong || seen.isAmong });
    return { sight: { ...sight, accepted: inSight } };
  }
  const recent = sight.waiting.filter((one) => atMs - one.atMs < AGREE_WITHIN_MS);
  const isAgreed = recent.some(({ read: other }) => keyOf(other) === key && other.pass !== read.pass);
  if (read.trust !== 'sure' && !isAgreed) {
    // One of each pass is enough: a picture that stands still does not fill the list.
    const others = recent.filter(({ read: other }) => keyOf(other) !== key || other.pass !== read.pass);
    return { sight: { waiting: [...others, { read, atMs }], accepted: inSight } };
  }
  inSight.set(key, seen);
  const waiting = recent.filter(({ read: other }) => keyOf(other) !== key);
  return { sight: { waiting, accepted: inSight }, accepted: read };
}

function keyOf({ symbology, text }: FrameRead): string {
  return `${symbology} ${text}`;
}

/** Turns frames into the codes in sight. @param onCodes - told with each frame, as long as there are some, and once when there are none. */
export function createSight(rules: ReadingRules, onCodes: (codes: readonly SeenCode[]) => void) {
  let sight = nothingSeen;
  let scans = new Map<string, Scan>();
  let isShown = false;
  let isPaused = false;
  return {
    onFrame(seen: Pick<Seen, 'reads' | 'laps' | 'isHeld'>, atMs: number): void {
      const { sight: next, accepted } = judgeFrame(sight, seen, atMs, rules);
      if (isPaused && accepted.length > 0) return; // not seen, so that it is new when the pause is over
      sight = next;
      const fresh = new Map(accepted.flatMap((read) => scanOf(read)));
      const before = scans;
      scans = new Map();
      const codes = [...sight.accepted].flatMap(([key, one]) => {
        const scan = fresh.get(key) ?? before.get(key);
        if (!scan) return [];
        scans.set(key, scan);
        if (atMs - one.atMs > SHOWN_MS) return [];
        return { scan, corners: one.read.corners, isNew: fresh.has(key), isRead: one.atMs === atMs };
      });
      if (!isPaused && (codes.length > 0 || isShown)) onCodes(codes);
      isShown = codes.length > 0;
    },
    pause: (isNow: boolean): void => void (isPaused = isNow),
    anew: (): void => void (sight = nothingSeen),
  };
}

function scanOf(read: FrameRead): [key: string, scan: Scan][] {
  const code = normalise(read.text);
  const { symbology } = read;
  const notice = read.notice ?? code?.notice;
  return code
    ? [[keyOf(read), { ...code, symbology, source: 'camera', at: Date.now(), ...(notice && { notice }) }]]
    : [];
}
