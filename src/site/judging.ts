import { expressionFits } from '#site/expressionFits.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Language } from '#contract/languages.ts';
import { wordIn } from '#site/worded.ts';
import { isBeyondReading, jsonIn, valueAt, valuesAt } from '#contract/json.ts';
import type { SiteConfiguration } from './site.ts';
import type { Of } from '#contract/schema.ts';
import type { answerRule } from './siteSchemaParts.ts';

/**
 * Returns the verdict of the rule that reads an answer. Where none does, the words that the service has for a call without
 * a key say that it was refused; any other answer is `unclassified`, never green (docs/architecture.md).
 */
export function judge(site: SiteConfiguration, operation: OperationName, text: string | null): Verdict {
  const rule = ruleReading(site.answerRules, operation, text);
  return rule?.verdict ?? (text !== null && text === site.keylessAnswer ? 'key-refused' : 'unclassified');
}

/**
 * Finds the rule that reads an answer: the first that fits. None does after a rule that may not be run on a text as long: it
 * might have said otherwise.
 */
export function ruleReading<R extends AnswerRule>(
  rules: readonly R[],
  operation: OperationName,
  text: string | null,
): R | undefined {
  const first = rules.find((rule) => (rule.operation ?? operation) === operation && fitsAnswer(rule, text) !== false);
  return first && fitsAnswer(first, text) ? first : undefined;
}

/** Returns a refusal in the workers' words; `undefined`: the rule that reads the answer has none, or accepts it. */
export function refusalInWords(
  site: Pick<SiteConfiguration, 'answerRules'>,
  operation: OperationName,
  text: string | null,
  language: Language,
): string | undefined {
  const rule = ruleReading(site.answerRules, operation, text);
  return rule?.verdict === 'accepted' ? undefined : wordIn(rule?.says, language);
}

/** Reads a value of a result text by the site's rules, or `undefined` where no rule finds one. */
export function readField(
  site: Pick<SiteConfiguration, 'fieldRules'>,
  operation: OperationName,
  field: string,
  text: string | null,
): string | undefined {
  for (const rule of site.fieldRules) {
    if (rule.operation !== operation || rule.field !== field) continue;
    const found = atPath(text ?? '', rule.json);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads the same of a field that a list has in each of its entries: `packages.*.weight`. */
export function readFields(
  site: Pick<SiteConfiguration, 'fieldRules'>,
  operation: OperationName,
  field: string,
  text: string | null,
): readonly string[] {
  const rules = site.fieldRules.filter((rule) => rule.operation === operation && rule.field === field);
  return rules.flatMap(({ json }) =>
    valuesAt(jsonIn(text ?? '', asWritten), json.split('.')).flatMap((value) => textOf(value) ?? []),
  );
}

function atPath(text: string, path: string): string | undefined {
  return textOf(valueAt(jsonIn(text, asWritten), path.split('.')));
}

function textOf(value: unknown): string | undefined {
  if (isInexact(value)) return undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Keeps a number as the digits that the service wrote: a float loses those of a long code. Older browsers give none. */
function asWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? context.source : value;
}

/** The meaning of an answer for the operator. `key-refused` stops the queue until the key is changed. */
export type Verdict = 'accepted' | 'refused' | 'unclassified' | 'key-refused';

/** The first rule that fits an answer's text gives its verdict. */
export type AnswerRule = Of<typeof answerRule>;

/**
 * Tells whether an answer rule fits a result text: the text holds `contains`, or `matches` fits it, or its JSON has `equals` at
 * the pointer `json`. A text that is no JSON, or has nothing at that place, does not fit; nor does a whole number that a
 * float cannot tell from its neighbours. Source of the pointer: RFC 6901.
 *
 * @returns `undefined` where `matches` may not be run on a text as long, or its JSON is beyond reading: nobody knows whether it fits.
 */
export function fitsAnswer(rule: Omit<AnswerRule, 'verdict'>, text: string | null): boolean | undefined {
  if (rule.contains !== undefined) return rule.contains !== '' && (text ?? '').includes(rule.contains);
  if (rule.matches !== undefined) return fitsText(rule.matches, text ?? '');
  if (rule.json === undefined || rule.equals === undefined) return false;
  if (isBeyondReading(text ?? '')) return undefined;
  const [whole, ...steps] = rule.json.split('/');
  const way = steps.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  const found = whole === '' ? valueAt(jsonIn(text ?? ''), way) : undefined;
  return !isInexact(found) && found === rule.equals;
}

/** Tells whether it is a number whose digits a float has lost. */
export function isInexact(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** Writes a name as one step of a JSON pointer. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** The longest text that an expression is run on which repeats or chooses; `refuseNonsense` refuses those that are slow on it. */
export const MAX_JUDGED = 2_000;

/**
 * Tells whether an expression of the site fits a text of the service somewhere. One of letters and classes alone is run on a text of
 * any length, as long as both together take no time that is felt; any other on `MAX_JUDGED` letters.
 *
 * @returns `undefined` where it may not be run on a text as long, or ended before it knew.
 */
export function fitsText(expression: string, text: string): boolean | undefined {
  const isPlain = !/[*+?|}]/.test(expression) && expression.length * text.length < 5e7;
  if (isPlain) return new RegExp(expression, 'u').test(text);
  return text.length <= MAX_JUDGED ? expressionFits(expression, text) : undefined;
}
