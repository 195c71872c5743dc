import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inert, readInert, toCsv } from './csv.ts';

const FORMULA = /^[ "]*[=+\-@＝＋－＠]/u;

/** Returns the cells that a spreadsheet sees which expects this separator, and may know nothing of quotes. */
function cellsSeen(text: string, separator: string, quotes: boolean): string[] {
  const cells = [''];
  let quoted = false;
  for (const letter of text) {
    const cell = cells.at(-1) ?? '';
    if (quotes && letter === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && [separator, '\r', '\n'].includes(letter)) cells.push('');
    else cells[cells.length - 1] = cell + letter;
  }
  return cells;
}

const hostile = fc
  .array(fc.constantFrom(...Array.from('=+-@＝;,|\t\r\n"\' a1')), { maxLength: 12 })
  .map((letters) => letters.join(''));

test('no spreadsheet finds a formula in a line of CSV, whatever separates cells for it and whatever stands in them', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (fields) => {
      for (const separator of [',', ';', '\t', '|']) {
        for (const quotes of [true, false]) {
          const found = cellsSeen(toCsv(fields), separator, quotes).filter((cell) => FORMULA.test(cell));
          expect({ separator, quotes, found }).toEqual({ separator, quotes, found: [] });
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test('what was made inert is read back as it was', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(readInert(inert(text))).toBe(text);
    }),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1'])('%j gets an apostrophe', (text) => {
  expect(toCsv(['a', text])).toBe(`"a","'${text}"\r\n`);
});

test.each(['D-1001', '000123', ' x ', 'a=b', '', '"', 'a,b\r\nc', 'weight=-5', '2026-11-21'])(
  '%j is left as it is',
  (text) => {
    expect(toCsv([text])).toBe(`"${text.replaceAll('"', '""')}"\r\n`);
  },
);
