import { type QueuedCall, isPrint } from './queuedCall.ts';

/** The longest pause between two tries of one call, and between two probes of the gateway, in milliseconds. */
export const LONGEST_CALL_DELAY_MS = 60_000;
export const LONGEST_PROBE_DELAY_MS = 20_000;
const FIRST_DELAY_MS = 1_000;
const SHORTEST_DELAY_MS = 250;

/**
 * Exponential back-off with full jitter: anywhere between a floor and twice as much as the try before.
 *
 * @returns milliseconds. Source: "Exponential Backoff And Jitter", AWS Architecture Blog, full jitter.
 */
export function backoff(failures: number, longestMs: number, random: () => number): number {
  const ceiling = Math.min(longestMs, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 30));
  return Math.round(SHORTEST_DELAY_MS + random() * (ceiling - SHORTEST_DELAY_MS));
}

/**
 * Tells whether a call may be tried now: its back-off is over, or was set before trying became worth it again. A time
 * further off than any back-off comes of a clock that was set back.
 *
 * @param now - Unix ms.
 * @param clearedAt - Unix ms of the last sign that trying is worth it again. One that lies ahead comes of a clock that
 *   was wrong: it would end every back-off until then, and a call would be asked for without a pause.
 */
export function isDue(
  call: { readonly notBefore: number; readonly changedAt: number },
  now: number,
  clearedAt = 0,
): boolean {
  const isOff = call.notBefore > now && call.notBefore <= now + LONGEST_CALL_DELAY_MS;
  return !isOff || (call.changedAt <= clearedAt && clearedAt <= now);
}

/** A print that was asked for longer ago is asked about again: its label may have been written by hand meanwhile. */
export const PRINT_WAITS_MS = 20_000;

/**
 * Tells whether a waiting print may still be sent because a person asked for it: a short while ago, and since the
 * gateway was last missed. A time that lies ahead comes of a clock that was set back.
 *
 * @param now - Unix ms.
 * @param from - Unix ms: whoever asked before it has to be asked again.
 */
export function isStillAsked({ changedAt }: { readonly changedAt: number }, now: number, from: number): boolean {
  return changedAt >= from && changedAt >= now - PRINT_WAITS_MS && changedAt <= now;
}

/**
 * Tells whether a person has to confirm a waiting print before it is sent, as nobody asks for it any more. One that may
 * have run is asked about at the ledger instead, by its key.
 */
export function needsConfirmation(call: QueuedCall, now: number, printsFrom = Number.NEGATIVE_INFINITY): boolean {
  return isPrint(call) && !call.inDoubt && !isStillAsked(call, now, printsFrom);
}

/** Time in which a person may take back that a call was done, in milliseconds. The younger calls of its lane wait for it. */
export const UNDO_MS = 10_000;

/**
 * Returns the ms in which that a call was done can still be taken back; 0 where it stands. An end further off than it can
 * be comes of a clock that was set back.
 *
 * @param now - Unix ms.
 */
export function undoLeftMs({ undo }: Pick<QueuedCall, 'undo'>, now: number): number {
  const leftMs = (undo?.until ?? 0) - now;
  return leftMs > 0 && leftMs <= UNDO_MS ? leftMs : 0;
}
