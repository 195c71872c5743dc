import type { Scan } from './scan.ts';

/** How long the same code counts as the same pull of the trigger, in milliseconds. */
const REPEAT_WINDOW_MS = 400;

/**
 * Tells whether `scan` is the one before once more: the same text within the window, by whatever way it came.
 *
 * @param windowMs - milliseconds; 0 turns the guard off. @default 400
 */
export function judgeRepeat(before: Scan | undefined, scan: Scan, windowMs = REPEAT_WINDOW_MS): 'new' | 'repeat' {
  if (!before || before.text !== scan.text) return 'new';
  const elapsedMs = scan.at - before.at;
  // A clock set back makes it negative: a scan too many is asked about, a scan too few is lost.
  return elapsedMs >= 0 && elapsedMs < windowMs ? 'repeat' : 'new';
}
