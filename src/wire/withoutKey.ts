import type { Outcome } from '#contract/outcome.ts';
import { formsOfKey } from '#wire/keyForms.ts';

/** Shorter keys are left alone: replacing one or two characters would destroy answers and hide nothing. */
const SHORTEST_KEY = 6;

/** The same outcome with every appearance of the key replaced, however written: an echo of it is stored nowhere (P6). */
export function withoutKey(outcome: Outcome, apiKey: string): Outcome {
  if (apiKey.length < SHORTEST_KEY) return outcome;
  const forms = [...formsOfKey(apiKey)].sort((a, b) => b.length - a.length); // none is the beginning of a later one
  const clean = (text: string): string => forms.reduce((rest, form) => rest.replaceAll(form, '‹apiKey›'), text);
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
