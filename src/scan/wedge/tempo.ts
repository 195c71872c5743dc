/** A piece of text as it came: one character of a key, or a whole text at once. */
export interface Piece {
  readonly text: string;
  /** Milliseconds on the clock of `Event.timeStamp`. */
  readonly atMs: number;
  /** A paste by shortcut: certainly a person's, however fast. */
  readonly byHand?: boolean;
  /** Of a key that was not released: a person's where it is held, a scanner's where it types two of one key at once. */
  readonly isRepeat?: boolean;
}

/**
 * `burst`: no person types so; `quick`: as fast as a slow scanner, or a very fast person; `hand`: a person.
 * A burst may be taken without an ending and out of a text field; the other two need one, and stay in the field.
 */
export type Tempo = 'burst' | 'quick' | 'hand';

/** Shortest text that counts as a burst where the keys went into a text field. */
export const WATCHED_MIN_LENGTH = 4;

/** Share of `keyGapMs` that the median gap of a burst stays under: 35 ms of 100; the fastest typists need 70. */
export const BURST_SHARE = 0.35;

/** Returns the text that pieces are together. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** Returns the pace of pieces. @param keyGapMs - the longest gap between two keys that the scanner is known to make, in milliseconds. */
export function tempoOf(pieces: readonly Piece[], keyGapMs: number): Tempo {
  if (pieces.some(({ byHand }) => byHand) || isHeld(pieces, keyGapMs)) return 'hand';
  if (pieces.some(({ text }) => Array.from(text).length > 1)) return 'burst';
  const gaps = pieces.slice(1).map((_, index) => gapBefore(pieces, index + 1));
  const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)];
  if (median === undefined || median > keyGapMs) return 'hand';
  return median <= keyGapMs * BURST_SHARE ? 'burst' : 'quick';
}

/**
 * In a text field, and where the focus moves, a pause of this many key gaps begins anew: what was typed before it is the
 * person's.
 */
export const FIELD_BREAK = 2.5;

/**
 * Tells whether a key at `atMs` goes on with `pieces` though the focus has moved in between. What a hand has typed stays
 * where it was typed, whatever follows; a burst is one code from its first key, and may stall.
 *
 * @param keyGapMs - as in `tempoOf`.
 */
export function goesOn(pieces: readonly Piece[], atMs: number, keyGapMs: number): boolean {
  const last = pieces[pieces.length - 1];
  if (!last) return false;
  const tempo = tempoOf(pieces.length > 1 ? pieces : [last, { text: '', atMs }], keyGapMs);
  return tempo !== 'hand' && atMs - last.atMs <= keyGapMs * (tempo === 'burst' ? FIELD_BREAK : 1);
}

/** Tells whether a person holds a key: it repeats after a wait, or nothing but it was typed. */
function isHeld(pieces: readonly Piece[], keyGapMs: number): boolean {
  const isWaitedFor = pieces.some(({ isRepeat }, index) => isRepeat && gapBefore(pieces, index) > keyGapMs);
  return isWaitedFor || (pieces.length > 1 && pieces.every(({ isRepeat }, index) => isRepeat || index === 0));
}

/**
 * Parts what was left lying from the code that came after it: a burst after a pause longer than `breakMs` is a code
 * of its own, and so is one that comes a moment after what a hand has typed (`FIELD_BREAK`). Slow keys are one text, however long a
 * person thought in between.
 */
export function partOff(
  pieces: readonly Piece[],
  breakMs: number,
  keyGapMs: number,
  minLength: number,
): { readonly code: readonly Piece[]; readonly left: readonly Piece[] } {
  const handBreakMs = Math.min(breakMs, keyGapMs * FIELD_BREAK);
  let start = pieces.length - 1;
  while (start > 0 && !isBreak(start)) start -= 1;
  const tail = pieces.slice(Math.max(start, 0));
  const apart = start > 0 && textOf(tail).length >= minLength && tempoOf(tail, keyGapMs) === 'burst';
  return apart ? { code: tail, left: pieces.slice(0, start) } : { code: pieces, left: [] };

  /** Tells whether the pause before a piece is one. After a single key the shorter one is none: a scanner may stall there. */
  function isBreak(at: number): boolean {
    const gapMs = gapBefore(pieces, at);
    if (gapMs > breakMs) return true;
    return gapMs > handBreakMs && at > 1 && tempoOf(pieces.slice(0, at), keyGapMs) === 'hand';
  }
}

function gapBefore(pieces: readonly Piece[], index: number): number {
  return (pieces[index]?.atMs ?? 0) - (pieces[index - 1]?.atMs ?? 0);
}
