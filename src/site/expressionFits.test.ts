import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canFit, expressionFits } from '#site/expressionFits.ts';

const quantifiers = fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{0}');

/** Expressions of every form that is read, of few letters, so that many of them fit. */
const expressions = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\w',
      '\\W',
      '\\d',
      '\\p{L}',
      '\\u{1F600}',
      '\\x61',
      '😀',
      '[\\]a-]',
    ),
    fc.constantFrom('^', '$', '\\b', '\\B', '\\n', '\\/', '\\.', '\\u0061', '\\uD83D\\uDE00', '[]', '[^]'),
    fc.tuple(tie('part'), quantifiers).map(([inner, quantifier]) => `(?:${inner})${quantifier}`),
    fc.tuple(tie('part'), quantifiers).map(([inner, quantifier]) => `(${inner})${quantifier}`),
    fc.tuple(tie('part'), tie('part')).map((both) => both.join('')),
    fc.tuple(tie('part'), tie('part')).map((both) => `(?:${both.join('|')})`),
    fc.tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('part')).map(([begin, inner]) => `${begin}${inner})`),
  ),
})).part;

const texts = fc.array(fc.constantFrom('a', 'b', '1', '-', '\n', '😀', '\uD83D', 'é', '/'), { maxLength: 6 });

describe('whether an expression fits', () => {
  test('is what RegExp says, of every form that is read', () => {
    fc.assert(
      fc.property(expressions, texts, (source, letters) => {
        const text = letters.join('');
        fc.pre(!(text.includes('😀') && /\\b|\\B|\(\?[=!<]/.test(source))); // V8 also looks between the two halves of one letter
        expect(expressionFits(source, text)).toBe(new RegExp(source, 'u').test(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each<[string, string, boolean]>([
    ['^(?!OK)', 'OK: 1', false],
    ['^(?!OK)', 'ERR: 1', true],
    ['(?<year>\\d{4})-', 'at 2026-11', true],
    ['a{3,99999}', 'aaaa', true],
    ['(?:a{2}){2,3}$', 'aaaaa', true],
    ['', '', true],
    ['a||b', 'c', true],
    ['(?<=^|,)x', 'a,x', true],
    ['(?<=ab)c', 'abc', true],
    ['(?<=ba)c', 'abc', false],
  ])('%s on %j: %s', (source, text, does) => {
    expect(new RegExp(source, 'u').test(text)).toBe(does);
    expect(expressionFits(source, text)).toBe(does);
  });

  test.each(['(a)\\1', '(?<x>a)\\k<x>', '.{5001}', `${'('.repeat(101)}a${')'.repeat(101)}`])(
    'of %s nobody knows, as it cannot be run',
    (source) => {
      expect(() => new RegExp(source, 'u')).not.toThrow();
      expect(canFit(source)).toBe(false);
      expect(expressionFits(source, 'aa')).toBeUndefined();
    },
  );

  test.each([
    '(((a*)*)*)*b',
    '(a+)+b',
    '(a|a)*b',
    '^(?:a?){200}a{200}b',
    '(?=(a+)+b)a',
    '(?<=b(a+)+)c',
    '.*.*.*.*x',
    '(?=.*(?=.*(?=.*(?=.*b))))',
  ])('%s ends on every text, also where no guard has refused it', (source) => {
    const before = process.threadCpuUsage(); // other work of a busy machine is not in it
    expect([false, undefined]).toContain(expressionFits(source, 'a'.repeat(2_000)));
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000); // microseconds
  });
});
