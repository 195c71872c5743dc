import { type Part, partsOf } from '#site/expressionParts.ts';
import { canFit } from '#site/expressionFits.ts';

/** Steps of an expression on one text: some tens of milliseconds on a handheld, as most of them are never made. */
const MAX_STEPS = 50_000_000;

/**
 * Tells whether an expression may take so long that it is felt, wherever it is run: by the browser of an older handheld too, which
 * tries one way after the other. One whose cost is not known, or no finite number, does.
 *
 * @param source - a regular expression that compiles with the flag `u`.
 * @param length - characters of the longest text.
 * @param places - of the text where it is tried.
 */
export function isSlow(source: string, length: number, places = isAnchored(source) ? 1 : length): boolean {
  const cost = costOf(source, length);
  const isKnownQuick = cost !== undefined && cost.steps * places <= MAX_STEPS;
  return !isKnownQuick || !canFit(source);
}

function isAnchored(source: string): boolean {
  return source.startsWith('^') && !source.includes('|');
}

/** The most that trying an expression at one place may take. */
export interface Cost {
  /**
   * Ways in which it can be tried, at most: the product of the choices that each quantifier and each alternative leaves
   * open. Any that repeats a choice (`(a+)+`, `(a|b)*`) has no bound, whether or not the choices exclude each other.
   */
  readonly ways: number;
  /** Letters that are looked at, at most, in all ways together: what comes later is tried once for each way before. */
  readonly steps: number;
}

/**
 * Returns a bound of what trying a regular expression at one place of a text may take, where it does not match: `Infinity`
 * where it has none. `undefined`: the expression has a form that is not known here.
 */
export function costOf(source: string, length: number): Cost | undefined {
  const parts = partsOf(source);
  return parts && costOfPart(parts, length);
}

function costOfPart(part: Part, length: number): Cost {
  switch (part.kind) {
    case 'letter':
    case 'place':
      return { ways: 1, steps: 1 };
    case 'again':
      return { ways: 1, steps: length }; // what it refers to may be long
    case 'look':
      return costOfPart(part.inner, length);
    case 'either':
      return part.parts
        .map((one) => costOfPart(one, length))
        .reduce((all, one) => ({ ways: all.ways + one.ways, steps: all.steps + one.steps }));
    case 'row':
      return part.parts
        .map((one) => costOfPart(one, length))
        .reduce((all, one) => ({ ways: all.ways * one.ways, steps: all.steps + all.ways * one.steps }), {
          ways: 1,
          steps: 1,
        });
    case 'repeat':
      return costOfRepeat(
        part.least,
        Math.min(part.most, Math.max(length, part.least)),
        costOfPart(part.inner, length),
      );
  }
}

function costOfRepeat(least: number, most: number, one: Cost): Cost {
  if (least === 0 && most === 1) return { ways: one.ways + 1, steps: one.steps + 1 };
  const all = one.ways ** most;
  if (!Number.isFinite(all)) return { ways: Infinity, steps: Infinity }; // ∞ − 1 over ∞ − 1 would be no number
  const tries = one.ways === 1 ? most : (all - 1) / (one.ways - 1);
  return { ways: all * Math.max(most - least + 1, 1), steps: one.steps * Math.max(tries, 1) };
}
