import type { CodeRules } from '#contract/codes.ts';
import type { NamedCodeRule } from '#device/taughtRules.ts';
import type { LearntRoles } from './learntRoles.ts';

/** Different codes of one shape that are worth a word. */
const ENOUGH = 3;
/** Characters that a pattern of a site's file has at most. */
const LONGEST_PATTERN = 200;

/** What the codes of a parameter look like, as far as accepted calls tell. */
export interface PatternProposal extends NamedCodeRule {
  /** The newest of the codes that were seen. */
  readonly seen: readonly string[];
}

/**
 * The patterns that accepted codes suggest: at least three codes of a kind, all of one shape, which no code of another kind
 * has.
 *
 * @param kinds - the parameters that take one kind of code each. In others a code may be a delivery or a package.
 * @param known - what the site says already: it is not asked about again.
 */
export function proposedPatterns(
  roles: LearntRoles,
  kinds: readonly string[],
  known: CodeRules = {},
): readonly PatternProposal[] {
  const seen = [...roles].flatMap(([text, parameters]) =>
    kinds.filter((kind) => parameters.includes(kind)).map((kind) => ({ kind, text, pattern: patternOf(text) })),
  );
  return kinds.flatMap((parameter) => {
    const codes = seen.filter(({ kind }) => kind === parameter).slice(-ENOUGH);
    const [{ text: example, pattern } = { text: '', pattern: '' }] = codes;
    const isItsOwn = seen.every((code) => (code.kind === parameter) === (code.pattern === pattern));
    if (codes.length < ENOUGH || !isItsOwn || pattern.length > LONGEST_PATTERN) return [];
    return Object.hasOwn(known, parameter) ? [] : { parameter, pattern, example, seen: codes.map(({ text }) => text) };
  });
}

/** What stands in a code, one after the other: a text as it is, or how many digits. */
export function shapeOf(code: string): readonly (string | number)[] {
  return (code.match(/[0-9]+|[^0-9]+/g) ?? []).map((part) => (/^[0-9]/.test(part) ? part.length : part));
}

/** The shape of a code as the expression of a site's `codes`. */
function patternOf(code: string): string {
  return shapeOf(code)
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      return part === 1 ? '\\d' : `\\d{${part}}`;
    })
    .join('');
}
