import { expect, test } from 'vitest';
import { classify } from '#wire/classify.ts';
import { defaultNames } from '#wire/names.ts';

const TEXT = 'OK: 中文 已上架';
/** “OK: 中文” in the encodings of this field, by hand: a runtime encodes UTF-8 alone. */
const GBK = [0x4f, 0x4b, 0x3a, 0x20, 0xd6, 0xd0, 0xce, 0xc4];
const WINDOWS_1251 = [0x4f, 0x4b, 0x3a, 0x20, 0xc3, 0xee, 0xf2, 0xee, 0xe2, 0xee];
const ascii = (text: string): number[] => Array.from(text, (one) => one.charCodeAt(0));

function document(encoding: string | undefined, text: readonly number[]): Uint8Array {
  const said = encoding === undefined ? '' : ` encoding="${encoding}"`;
  const head = ascii(`<?xml version="1.0"${said}?>\r\n<string xmlns="http://tempuri.org/">`);
  return Uint8Array.from([...head, ...text, ...ascii('</string>')]);
}

function wide(encoding: string, isLittle: boolean, mark: readonly number[]): Uint8Array {
  const text = `<?xml version="1.0" encoding="${encoding}"?><string xmlns="http://tempuri.org/">${TEXT}</string>`;
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const bytes = units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]));
  return Uint8Array.from([...mark, ...bytes]);
}

const read = (contentType: string, body: Uint8Array) => classify({ status: 200, contentType, body }, defaultNames);

test.each<[what: string, type: string, body: Uint8Array, text: string]>([
  ['gb2312 in the declaration', 'text/xml', document('gb2312', GBK), 'OK: 中文'],
  ['GBK in the declaration, capital', 'text/xml', document('GBK', GBK), 'OK: 中文'],
  ['gb18030 in the content type', 'text/xml; charset=gb18030', document(undefined, GBK), 'OK: 中文'],
  ['the content type before the declaration', 'text/xml; charset=gb2312', document('utf-8', GBK), 'OK: 中文'],
  ['windows-1251 in the declaration', 'text/xml', document('windows-1251', WINDOWS_1251), 'OK: Готово'],
  [
    'single quotes and spaces',
    'text/xml',
    Uint8Array.from([
      ...ascii("<?xml version='1.0'  encoding = 'windows-1251' standalone='yes'?><string xmlns='http://tempuri.org/'>"),
      ...WINDOWS_1251,
      ...ascii('</string>'),
    ]),
    'OK: Готово',
  ],
  ['UTF-8 where nothing is said', 'text/xml', document(undefined, [...new TextEncoder().encode(TEXT)]), TEXT],
  [
    'UTF-8 with its mark, whatever is said',
    'text/xml; charset=gb2312',
    Uint8Array.from([0xef, 0xbb, 0xbf, ...document('gb2312', [...new TextEncoder().encode(TEXT)])]),
    TEXT,
  ],
  ['UTF-16, the low byte first, by its mark', 'text/xml', wide('utf-16', true, [0xff, 0xfe]), TEXT],
  ['UTF-16, the high byte first, by its mark', 'text/xml', wide('utf-16', false, [0xfe, 0xff]), TEXT],
  ['UTF-16 with a mark under another charset', 'text/xml; charset=utf-8', wide('utf-16', true, [0xff, 0xfe]), TEXT],
  ['utf-16le in the content type', 'text/xml; charset=utf-16le', wide('utf-16', true, []), TEXT],
  ['UTF-16 without a mark or a charset', 'text/xml', wide('utf-16', false, []), TEXT],
])('an answer is read in its own encoding: %s', (_, type, body, text) => {
  expect(read(type, body)).toEqual({ kind: 'answered', text });
});

test.each<[what: string, type: string, body: Uint8Array]>([
  ['in the declaration', 'text/xml', document('x-mac-klingon', ascii('OK'))],
  ['in the content type', 'text/xml; charset=utf-7', document('utf-8', ascii('OK'))],
  ['EBCDIC', 'text/xml; charset=IBM037', document(undefined, ascii('OK'))],
  // WHATWG's decoders take these names for a page that is to be refused whole
  ['one that is unsafe to read', 'text/xml', document('hz-gb-2312', ascii('OK'))],
])('one that is not read here is no answer, and nothing of it is repeated: %s', (_, type, body) => {
  expect(read(type, body)).toEqual({
    kind: 'no-answer',
    cause: 'malformed',
    reason: 'The reply is in an encoding that is not read here.',
  });
});

test('bytes that are not what they are said to be are no answer', () => {
  for (const body of [document('gb2312', [0xff, 0xff]), document('utf-8', GBK), document(undefined, GBK)]) {
    expect(read('text/xml', body)).toMatchObject({ kind: 'no-answer', cause: 'malformed' });
  }
  expect(read('text/xml', document('utf-16', ascii('OK')))).toMatchObject({ kind: 'no-answer' });
});
