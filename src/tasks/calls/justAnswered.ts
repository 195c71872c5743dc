import { operationOf } from '#contract/catalogue.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/** A call that was answered so lately is not made again in silence, in ms. */
const JUST_ANSWERED_MS = 60_000;

/** Tells whether the call was done a moment ago. A label is asked about by its copies, and what was refused has changed nothing. */
export function isJustAnswered(call: QueuedCall | undefined, now: number): boolean {
  if (call?.state !== 'answered' || operationOf(call.operation).effect === 'print') return false;
  const verdict = call.result?.verdict;
  return verdict !== 'refused' && verdict !== 'key-refused' && Math.abs(now - call.changedAt) <= JUST_ANSWERED_MS;
}
