import type { CodeRules } from '#site/codes.ts';
import { patternOf } from '#site/teaching.ts';
import { MAX_PATTERN_LENGTH } from '#site/siteSchemaParts.ts';
import type { NamedCodeRule } from '#device/taughtRules.ts';
import type { LearntRoles } from './learntRoles.ts';

const ENOUGH = 3;

export interface PatternProposal extends NamedCodeRule {
  readonly seen: readonly string[];
}

/**
 * The patterns that accepted codes suggest: three codes of a kind, of one shape that no other kind has. @param kinds -
 * parameters that take one kind of code. @param known - is not asked about again
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
    if (codes.length < ENOUGH || !isItsOwn || pattern.length > MAX_PATTERN_LENGTH) return [];
    return Object.hasOwn(known, parameter) ? [] : { parameter, pattern, example, seen: codes.map(({ text }) => text) };
  });
}
