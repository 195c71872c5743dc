import { type Verdict, fitsAnswer } from '#contract/answerRule.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#contract/site.ts';

/**
 * The verdict of the first rule that matches; no rule: `unclassified`, never green (docs/architecture.md). Nor is what comes
 * after a rule that may not be run on a text as long: it might have said otherwise.
 */
export function judge(site: SiteConfiguration, operation: OperationName, text: string | null): Verdict {
  for (const rule of site.answerRules) {
    const fits = (rule.operation ?? operation) === operation ? fitsAnswer(rule, text) : false;
    if (fits !== false) return fits ? rule.verdict : 'unclassified';
  }
  return 'unclassified';
}

/** A value out of a result text by the site's rules, or `undefined` where no rule finds one. */
export function fieldOf(
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

function atPath(text: string, path: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text, asWritten);
  } catch {
    return undefined; // not JSON: this rule is for another kind of answer
  }
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map<string, unknown>(Object.entries(value)).get(part);
  }
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined; // digits are lost
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Keeps a number as the digits that the service wrote: a float loses those of a long code. Older browsers give none. */
function asWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? context.source : value;
}
