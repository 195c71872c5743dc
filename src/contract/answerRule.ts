import { jsonIn, valueAt } from '#contract/json.ts';
import type { Of } from '#contract/schema.ts';
import type { answerRule } from '#contract/siteSchemaParts.ts';

/** The meaning of an answer for the operator. `key-refused` stops the queue until the key is changed. */
export type Verdict = 'accepted' | 'refused' | 'unclassified' | 'key-refused';

/** The first rule that fits an answer's text gives its verdict. */
export type AnswerRule = Of<typeof answerRule>;

/**
 * Tells whether an answer rule fits a result text: the text holds `contains`, or `matches` fits it, or its JSON has `equals` at
 * the pointer `json`. A text that is no JSON, or has nothing at that place, does not fit; nor does a whole number that a
 * float cannot tell from its neighbours. Source of the pointer: RFC 6901.
 *
 * @returns `undefined` where `matches` may not be run on a text as long: nobody knows whether it fits.
 */
export function fitsAnswer(rule: Omit<AnswerRule, 'verdict'>, text: string | null): boolean | undefined {
  if (rule.contains !== undefined) return rule.contains !== '' && (text ?? '').includes(rule.contains);
  if (rule.matches !== undefined)
    return mayRun(rule.matches, text ?? '') && new RegExp(rule.matches, 'u').test(text ?? '');
  if (rule.json === undefined || rule.equals === undefined) return false;
  const [whole, ...steps] = rule.json.split('/');
  const way = steps.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  const found = whole === '' ? valueAt(jsonIn(text ?? ''), way) : undefined;
  if (typeof found === 'number' && Math.abs(found) > Number.MAX_SAFE_INTEGER) return false;
  return found === rule.equals;
}

/** Writes a name as one step of a JSON pointer. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** The longest text that an expression is run on which repeats or chooses; `refuseNonsense` refuses those that are slow on it. */
export const MAX_JUDGED = 2_000;

/**
 * Tells whether an expression of the site may be run on a text of the service. One of letters and classes alone may as
 * long as both together take no time that is felt, any other on `MAX_JUDGED` letters.
 *
 * @returns `undefined` where it may not.
 */
export function mayRun(expression: string, text: string): true | undefined {
  const isPlain = !/[*+?|}]/.test(expression) && expression.length * text.length < 5e7;
  return text.length <= MAX_JUDGED || isPlain || undefined;
}
