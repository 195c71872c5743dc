import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CODE_LENGTH, fitsCode } from '#site/codes.ts';
import { costOf, isSlow } from '#site/expressionCost.ts';
import { readSite } from '#site/readSite.ts';
import { judge, MAX_JUDGED } from './judging.ts';
import type { SiteConfiguration } from '#site/site.ts';

describe('how long a pattern may take', () => {
  test.each([
    ['D-\\d{4}', 1],
    ['D-\\d{4,6}', 3],
    ['(?:D|DD)-[0-9*+]?\\+', 4],
    ['[(+*){2,3}]\\(\\)', 1],
    ['\\p{Lu}{3}\\u{41}{2}', 1],
    ['(?<year>\\d\\d)(?=x)\\k<year>{2}', 1],
    ['a+', 128],
    ['a*?b', 129],
    ['(?:\\d\\d){3}', 1],
    ['(?:ab?){3}', 8],
    ['𝒳{2,3}', 2],
    ['a{3,2000}', 126],
  ])('%s can be tried in %d ways', (source, ways) => {
    expect(() => new RegExp(source, 'u')).not.toThrow();
    expect(costOf(source, 128)?.ways).toBe(ways);
  });

  test.each([
    '(a+)+',
    '(a|a)*',
    '(?:a?){99}',
    `${'a?'.repeat(40)}${'a'.repeat(40)}`,
    '.*.*.*.*x',
    '([a-z]+\\d*)+',
    '(.*)*',
    '(?:(?:x{1,9}){9}){9}',
    '(?=(a+)+b)a',
    '(((a*)*)*)*b',
    '(((a{0,999})*)+)*b',
    '((((a|b)?)*)*)*c',
    '(a)\\1',
    '(?:a{4000}){4000}',
    `${'('.repeat(60)}a*${')*'.repeat(60)}`,
    `(?:){${'9'.repeat(60)}}`,
  ])('%s is refused', (pattern) => {
    expect(() => readSite({ codes: { deliveryCode: { pattern, example: 'a' } } })).toThrow(/may take too long/);
    expect(() => readSite({ opens: [{ pattern, task: 'revert-off' }] })).toThrow(/may take too long/);
    expect(() => readSite({ answerRules: [{ matches: pattern, verdict: 'accepted' }] })).toThrow(/may take too long/);
  });

  test('a cost is a number, or has no bound: nothing repeated in a repetition is taken, however deep', () => {
    const nested = fc.letrec<{ part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom('a', '.', '[ab]', '\\d'),
        fc
          .tuple(tie('part'), fc.constantFrom('', '*', '+', '?', '{2,}', '{0,99}', '{3}', '{400}'))
          .map(([inner, quantifier]) => `(?:${inner})${quantifier}`),
        fc.tuple(tie('part'), tie('part')).map((both) => both.join('')),
        fc.tuple(tie('part'), tie('part')).map((both) => `(?:${both.join('|')})`),
      ),
    })).part;
    fc.assert(
      fc.property(nested, (pattern) => {
        const { ways, steps } = costOf(pattern, MAX_JUDGED) ?? { ways: Infinity, steps: Infinity };
        expect(ways).toBeGreaterThanOrEqual(1); // which what is no number is not
        expect(steps).toBeGreaterThanOrEqual(1);
        expect(isSlow(`(?:(?:(?:${pattern}|x)*)*)*y`, MAX_CODE_LENGTH, 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each(['D-\\d+', '[A-Z]+-\\d+-[A-Z]*', '(?:D|S|B)-\\d{4,6}(?:-[A-Z]{1,2})?', '[^\\s]{1,30}'])(
    '%s is what a site writes, and is taken',
    (pattern) => {
      const example = ['D-1', 'A-1-', 'S-1234-A', 'x'].find((text) => fitsCode({ pattern }, text));
      expect(readSite({ codes: { deliveryCode: { pattern, example } } }).codes).toEqual({
        deliveryCode: { pattern, example },
      });
    },
  );

  test.each([
    ['^OK: ', false],
    ['^OK: .+', false],
    ['^\\{"code":0,.*"ok":true', false],
    ['^"code":.*"ok":.*true', false],
    ['code.*ok', false],
    ['not on shelf|成功', false],
    ['"code":.*"ok":.*true', true],
    ['.*.*x', true],
    ['.*.{500}x', true],
    ['^(.*)\\1{20}y', true],
    ['^(?:a|b)*c', true],
    ['x.*y|.*z.*z', true],
  ])('on an answer %s may take too long: %s', (matches, is) => {
    let said = '';
    try {
      readSite({ answerRules: [{ matches, verdict: 'accepted' }] });
    } catch (error) {
      said = String(error);
    }
    expect(said.startsWith(`TypeError: answerRules[0].matches: “${matches}” may take too long`)).toBe(is);
    expect(said === '').toBe(!is);
  });

  /** Pieces of the hardest texts for an expression of a site: what it looks for, again and again, and never the end of it. */
  const hostile = ['"code":', '"ok":', '"code":"ok":', 'a', ' ', '{', '\n', 'ab', '"code":0,', 'OK: ', 'x'];

  test.each([
    '"code":.*"ok":.*true',
    '^"code":.*"ok":.*true',
    'code.*ok',
    '[^x]*[^y]z',
    '(?:a?b?){3}c.*d',
    'OK: \\d+.*z',
    '.{1,400}z',
  ])('%s takes a bounded time on every answer, or is refused', (matches) => {
    const rule = { matches, verdict: 'accepted' as const };
    let site: SiteConfiguration;
    try {
      site = readSite({ answerRules: [rule] });
    } catch {
      return;
    }
    for (const pump of hostile) {
      for (const length of [MAX_JUDGED, 40_000]) {
        const text = pump.repeat(Math.floor(length / pump.length));
        const before = process.threadCpuUsage(); // other work of a busy machine is not in it
        judge(site, 'RevertOff', text);
        expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000); // microseconds
      }
    }
  });

  test('whatever is taken ends on every text', () => {
    const atom = fc.constantFrom('a', '.', '[ab]', '\\d', 'b');
    const part = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{2,5}', '{3}')).map((both) => both.join(''));
    const group = fc
      .tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom('', '*', '+', '?', '{2,5}', '{3}'))
      .map(([parts, quantifier]) => `(?:${parts.join('')})${quantifier}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(part, group), { minLength: 1, maxLength: 5 }), (parts) => {
        const pattern = parts.join('');
        fc.pre(!isSlow(pattern, MAX_CODE_LENGTH, 1));
        expect(fitsCode({ pattern }, `${'a'.repeat(127)}!`)).toBe(
          new RegExp(`^(?:${pattern})$`, 'su').test(`${'a'.repeat(127)}!`),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('whether a code fits', () => {
  test.each([
    ['D-\\d{4}', 'D-1001', true],
    ['D-\\d{4}', 'D-10010', false],
    ['D-\\d{4}', 'xD-1001', false],
    ['D|S', 'DS', false],
    ['.*', 'a'.repeat(128), true],
    ['.*', 'a'.repeat(129), false],
    ['.', '😀', true],
  ])('%s, %j: %s', (pattern, text, does) => {
    expect(fitsCode({ pattern }, text)).toBe(does);
  });
});
