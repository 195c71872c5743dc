import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasCheckDigit } from './checkDigit.ts';
import { type Gs1Element, readElements } from './gs1.ts';
import { type Gs1Part, gs1Rules } from './gs1Table.ts';
import { GS } from '#scan/normalise.ts';

const YEAR = 2026;
const read = (text: string): readonly Partial<Gs1Element>[] =>
  readElements(text, YEAR).elements.map(({ title: _title, ...element }) => element);

describe('the elements of a code', () => {
  test.each<[string, string, readonly Partial<Gs1Element>[]]>([
    ['an SSCC', '00106141412345678908', [{ ai: '00', value: '106141412345678908' }]],
    [
      'a GTIN, a date and a lot',
      '01095212345432131726123110ABC123',
      [
        { ai: '01', value: '09521234543213' },
        { ai: '17', value: '261231', shown: '2026-12-31' },
        { ai: '10', value: 'ABC123' },
      ],
    ],
    [
      'a lot in the middle, ended by the separator',
      `10ABC123${GS}3103001750`,
      [
        { ai: '10', value: 'ABC123' },
        { ai: '3103', value: '001750', shown: '1.750' },
      ],
    ],
    [
      'an identifier of four digits and one of three',
      `4300JANE & CO${GS}235XYZ`,
      [
        { ai: '4300', value: 'JANE & CO', problem: 'characters' },
        { ai: '235', value: 'XYZ' },
      ],
    ],
    ['a separator at the end', `10ABC${GS}`, [{ ai: '10', value: 'ABC' }]],
    ['a separator in front', `${GS}10ABC`, [{ ai: '10', value: 'ABC' }]],
    [
      'a separator that is not needed',
      `0109521234543213${GS}10ABC`,
      [
        { ai: '01', value: '09521234543213' },
        { ai: '10', value: 'ABC' },
      ],
    ],
    [
      'two separators in a row',
      `10ABC${GS}${GS}21X`,
      [
        { ai: '10', value: 'ABC' },
        { ai: '21', value: 'X' },
      ],
    ],
    ['a wrong check digit', '0109521234543210', [{ ai: '01', value: '09521234543210', problem: 'check-digit' }]],
    ['a GTIN that breaks off', '01095212', [{ ai: '01', value: '095212', problem: 'length' }]],
    ['letters in a GTIN', '010952123454321X', [{ ai: '01', value: '0952123454321X', problem: 'characters' }]],
    ['a lot that is too long', `10${'A'.repeat(21)}`, [{ ai: '10', value: 'A'.repeat(21), problem: 'length' }]],
    ['an identifier without a value', '10', [{ ai: '10', value: '', problem: 'length' }]],
    ['a month and no day', '15270200', [{ ai: '15', value: '270200', shown: '2027-02' }]],
    ['the 29th of February of a leap year', '17280229', [{ ai: '17', value: '280229', shown: '2028-02-29' }]],
    ['the 29th of February of another', '17270229', [{ ai: '17', value: '270229', problem: 'date' }]],
    ['a month that is none', '17261340', [{ ai: '17', value: '261340', problem: 'date' }]],
    ['the year 76, which is to come', '17760101', [{ ai: '17', value: '760101', shown: '2076-01-01' }]],
    ['the year 77, which is past', '17770101', [{ ai: '17', value: '770101', shown: '1977-01-01' }]],
    ['no decimals', '3100001750', [{ ai: '3100', value: '001750', shown: '1750' }]],
    ['more decimals than digits', '39093', [{ ai: '3909', value: '3', shown: '0.000000003' }]],
    ['an amount with its currency', '39129781234', [{ ai: '3912', value: '9781234', shown: '978 12.34' }]],
    ['a date with a time', '70032612312359', [{ ai: '7003', value: '2612312359', shown: '2026-12-31 2359' }]],
    [
      'an optional part that is there',
      '8008261231235959',
      [{ ai: '8008', value: '261231235959', shown: '2026-12-31 23 59 59' }],
    ],
    ['and one that is not', '800826123123', [{ ai: '8008', value: '26123123', shown: '2026-12-31 23' }]],
    ['half an optional part', '8008261231231', [{ ai: '8008', value: '261231231', problem: 'length' }]],
  ])('%s', (_, text, elements) => {
    expect(readElements(text, YEAR).unread).toEqual([]);
    expect(read(text)).toEqual(elements);
  });

  test.each<[string, string, readonly string[], readonly string[]]>([
    ['an identifier that is none', '05ABC', [], ['05ABC']],
    ['one behind a value of known length', '010952123454321305ABC', ['01'], ['05ABC']],
    ['what comes after the next separator is read again', `05ABC${GS}10LOT`, ['10'], ['05ABC']],
    ['no GS1 code at all', 'D-1001', [], ['D-1001']],
    ['half an identifier', '31', [], ['31']],
    ['decimals that the standard has not', '3106001750', [], ['3106001750']],
    ['the human form is no data', '(01)09521234543213', [], ['(01)09521234543213']],
    ['nothing', '', [], []],
    ['nothing but separators', `${GS}${GS}`, [], []],
  ])('%s: told, and kept', (_, text, ais, unread) => {
    const content = readElements(text, YEAR);
    expect(content.elements.map(({ ai }) => ai)).toEqual(ais);
    expect(content.unread).toEqual(unread);
  });

  test.each([
    ['106141412345678908', true],
    ['09521234543213', true],
    ['9521234543213', true],
    ['4006381333931', true],
    ['96385074', true],
    ['036000291452', true],
    ['4006381333932', false],
    ['106141412345678980', false],
  ])('the check digit of %s is right: %s', (digits, isRight) => {
    expect(hasCheckDigit(digits)).toBe(isRight);
  });
});

