import type { Lack } from '#scan/vision/lack.ts';

/** The light or zoom that a camera adds by itself, and what it knows for it. A value: `nextAid` returns the next one. */
export interface CameraAid {
  /** The lack that is made up for now: light for `dim`, a step of zoom for `small`. */
  readonly applied?: Lack | undefined;
  /** The lack of all frames since a time, in milliseconds, until something is read. */
  readonly lacked?: { readonly lack: Lack; readonly sinceMs: number } | undefined;
  /** `true`: something was applied, and nothing read since. */
  readonly isSpent?: boolean;
  /** `true`: nobody aims. */
  readonly isPaused?: boolean;
  /** `true`: a person has chosen light or zoom: nothing is applied any more. */
  readonly isOver?: boolean;
}

export type AidEvent =
  /** A frame without a code that was believed. @param atMs - of a clock that only goes forward. */
  | { readonly kind: 'frame'; readonly lack: Lack | undefined; readonly atMs: number }
  /** Codes are in sight. */
  | { readonly kind: 'read' }
  /** They are in sight no longer, or there is no picture. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'pause'; readonly isPaused: boolean }
  | { readonly kind: 'chosen' };

/** So long all frames lack the same, in milliseconds, before it is applied. */
const LACKING_MS = 1_500;
/** The time, in milliseconds, after which what has brought no read is taken back: a handheld that lies on a table sees nothing. */
const APPLIED_MS = 10_000;

/**
 * Adds what frames lack, once until something is read. It is taken back when what was read is out of sight, and not
 * before: a code that is read, lost in the dark and read again would be two scans.
 *
 * Pure.
 */
export function nextAid(aid: CameraAid, event: AidEvent): CameraAid {
  const without: CameraAid = { ...aid, applied: undefined, lacked: undefined };
  switch (event.kind) {
    case 'frame':
      return afterFrame(aid, event.lack, event.atMs);
    case 'read':
      return { ...aid, lacked: undefined, isSpent: false };
    case 'gone':
      return without;
    case 'pause':
      return { ...without, isPaused: event.isPaused };
    case 'chosen':
      return { ...without, isOver: true };
  }
}

function afterFrame(aid: CameraAid, lack: Lack | undefined, atMs: number): CameraAid {
  if (aid.applied) {
    const isVain = aid.lacked !== undefined && atMs - aid.lacked.sinceMs > LACKING_MS + APPLIED_MS;
    return isVain ? { ...aid, applied: undefined, lacked: undefined } : aid;
  }
  if (!lack || aid.isSpent || aid.isPaused || aid.isOver) return { ...aid, lacked: undefined };
  const sinceMs = aid.lacked?.lack === lack ? aid.lacked.sinceMs : atMs;
  const lacked = { lack, sinceMs };
  return atMs - sinceMs < LACKING_MS ? { ...aid, lacked } : { ...aid, lacked, applied: lack, isSpent: true };
}

/**
 * Tells of events, and hears what comes of them.
 *
 * @param apply - adds what lacks; takes back what is applied where nothing is named.
 * @param onLack - hears of what is applied and has brought no read yet.
 */
export function createAid(
  apply: (lack: Lack | undefined) => void,
  onLack: (lack: Lack | undefined) => void,
): (event: AidEvent) => void {
  let aid: CameraAid = {};
  return (event) => {
    const before = aid;
    aid = nextAid(aid, event);
    if (aid.applied !== before.applied) apply(aid.applied);
    if (lackIn(aid) !== lackIn(before)) onLack(lackIn(aid));
  };
}

function lackIn({ applied, lacked }: CameraAid): Lack | undefined {
  return applied && lacked?.lack;
}
