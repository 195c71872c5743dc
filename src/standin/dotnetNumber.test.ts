import { expect, test } from 'vitest';
import { NumberFormat, readDecimal, readInt32 } from './dotnetNumber.ts';

const MAX = '79228162514264337593543950335';

/** The texts of an Int32 that are read. Source: lab/conformance, the GET and POST column. */
test.each<[text: string, read: string]>([
  ['7', '7'],
  ['007', '7'],
  ['+7', '7'],
  ['-7', '-7'],
  [' 7 ', '7'],
  ['\t7\r\n', '7'],
  ['-0', '0'],
  ['7\0\0', '7'],
  ['2147483647', '2147483647'],
  ['-2147483648', '-2147483648'],
])('%j is the int %s', (text, read) => {
  expect(readInt32(text)).toBe(read);
});

test.each([
  '',
  ' ',
  '7.0',
  '7.',
  '12,5',
  '1,000',
  'abc',
  '1e3',
  '0x10',
  'NaN',
  'true',
  '7 7',
  '- 7',
  '7-',
  '７',
  '٧',
  '\u00a07',
])('%j is no int', (text) => {
  expect(() => readInt32(text)).toThrow(new NumberFormat('Input string was not in a correct format.'));
});

test.each(['2147483648', '-2147483649', '9'.repeat(400)])('%s is too large for an int', (text) => {
  expect(() => readInt32(text)).toThrow('Value was either too large or too small for an Int32.');
});

test.each<[text: string, read: string]>([
  ['1.5', '1.5'],
  ['1.50', '1.50'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['+1.5', '1.5'],
  ['-1.5', '-1.5'],
  [' 1.5 ', '1.5'],
  ['1,5', '15'],
  ['1,234.5', '1234.5'],
  ['1,,5,', '15'],
  ['1.5-', '-1.5'],
  ['1.5 -', '-1.5'],
  ['-0.0', '0.0'],
  [MAX, MAX],
  [`-${MAX}`, `-${MAX}`],
  ['0.00000000000000000000000000015', '0.0000000000000000000000000002'],
  ['0.00000000000000000000000000025', '0.0000000000000000000000000002'],
  ['1.00000000000000000000000000005', '1.0000000000000000000000000000'],
  ['7922816251426433759354395033.56', '7922816251426433759354395034'],
])('%j is the decimal %s', (text, read) => {
  expect(readDecimal(text)).toBe(read);
});

test.each(['', '.', ',5', '1e3', '1E-2', 'NaN', 'INF', '(1.5)', '$1.5', '1.5kg', '1.234,5', '-1.5-', '1 5', '- 1.5'])(
  '%j is no decimal',
  (text) => {
    expect(() => readDecimal(text)).toThrow('Input string was not in a correct format.');
  },
);

test.each(['79228162514264337593543950336', '9'.repeat(400), '79228162514264337593543950335.5'])(
  '%s is too large',
  (text) => {
    expect(() => readDecimal(text)).toThrow('Value was either too large or too small for a Decimal.');
  },
);
