import { assert, pre, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise, typedScan } from './normalise.ts';

const ELEMENTS = '010401234512345610ABC\u001d2199';

describe('what scanners put around a code comes off', () => {
  test.each([
    ['CR', 'D-1001\r'],
    ['LF', 'D-1001\n'],
    ['CR LF', 'D-1001\r\n'],
    ['Tab', 'D-1001\t'],
    ['nothing', 'D-1001'],
    ['a literal \\n', 'D-1001\\n'],
    ['a literal \\r\\n', 'D-1001\\r\\n'],
    ['STX and ETX', '\u0002D-1001\u0003'],
    ['blanks and an ideographic blank', ' \u3000D-1001 '],
    ['a byte order mark', '\uFEFFD-1001'],
    ['a NUL', 'D-1001\u0000'],
  ])('%s', (_, raw) => {
    expect(normalise(raw)?.text).toBe('D-1001');
  });

  test.each([
    ['*000122521', '*', '000122521'],
    ['**0001', '*', '*0001'], // once
    ['000122521', '*', '000122521'],
    ['*]C1000122521', '*', '000122521'],
    [']C1*000122521', '*', '000122521'],
    ['P D-1001\r', 'P ', 'D-1001'],
  ])('%s with the prefix %s', (raw, prefix, text) => {
    expect(normalise(raw, prefix)?.text).toBe(text);
  });

  test.each([
    ['000122521;;', ';;', '000122521'],
    ['000122521;;;;\r', ';;', '000122521;;'], // once
    ['000122521', ';;', '000122521'],
    [';;000122521', ';;', ';;000122521'],
  ])('%j with the suffix %s', (raw, suffix, text) => {
    expect(normalise(raw, '', suffix)?.text).toBe(text);
  });

  test.each([
    [']C0D-1001', 'D-1001', 'Code128'],
    [']C1010401234512345610ABC', '010401234512345610ABC', 'GS1-128'],
    [']A0BAG-77', 'BAG-77', 'Code39'],
    [']E04006381333931', '4006381333931', 'EAN13'],
    [']E496385074', '96385074', 'EAN8'],
    [']I012345678', '12345678', 'ITF'],
    [']Q1S-05-A', 'S-05-A', 'QRCode'],
    [']Q30104012345123456', '0104012345123456', 'GS1QRCode'],
    [']d1S-05-A', 'S-05-A', 'DataMatrix'],
    [']d20104012345123456', '0104012345123456', 'GS1DataMatrix'],
    [']e00104012345123456', '0104012345123456', 'GS1DataBar'],
    [']h0D-1001', 'D-1001', 'Han Xin'],
    [']U0D-1001', 'D-1001', 'MaxiCode'],
    [']S0D-1001', 'D-1001', '2 of 5'],
    [']R0D-1001', 'D-1001', '2 of 5'],
    [']J0D-1001', 'D-1001', 'DotCode'],
    [']p0D-1001', 'D-1001', 'PosiCode'],
    [']X0D-1001', 'D-1001', undefined],
    [']d1]C1D-1', ']C1D-1', 'DataMatrix'], // once
  ])('the identifier of %s', (raw, text, symbology) => {
    expect(normalise(raw)).toEqual({ text, ...(symbology && { symbology }) });
  });

  test.each([']Z0D-1001', '[C1D-1001', ']C', 'A]C1B'])('but %s has none', (raw) => {
    expect(normalise(raw)).toEqual({ text: raw });
  });
});

test.each([
  ['as it is', ELEMENTS],
  ['as <GS>', '010401234512345610ABC<GS>2199'],
  ['as {GS}', '010401234512345610ABC{GS}2199'],
  ['after an identifier', `]C1${ELEMENTS}\r`],
  ['after an identifier, as <GS>', ']d2010401234512345610ABC<GS>2199'],
])('the GS1 separator %s gives the same code', (_, raw) => {
  expect(normalise(raw)?.text).toBe(ELEMENTS);
  expect(normalise(raw)?.notice).toBeUndefined();
});

const MESSAGE = '[)>\u001e06\u001dPD-1001\u001dQ5\u001e\u0004';

test.each([
  ['as it is', MESSAGE],
  ['with an ending', `${MESSAGE}\r\n`],
  ['between STX and ETX', `\u0002${MESSAGE}\u0003`],
  ['by names in braces', '[)>{RS}06{GS}PD-1001{GS}Q5{RS}{EOT}'],
  ['by names in angles', '[)><RS>06<GS>PD-1001<GS>Q5<RS><EOT>\r'],
])('a message of ISO/IEC 15434 keeps its own ending, %s', (_, raw) => {
  expect(normalise(raw)).toEqual({ text: MESSAGE });
});

test('RS and EOT around another code come off, and inside it they stay and are told', () => {
  expect(normalise('D-1001\u001e\u0004')).toEqual({ text: 'D-1001' });
  expect(normalise('PN{RS}77{EOT}1')).toEqual({
    text: 'PN\u001e77\u00041',
    notice: { kind: 'invisible', codePoints: [0x1e, 0x04] },
  });
});

test('a separator at either end is kept: it may be data', () => {
  expect(normalise('\u001d0104\u001d\r')?.text).toBe('\u001d0104\u001d');
});

test.each(['', ' ', '\r\n', '\t\t', '\\n', ']C1', '\u0002\u0003', '\u001d', '<GS>', '\uFEFF'])('%j is blank', (raw) => {
  expect(normalise(raw)).toBeUndefined();
  expect(typedScan(raw, 0)).toBeUndefined();
});

test('a prefix alone is blank', () => {
  expect(normalise('*\r', '*')).toBeUndefined();
});

test.each([
  ['D-1001\\r\\n', { kind: 'literal-ending', ending: '\\r\\n' }],
  ['D\u200b-10\u00a001', { kind: 'invisible', codePoints: [0x200b, 0xa0] }],
  ['a\tb', { kind: 'invisible', codePoints: [9] }],
])('%j is told', (raw, notice) => {
  expect(normalise(raw)?.notice).toEqual(notice);
});

test('inside, every character is kept', () => {
  const visible = string({ minLength: 1 }).filter((text) => text.trim() === text && text.trim() !== '');
  assert(
    property(visible, (inside) => {
      const code = `x${inside}x`;
      pre(!/<(?:GS|RS|EOT|FS)>|\{(?:GS|RS|EOT|FS)\}/u.test(code));
      expect(normalise(`\u0002${code}\r\n`)?.text).toBe(code);
    }),
  );
});

test('leading zeros, exponents and inner blanks are text', () => {
  for (const code of ['000123', '0E68', '+1.10', 'A  B', '1,25'])
    expect(typedScan(code, 7)).toEqual({ text: code, source: 'typed', at: 7 });
});
