import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';

/** Rows read before and behind the ones that are seen, and the step in which that window moves. */
const AROUND = 24;

/** The rows around what is seen of a long list, each as it stands now; what is far from it is let go. */
export function useRows(keys: readonly number[], first: number, end: number): ReadonlyMap<number, QueuedCall> {
  const from = Math.max(0, Math.floor(first / AROUND) * AROUND - AROUND);
  const calls = useCalls(keys.slice(from, Math.ceil(end / AROUND) * AROUND + AROUND));
  return new Map(calls.map((call) => [call.seq, call]));
}
