import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidParameter } from '#contract/errors.ts';
import { checkDecimal, checkInt, checkText, checkValue } from './call.ts';

/** Returns what `check` throws, and fails where it accepts the text. */
function refusalOf(check: () => string): InvalidParameter {
  try {
    return expect.fail(`accepted as ${check()}`);
  } catch (error) {
    if (error instanceof InvalidParameter) return error;
    throw error;
  }
}

describe('an int is 32 bits, in its shortest form', () => {
  test.each([
    ['7', '7'],
    ['007', '7'],
    ['+7', '7'],
    ['-7', '-7'],
    [' 7 ', '7'],
    ['\t7\r\n', '7'],
    ['0', '0'],
    ['-0', '0'],
    ['000', '0'],
    ['2147483647', '2147483647'],
    ['-2147483648', '-2147483648'],
    ['0000000000000000000002147483647', '2147483647'],
  ])('%j is sent as %s', (text, wire) => {
    expect(checkInt('logTransferDtlID', text)).toBe(wire);
  });

  test.each([
    ['', 'a whole number is needed'],
    ['   ', 'a whole number is needed'],
    ['2147483648', '2147483648 is out of range: -2147483648 to 2147483647'],
    ['-2147483649', 'out of range'],
    ['9'.repeat(40), 'out of range'],
    ['9'.repeat(41), 'is not a whole number'],
    ['7.0', '“7.0” is not a whole number: digits only, such as 42'],
    ['7.', 'is not a whole number'],
    ['12,5', 'is not a whole number'],
    ['1,000', 'is not a whole number'],
    ['1 000', 'is not a whole number'],
    ['1e3', 'is not a whole number'],
    ['0x10', 'is not a whole number'],
    ['١٢', 'is not a whole number'],
    ['７', 'is not a whole number'],
    ['--7', 'is not a whole number'],
    ['+', 'is not a whole number'],
    ['NaN', 'is not a whole number'],
    ['Infinity', 'is not a whole number'],
    ['D-1001', 'is not a whole number'],
  ])('%j is refused with a sentence that names the field', (text, expected) => {
    const refusal = refusalOf(() => checkInt('logTransferDtlID', text));
    expect(refusal.parameter).toBe('logTransferDtlID');
    expect(refusal.message).toMatch(/^logTransferDtlID: .+\.$/);
    expect(refusal.message).toContain(expected);
  });
});

describe('a decimal is kept as text and is never a float', () => {
  test.each([
    ['1,25', '1.25'],
    ['1.25', '1.25'],
    ['1.50', '1.50'],
    ['1.10', '1.10'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['5.', '5'],
    ['5,', '5'],
    ['+1.5', '1.5'],
    ['-1.5', '-1.5'],
    ['-,5', '-0.5'],
    [' 1.5\n', '1.5'],
    ['0', '0'],
    ['0.00', '0.00'],
    ['007.5', '007.5'],
    ['0.1234567890123456789012345678', '0.1234567890123456789012345678'],
    ['79228162514264337593543950335', '79228162514264337593543950335'],
    ['-79228162514264337593543950335', '-79228162514264337593543950335'],
    ['7.9228162514264337593543950335', '7.9228162514264337593543950335'],
    ['000000000000000000000000000000001', '000000000000000000000000000000001'],
  ])('%j is sent as %s', (text, wire) => {
    expect(checkDecimal('sWeight', text)).toBe(wire);
  });

  test.each([
    ['', 'a number is needed, such as 1.25'],
    [' ', 'a number is needed'],
    ['1,234.5', '“1,234.5” is grouped: write it without grouping, such as 1234.5'],
    ['1.234,5', 'is grouped'],
    ['1,234,567', 'is grouped'],
    ['1.2.3', 'is grouped'],
    ['1 234', 'is grouped'],
    ['1\u00a0234', 'is grouped'],
    ['1\u202f234,5', 'is grouped'],
    ["1'234", 'is grouped'],
    ['1’234', 'is grouped'],
    ['1e3', '“1e3” has an exponent: write the number out, such as 1250'],
    ['1E-2', 'has an exponent'],
    ['1.5e+3', 'has an exponent'],
    ['NaN', '“NaN” is not a number: digits and one point, such as 1.25'],
    ['Infinity', 'is not a number'],
    ['1.5kg', 'is not a number'],
    ['1.5-', 'is not a number'],
    ['(1.5)', 'is not a number'],
    ['$1.5', 'is not a number'],
    ['0x1F', 'is not a number'],
    ['١٫٥', 'is not a number'],
    ['.', 'is not a number'],
    ['-', 'is not a number'],
    ['+,', 'is not a number'],
    ['79228162514264337593543950336', 'has more digits than the service keeps (28)'],
    ['99999999999999999999999999999', 'has more digits'],
    ['1'.repeat(30), 'has more digits'],
    ['0.12345678901234567890123456789', 'has more digits'],
  ])('%j is refused with a sentence that names the field', (text, expected) => {
    const refusal = refusalOf(() => checkDecimal('sWeight', text));
    expect(refusal.parameter).toBe('sWeight');
    expect(refusal.message).toMatch(/^sWeight: .+\.$/);
    expect(refusal.message).toContain(expected);
    expect(refusal.message.length).toBeLessThan(120);
  });

  test('a number of any length is refused in a short sentence', () => {
    const refusal = refusalOf(() => checkDecimal('sWeight', '1'.repeat(100_000)));
    expect(refusal.message).toContain('has more digits');
    expect(refusal.message.length).toBeLessThan(120);
  });

  test('whatever is accepted has a point or none, and no grouping, exponent, sign of plus or blank', () => {
    const typed = fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,+- eE'_")), maxLength: 12 });
    let accepted = 0;
    fc.assert(
      fc.property(typed, (text) => {
        let wire: string;
        try {
          wire = checkDecimal('weight', text);
        } catch (error) {
          return error instanceof InvalidParameter;
        }
        accepted += 1;
        return /^-?[0-9]+(\.[0-9]+)?$/.test(wire) && Number(wire) === Number(text.trim().replace(',', '.'));
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

describe('a text stays as it is', () => {
  test.each([
    '',
    ' a ',
    '000123',
    'a\r\nb',
    '\u001d0109506000134352',
    '\u0000',
    '中文',
    '📦',
    '\ufeff',
    'e\u0301',
    '&=+%',
  ])('%j is sent unchanged', (text) => {
    expect(checkText('deliveryCode', text)).toBe(text);
  });

  test.each(['\ud83d', 'a\udce6', '\udce6\ud83d', '📦\ud83d'])(
    '%j holds half a character and is refused by name',
    (text) => {
      const refusal = refusalOf(() => checkText('deliveryCode', text));
      expect(refusal.message).toMatch(/^deliveryCode: .*half a character/);
    },
  );
});

test.each([
  ['int', '007', '7'],
  ['decimal', '1,5', '1.5'],
  ['string', '007', '007'],
] as const)('a value is checked as its type says: %s', (type, text, wire) => {
  expect(checkValue('code', type, text)).toBe(wire);
});
