import type { Outcome } from '#contract/outcome.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';

/** The same outcome with the key replaced in every form it may be written in, so that an echo is stored nowhere (P6). */
export function withoutKey(outcome: Outcome, apiKey: string): Outcome {
  const clean = (text: string): string => eraseKeyFromText(text, apiKey);
  if (outcome.kind === 'answered') return outcome.text === null ? outcome : { ...outcome, text: clean(outcome.text) };
  const { evidence } = outcome.kind === 'no-answer' ? outcome : {};
  return {
    ...outcome,
    reason: clean(outcome.reason),
    ...(evidence && {
      evidence: { ...evidence, body: clean(evidence.body), contentType: clean(evidence.contentType) },
    }),
  };
}
