import type { Outcome } from '#contract/outcome.ts';
import type { Trouble } from '#outbox/queuedCall.ts';

/** What is the matter where a send brought no answer: a code, and the sentence in English. */
export function troubleOf(outcome: Exclude<Outcome, { kind: 'answered' }>): Trouble {
  const { kind, reason } = outcome;
  return { code: kind === 'no-answer' ? outcome.cause : kind === 'unknown' ? outcome.code : kind, reason };
}
