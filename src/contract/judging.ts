import { type AnswerRule, type Verdict, fitsAnswer } from '#contract/answerRule.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { jsonIn, valueAt, valuesAt } from '#contract/json.ts';
import type { SiteConfiguration } from '#contract/site.ts';

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
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined; // digits are lost
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Keeps a number as the digits that the service wrote: a float loses those of a long code. Older browsers give none. */
function asWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? context.source : value;
}
