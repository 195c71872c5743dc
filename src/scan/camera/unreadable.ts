import type { Seen, Unreadable } from '#scan/decode/messages.ts';

/** So long it is said why a symbol is no code after it was seen last, in milliseconds. */
const UNREADABLE_MS = 1_000;

/**
 * Tells why what is in sight is no code, until a code is read or it has been away for a moment.
 *
 * @param onChange - hears it where it changes.
 * @returns hears of each frame.
 */
export function createUnreadableTeller(onChange: (unreadable: Unreadable | undefined) => void) {
  let last: { readonly why: Unreadable; readonly atMs: number } | undefined;
  return ({ unreadable, reads }: Seen, atMs: number): void => {
    const before = last;
    if (unreadable) last = { why: unreadable, atMs };
    else if (reads.length > 0 || (before && atMs - before.atMs > UNREADABLE_MS)) last = undefined;
    if (before?.why !== last?.why) onChange(last?.why);
  };
}