describe('the table', () => {
  test('no identifier begins with another: what is read is never a guess', () => {
    const all = [...gs1Rules.keys()];
    for (const ai of all) {
      expect(ai).toMatch(/^\d{2,4}$/);
      expect(all.filter((other) => other !== ai && other.startsWith(ai))).toEqual([]);
    }
    expect(all).toHaveLength(541);
  });

  test('exactly the values of predefined length need no separator', () => {
    const predefined = [...gs1Rules].flatMap(([ai, { isPredefined }]) => (isPredefined ? [ai.slice(0, 2)] : []));
    expect(new Set(predefined)).toEqual(new Set('00 01 02 03 11 12 13 15 16 17 20 31 32 33 34 35 36 41'.split(' ')));
    const varying = [...gs1Rules].filter(([, rule]) => rule.parts.some(({ least, most }) => least !== most));
    expect(varying.filter(([, { isPredefined }]) => isPredefined)).toEqual([]);
  });
});

const characters = { n: '0123456789', x: 'ABCabc09!"%&\'()*+,-./:;<=>?_', y: 'AZ09#-/', z: 'AZaz09_-=' };

function pieceOf({ set, least, most, check }: Gs1Part): fc.Arbitrary<string> {
  if (check === 'date') return fc.constantFrom('260131', '271200', '240229', '990630');
  const free = fc.string({
    unit: fc.constantFrom(...characters[set].split('')),
    minLength: check ? most - 1 : least,
    maxLength: check ? most - 1 : most,
  });
  return check
    ? free.map(
        (text) =>
          Array.from('0123456789')
            .map((digit) => text + digit)
            .find(hasCheckDigit) ?? '',
      )
    : free;
}

const rightElement = fc
  .constantFrom(...gs1Rules)
  .chain(([ai, rule]) =>
    fc
      .tuple(...rule.parts.map(pieceOf))
      .map((pieces) => ({ ai, value: pieces.join(''), isPredefined: rule.isPredefined })),
  );

describe('whatever comes', () => {
  test('right elements are read as they were written, with a separator only where one is needed', () => {
    fc.assert(
      fc.property(fc.array(rightElement, { maxLength: 6 }), fc.boolean(), (written, isEnded) => {
        const text = written
          .map(({ ai, value, isPredefined }, index) => {
            const needsEnd = !isPredefined && (isEnded || index < written.length - 1);
            return ai + value + (needsEnd ? GS : '');
          })
          .join('');
        const { elements, unread } = readElements(text, YEAR);
        expect(unread).toEqual([]);
        expect(elements.map(({ ai, value }) => [ai, value])).toEqual(written.map(({ ai, value }) => [ai, value]));
        expect(elements.filter(({ problem }) => problem)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('nothing throws, and no character is lost', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(fc.oneof(fc.constantFrom(GS, ...gs1Rules.keys()), fc.string({ maxLength: 8 })))
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (code) => {
        const { elements, unread } = readElements(code, YEAR);
        const kept = [...elements.map(({ ai, value }) => ai + value), ...unread].join('');
        expect(Array.from(kept).sort().join('')).toBe(Array.from(code.replaceAll(GS, '')).sort().join(''));
        for (const { problem, shown } of elements) expect(problem && shown).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });
});
