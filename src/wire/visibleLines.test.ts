import { expect, test } from 'vitest';
import { visibleHeader, visibleLines } from '#wire/visibleLines.ts';

const KEY = 'Key+7f/3a&9"zQ?1-of-a-site';
const linesOf = (text: string, type = 'text/html'): readonly string[] =>
  visibleLines(type, new TextEncoder().encode(text), KEY).split('\n');

test('of a page ten lines are kept that a person would have seen', () => {
  const page =
    '<!DOCTYPE html><html><head><title>Sign in</title><style>p { color: red }</style><!-- secret <b> --></head>' +
    '<body><script>var token = "<p>x</p>";</script><h1>Hotel  Wi-Fi</h1><p>A <b>room</b> number,\r\n  please &amp; thanks &#228;</p>' +
    `${Array.from({ length: 30 }, (_, at) => `<p>Line ${at}</p>`).join('')}</body></html>`;
  const lines = linesOf(page);
  expect(lines.slice(0, 4)).toEqual(['Sign in', 'Hotel Wi-Fi', 'A room number,', 'please & thanks ä']);
  expect(lines).toHaveLength(10);
});

test('a text that is no markup keeps its signs', () => {
  expect(linesOf('System.Exception: a < b\r\n\r\n  at X()', 'text/plain')).toEqual([
    'System.Exception: a < b',
    'at X()',
  ]);
});

test('a word of more than 24 letters is left out: a key in base64, in hexadecimal, in escapes', () => {
  const bytes = Buffer.from(KEY);
  const percent = bytes.toString('hex').replace(/../g, '%$&');
  const numbers = Array.from(KEY, (letter) => `&#${letter.charCodeAt(0)};`).join('');
  for (const written of [bytes.toString('base64'), bytes.toString('hex'), percent, numbers.replaceAll('&', '&amp;')]) {
    expect(linesOf(`<p>before ${written} after</p>`)).toEqual(['before … after']);
  }
  expect(linesOf(`${'x'.repeat(24)} ${'x'.repeat(25)} ${'中'.repeat(40)}`)).toEqual([
    `${'x'.repeat(24)} … ${'中'.repeat(40)}`,
  ]);
});

test('the key is left out raw, in references, between tags, in two bytes a letter, and where it is cut off', () => {
  const numbers = Array.from(KEY, (letter) => `&#${letter.charCodeAt(0)};`).join('');
  for (const written of [KEY.replace('&', '&amp;'), numbers, KEY.split('').join('<b></b>').replace('&', '&amp;')])
    expect(linesOf(`<p>before ${written} after</p>`)).toEqual(['before ‹apiKey› after']);
  expect(visibleLines('text/plain', Buffer.from(`before ${KEY} after`, 'utf16le'), KEY)).toBe('before ‹apiKey› after');
  expect(linesOf(`before ${KEY.slice(0, 12)}`, 'text/plain')).toEqual(['before']);
  expect(visibleHeader(`text/html; of=${KEY}; ${'a1'.repeat(20)}`, KEY)).toBe('text/html; of=‹apiKey›; …');
});

test('of bytes that say nothing there are no lines, and of endless ones few', () => {
  expect(visibleLines('text/html', new Uint8Array(), KEY)).toBe('');
  expect(visibleLines('', Buffer.alloc(100_000, 0), KEY)).toBe('');
  for (const piece of ['<', '<!--', '<script>', '&#', '\r\n', 'a ', '< '])
    expect(linesOf(piece.repeat(500_000)).join('').length).toBeLessThanOrEqual(2_000);
});
