import type { Outcome } from '#contract/outcome.ts';
import type { Trouble } from '#outbox/state/queuedCall.ts';

/** What is the matter where a send brought no answer: a code, and the sentence in English. */
export function troubleOf(outcome: Exclude<Outcome, { kind: 'answered' }>): Trouble {
  const { kind, reason } = outcome;
  const code = kind === 'no-answer' ? outcome.cause : 'code' in outcome ? outcome.code : undefined;
  return { code: code ?? kind, reason };
}
