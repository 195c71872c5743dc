import type { NoAnswerCause, Outcome } from '#contract/outcome.ts';
import type { DrainPorts } from './drainPorts.ts';
import { LONGEST_CALL_DELAY_MS, LONGEST_PROBE_DELAY_MS, backoff } from './state/backoff.ts';
import { type QueuedCall, mayHaveCopy, troubleOf } from '#outbox/state/queuedCall.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/** Returns the event that an outcome is to the call. Source: docs/adr/2026-11-21-doubt-ends-with-the-ledger.md. */
export function eventOf(
  { judge, random }: Pick<DrainPorts, 'judge' | 'random'>,
  queued: Pick<QueuedCall, 'operation' | 'tries' | 'inDoubt' | 'copied' | 'passed'>,
  outcome: Outcome,
): QueueEvent {
  if (outcome.kind === 'answered') {
    const verdict = judge(queued.operation, outcome.text);
    if (verdict !== 'key-refused') return { kind: 'answered', text: outcome.text, verdict };
    return { kind: 'keyRefused', trouble: { code: 'key-refused', reason: 'The service refused the access key.' } };
  }
  const trouble = troubleOf(outcome);
  const delay = (longestMs: number, retryAfterMs = 0): number =>
    Math.min(LONGEST_CALL_DELAY_MS, Math.max(retryAfterMs, backoff(queued.tries, longestMs, random)));
  switch (outcome.kind) {
    case 'rejected': {
      // the gateway's settings may have been others at the try before; the service's word is the one under this key
      const isOpen = outcome.by === 'gateway' && queued.inDoubt;
      return { kind: isOpen ? 'nobodyKnows' : 'rejected', trouble };
    }
    case 'not-forwarded': {
      const { isUnasked } = outcome;
      if (outcome.code === 'not-enrolled') return { kind: 'notForwarded', trouble, delayMs: 0, isUnasked }; // the queue pauses
      // the gateway is there, so it is asked again as often as it would be looked for, or when it says
      const delayMs = delay(LONGEST_PROBE_DELAY_MS, outcome.retryAfterMs);
      return { kind: 'notForwarded', trouble, delayMs, isUnasked };
    }
    case 'in-progress':
      return { kind: 'stillRunning', trouble, delayMs: delay(LONGEST_CALL_DELAY_MS, outcome.retryAfterMs) };
    case 'unknown': {
      const isRefused = outcome.code === 'key-reuse' && !queued.inDoubt;
      const isCopy = outcome.code === 'key-expired' && mayHaveCopy(queued);
      return {
        kind: isRefused ? 'rejected' : 'nobodyKnows',
        trouble: isCopy ? { ...trouble, code: 'copied' } : trouble,
      };
    }
    case 'no-answer': {
      const delayMs = delay(LONGEST_CALL_DELAY_MS);
      return { kind: 'answerLost', trouble, delayMs, isThere: isWhole(outcome.cause) };
    }
  }
}

/** Tells whether a reply came whole: then the network is not to blame, whose trouble may last as long as it wants. */
function isWhole(cause: NoAnswerCause): boolean {
  return cause === 'too-large' || cause === 'status' || cause === 'malformed' || cause === 'foreign';
}
