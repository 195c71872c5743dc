import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, decimalOf, decimalText, dividedDecimal, timesDecimal } from '#contract/decimal.ts';

const of = (text: string) => decimalOf(text) ?? expect.fail(`${text} is no decimal`);

describe('exact decimals', () => {
  test.each(['', '.', '-', '1e3', '1,5', '+1', '1.2.3', ' 1', 'NaN'])('%j is none', (text) => {
    expect(decimalOf(text)).toBeUndefined();
  });

  test.each([
    ['0.1', '0.2', '0.02'],
    ['453.59237', '2', '907.18474'],
    ['-1.5', '2', '-3'],
    ['.5', '8.', '4'],
  ])('%s times %s is %s', (a, b, product) => {
    expect(decimalText(timesDecimal(of(a), of(b)))).toBe(product);
  });

  test.each([
    ['1', '3', 4, '0.3333'],
    ['2', '3', 4, '0.6667'],
    ['-2', '3', 1, '-0.7'],
    ['1', '2', 0, '1'],
    ['1250', '1000', 3, '1.25'],
    ['0.000125', '0.001', 3, '0.125'],
  ])('%s divided by %s, %d digits: %s', (a, b, scale, quotient) => {
    expect(decimalText(dividedDecimal(of(a), of(b), scale))).toBe(quotient);
  });

  test('a part is found again in the whole, however long the numbers are', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.nat(12),
        fc.bigInt().filter((n) => n !== 0n),
        fc.nat(12),
        (a, as, b, bs) => {
          const [x, y] = [
            { digits: a, scale: as },
            { digits: b, scale: bs },
          ];
          const back = dividedDecimal(timesDecimal(x, y), y, as);
          expect(compareDecimals(back, x)).toBe(0);
          expect(decimalOf(decimalText(x)) && compareDecimals(of(decimalText(x)), x)).toBe(0);
        },
      ),
    );
  });
});
