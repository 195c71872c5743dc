import { expect, test } from 'vitest';
import { warehouseRules } from './formats.ts';
import { code39Text, squaresText } from './symbolText.ts';

/** Returns what zxing-wasm says of a segment of bytes that names no character set. */
const lettersOf = (hex: string): string => String.fromCharCode(...Buffer.from(hex.replaceAll(' ', ''), 'hex'));

const gbk = lettersOf('bbf5 bcdc d6d0 cec4 412d3031');
const cyrillic = lettersOf('d1eaebe0e420b9352d30 31');
const latin = lettersOf('4772f6df652dc43132');
const japanese = lettersOf('938c8b9e');

test.each([
  ['GB18030', gbk, '货架中文A-01'],
  ['GBK', gbk, '货架中文A-01'],
  ['windows-1251', cyrillic, 'Склад №5-01'],
  ['windows-1252', latin, 'Größe-Ä12'],
  ['Shift_JIS', japanese, '東京'],
  ['Big5', lettersOf('a5fea142'), '全、'],
] as const)('bytes that name no character set are read by the one of the site: %s', (charset, text, said) => {
  expect(squaresText({ text, hasECI: false }, { ...warehouseRules, charset })).toEqual({ text: said });
});

test('a code read by the language’s usual character set says so', () => {
  const rules = { ...warehouseRules, charset: 'windows-1251', isCharsetGuessed: true } as const;
  const notice = { kind: 'charset', charset: 'windows-1251' };
  expect(squaresText({ text: cyrillic, hasECI: false }, rules)).toEqual({ text: 'Склад №5-01', notice });
  for (const text of ['D-1001', lettersOf('e8b4a7')])
    expect(squaresText({ text, hasECI: false }, rules)).not.toHaveProperty('notice');
});

test('UTF-8 is read as UTF-8, whatever the site’s character set', () => {
  const text = lettersOf('e8b4a7e69eb6412d3031');
  for (const charset of [undefined, 'GBK', 'windows-1251'] as const)
    expect(squaresText({ text, hasECI: false }, { ...warehouseRules, ...(charset && { charset }) })).toEqual({
      text: '货架A-01',
    });
});

test.each([
  ['no character set is known', latin, undefined],
  ['they are not of the site’s', lettersOf('41ff41'), 'GBK'],
  ['they are cut off in a letter', lettersOf('41bb'), 'GBK'],
] as const)('no letter is made up where %s', (_, text, charset) => {
  const said = squaresText({ text, hasECI: false }, { ...warehouseRules, ...(charset && { charset }) });
  expect(said).toBeUndefined();
});

test('a character set that the code itself names, and Kanji, stay as they are', () => {
  const rules = { ...warehouseRules, charset: 'windows-1251' } as const;
  expect(squaresText({ text: 'Größe', hasECI: true }, rules)).toEqual({ text: 'Größe' });
  expect(squaresText({ text: '東京倉庫', hasECI: false }, rules)).toEqual({ text: '東京倉庫' });
});

test('a Code 39 is as printed, and its other reading is told where the site does not say which is meant', () => {
  const printed = 'LOT+A12';
  expect(code39Text(printed, warehouseRules)).toEqual({
    text: printed,
    notice: { kind: 'full-ascii', text: 'LOTa12' },
  });
  expect(code39Text(printed, { ...warehouseRules, code39FullAscii: false })).toEqual({ text: printed });
  expect(code39Text(printed, { ...warehouseRules, code39FullAscii: true })).toEqual({ text: 'LOTa12' });
  expect(code39Text('D-1001', warehouseRules)).toEqual({ text: 'D-1001' });
});
