import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable, writeTable } from './csv.ts';

test.each([
  [
    '7;Ada;W-007\n8;Li',
    [
      ['7', 'Ada', 'W-007'],
      ['8', 'Li'],
    ],
  ],
  [
    '7,Ada\r\n8,Li\r\n',
    [
      ['7', 'Ada'],
      ['8', 'Li'],
    ],
  ],
  [
    '\uFEFF7\tMoreno, Ada\n\n8\tLi',
    [
      ['7', 'Moreno, Ada'],
      ['8', 'Li'],
    ],
  ],
  ['7,"Moreno, ""A"""', [['7', 'Moreno, "A"']]],
  ['7;"two\nlines"', [['7', 'two\nlines']]],
  ['7; 5 " x ;', [['7', '5 " x', '']]],
  [' \n;;\n', []],
  ['', []],
])('%j is read as a spreadsheet means it', (text, rows) => {
  expect(readTable(text)).toEqual(rows);
});

test('what is written is read back, whatever stands in it', () => {
  const cell = fc.string().map((text) => text.replaceAll('\r', '').trim());
  const row = fc.tuple(cell, cell).filter((cells) => cells.some((one) => one !== ''));
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(readTable(writeTable(rows))).toEqual(rows);
    }),
  );
});

test('what is written holds no formula for a spreadsheet that it is pasted into', () => {
  expect(writeTable([['7', '=1+1', 'a;=2']])).toBe('7;\'=1+1;"a;\'=2"');
});
