import { undoLeftMs } from './backoff.ts';
import { IllegalStep } from './queueEvent.ts';
import type { QueuedCall, SaidMistake } from './queuedCall.ts';

/** The most characters of the few words: of a whole exchange the gateway takes so much. */
export const FEW_WORDS = 200;

/** Tells whether a call was done, as far as is known. */
export function isDone({ state, result }: Pick<QueuedCall, 'state' | 'result'>): boolean {
  return state === 'answered' && result?.verdict !== 'refused' && result?.verdict !== 'key-refused';
}

/** Tells whether a person may say that a call was a mistake: it was done, and nothing of it can be undone any more. */
export function mayBeMistake(call: Pick<QueuedCall, 'state' | 'result' | 'undo'>, now: number): boolean {
  return isDone(call) && undoLeftMs(call, now) === 0;
}

/** Tells whether nothing more is to be heard of a mistake: somebody has settled it. */
export function isSettled({ stands }: Pick<SaidMistake, 'stands'>): boolean {
  return stands !== undefined && stands.is !== 'mistake';
}

/**
 * Returns the call with the word that it was a mistake; the call itself where that was said already.
 *
 * @throws IllegalStep where it is not finished.
 */
export function withMistake<Call extends QueuedCall>(call: Call, mistake: SaidMistake): Call {
  if (call.mistake) return call;
  if (!mayBeMistake(call, mistake.at)) throw new IllegalStep(call.state, 'mistake');
  return { ...call, mistake };
}
