import { expect, test } from 'vitest';
import { withoutFiles } from './withoutFiles.ts';

const base64 = (begin: string, bytes: number): string => {
  const letters = Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 131) % 256)).toString('base64');
  return begin + letters.slice(begin.length);
};
const pdf = base64('JVBERi0', 29_800);
const lines = (text: string, end: string): string => (text.match(/.{1,76}/g) ?? []).join(end);

test.each([
  ['a text that is a PDF', pdf, '[PDF, 30 kB]'],
  ['one in lines', lines(pdf, '\r\n'), '[PDF, 30 kB]'],
  ['one in JSON', JSON.stringify({ code: 'D-1', pdf }), '{"code":"D-1","pdf":"[PDF, 30 kB]"}'],
  ['one in lines in JSON', JSON.stringify({ pdf: lines(pdf, '\n') }), '{"pdf":"[PDF, 30 kB]"}'],
  ['one in such lines in JSON', JSON.stringify({ pdf: lines(pdf, '\r\n') }), '{"pdf":"[PDF, 30 kB]"}'],
  ['one whose slashes are escaped', `{"pdf":"${pdf.replaceAll('/', '\\/')}"}`, '{"pdf":"[PDF, 30 kB]"}'],
  ['a picture with its type', `<img>data:image/png;base64,${base64('', 60)}</img>`, '<img>[1 kB]</img>'],
  ['a picture that is cut off', `${base64('iVBORw0KGgo', 900).slice(0, 200)}…`, '[PNG, 1 kB]…'],
  ['a file of an unknown kind', `label=${base64('', 3_000)};`, 'label=[3 kB];'],
  ['a small one of an unknown kind', `label=${base64('', 195)};`, 'label=[1 kB];'],
  ['two of them', `${pdf} ${base64('/9j/', 6_000)}`, '[PDF, 30 kB] [JPEG, 6 kB]'],
])('no file is read as letters: %s', (_what, text, said) => {
  expect(withoutFiles(text)).toBe(said);
});

test.each([
  ['', ''],
  ['a sentence', 'OK: D-1001 is back on S-01-A'],
  ['a long code', '00340123456789012345'.repeat(6)],
  ['a token that is shorter than a file', base64('', 180)],
  ['a long word', 'x'.repeat(600)],
  ['a long number', '0034'.repeat(90)],
  ['many codes, one a line', Array.from({ length: 500 }, (_, at) => `D-${at}`).join('\n')],
  ['many words, one a line', Array.from({ length: 500 }, (_, at) => `Shelf${at}`).join('\n')],
  ['a number of many digits', '0123456789'.repeat(60)],
  ['one letter over and over', 'x'.repeat(5_000)],
  ['a label in ZPL', '^XA^FO10,10^FDSHELF 7^FS^XZ'.repeat(40)],
  ['an address', `https://example.com/${'shelf/'.repeat(20)}`],
])('what a person reads stays letter by letter: %s', (_what, text) => {
  expect(withoutFiles(text)).toBe(text);
});

test('a text of ten megabytes is looked through before a test is given up', () => {
  const text = `${'a'.repeat(255)} `.repeat(40_000);
  expect(withoutFiles(text)).toHaveLength(text.length);
});
