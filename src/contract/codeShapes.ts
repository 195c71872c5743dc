import { MAX_PATTERN_LENGTH } from '#contract/siteSchemaParts.ts';

/** What stands in a code, one after the other: a text as it is, or how many digits. */
export function shapeOf(code: string): readonly (string | number)[] {
  return (code.match(/[0-9]+|[^0-9]+/g) ?? []).map((part) => (/^[0-9]/.test(part) ? part.length : part));
}

/** The shape of a code as the expression of a site's `codes`. */
export function patternOf(code: string): string {
  return shapeOf(code)
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      return part === 1 ? '\\d' : `\\d{${part}}`;
    })
    .join('');
}

/**
 * One expression for codes of several shapes, each as it was seen and none that was not.
 *
 * @returns `undefined` where it would be too long for a site's file, or there is no code.
 */
export function patternOfAll(codes: readonly string[]): string | undefined {
  const pattern = [...new Set(codes.map(patternOf))].join('|');
  return pattern === '' || pattern.length > MAX_PATTERN_LENGTH ? undefined : pattern;
}
