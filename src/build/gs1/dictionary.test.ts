import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BARCODE_PS, DATA, dataOf, readBwipp, readDictionary, TITLES } from './dictionary.ts';

const textOf = (path: string): string => readFileSync(path, 'utf8');
const titles = JSON.parse(textOf(TITLES)) as Record<string, string>;

test('the data are what the script makes of the dictionary that bwip-js ships', () => {
  const data = dataOf(readBwipp(textOf(BARCODE_PS), titles));
  expect(JSON.parse(textOf(DATA))).toEqual(data);
});

test('a new identifier without a title is said, and so is a file of another form', () => {
  const { '00': _, ...others } = titles;
  expect(() => readBwipp(textOf(BARCODE_PS), others)).toThrow('(00) has no title');
  expect(() => readBwipp('%!PS', titles)).toThrow('BWIPP has changed');
});

describe('GS1’s own file', () => {
  const read = (text: string) => dataOf(readDictionary(text));

  test.each([
    ['00        * N18,csum,key   dlpkey   # SSCC', '00', '*n18c', 'SSCC'],
    ['10          X..20   req=01,02,8006,8026   # BATCH/LOT', '10', 'x-20', 'BATCH/LOT'],
    ['3100-3105 *? N6   req=01,02 ex=310n   # NET WEIGHT (kg)', '3100-3105', '*n6', 'NET WEIGHT (kg)'],
    ['4324        N6,yymmd0 N4,hhmm   req=00   # NOT BEF DEL DT', '4324', 'n6d,n4', 'NOT BEF DEL DT'],
    ['7007        N6,yymmdd [N6],yymmdd   # HARVEST DATE', '7007', 'n6d,n6d?', 'HARVEST DATE'],
    ['8003   N1,zero N13,csum,key [X..16]  dlpkey   # GRAI', '8003', 'n1,n13c,x-16?', 'GRAI'],
    ['8110        X..70,couponcode', '8110', 'x-70', ''],
    ['7230        X2 X..28   # CERT # 1', '7230', 'x2,x-28', 'CERT # 1'],
  ])('%s', (line, ...rule) => {
    expect(read(`# a comment\n\n${line}\n`).rules).toEqual([rule]);
  });

  test('a Digital Link begins with the keys, and with no other', () => {
    const file = `00 * N18,csum dlpkey # SSCC\n414 * N13,csum dlpkey=254|7040 # LOC No.\n410 * N13,csum # SHIP TO LOC`;
    expect(read(file).linkKeys).toEqual(['00', '414']);
  });
});
