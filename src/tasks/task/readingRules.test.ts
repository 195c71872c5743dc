import { expect, test } from 'vitest';
import { formatsOf, warehouseRules } from '#scan/decode/formats.ts';
import { readingRulesOf } from './readingRules.ts';

test('a site that says nothing has what warehouses have', () => {
  const usual = { ...warehouseRules, charset: 'windows-1252', isCharsetGuessed: true };
  expect(readingRulesOf()).toEqual(usual);
  expect(readingRulesOf({})).toEqual(usual);
});

test('what a site says is looked for; its ITF lengths switch ITF on', () => {
  const rules = readingRulesOf({ formats: ['QRCode'], itfLengths: [14] });
  expect(formatsOf(rules)).toEqual(['QRCode', 'ITF']);
  expect(rules.itfLengths).toEqual([14]);
});

test('the window of the camera is never shorter than a code held still may be unread', () => {
  expect(readingRulesOf({ duplicateWindowMs: 0 }).duplicateWindowMs).toBe(1_000);
  expect(readingRulesOf({ duplicateWindowMs: 3_000 }).duplicateWindowMs).toBe(3_000);
});

test('a character set is the site’s, and the language’s usual one where the site names none', () => {
  expect(readingRulesOf({ charset: 'Big5' }, 'zh')).toMatchObject({ charset: 'Big5', isCharsetGuessed: false });
  expect(readingRulesOf({}, 'zh')).toMatchObject({ charset: 'GB18030', isCharsetGuessed: true });
  expect(readingRulesOf({}, 'ru')).toMatchObject({ charset: 'windows-1251', isCharsetGuessed: true });
});

test('a Code 39 is full ASCII exactly where the site says so', () => {
  expect(readingRulesOf({})).not.toHaveProperty('code39FullAscii');
  expect(readingRulesOf({ code39FullAscii: true }).code39FullAscii).toBe(true);
});
