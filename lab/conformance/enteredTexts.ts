import type { BindingName } from '#wire/binding.ts';

/** Texts that an operator or a scanner can enter. */
export const enteredTexts: Readonly<Record<string, string>> = {
  Chinese: '北京市朝阳区 订单號 中文',
  Cyrillic: 'Склад № 7, Ёлкина ъ',
  emoji: '📦👩‍👩‍👧🇨🇳😀',
  'right to left and combining': 'שלום مرحبا e\u0301',
  'direction marks': 'a\u200Eb\u200Fc\u202Ad\u202Ce',
  'XML specials without markup': `a & b < c > d "e" 'f' ]]> &amp; &lt;`,
  'XML specials with markup': '<b>x</b><!-- y --><?z?>&#65;',
  'JSON with markup': '{"note":"<p>5 &#215; 7</p>","path":"a\\\\b"}',
  'leading and trailing blanks': '  a  b  ',
  'blanks only': '   ',
  'no text at all': '',
  'tabs and line breaks': '\ta\nb\r\nc\rd\n',
  'characters of a form': 'a+b=c&d%41;e#f?g/h%zz%',
  'unusual line ends': 'a\u0085b\u2028c\u2029d\u00A0e',
  'a byte order mark': '\uFEFFa\uFEFF',
  'a number as text': '000123',
  'what a number is not': '0E68',
  'separators of GS1 and control characters': ']C1010460\u001D10ABC\u001E\u0004\u0001',
  'U+FFFE': 'a\uFFFEb',
  '64,000 Latin characters': 'x'.repeat(64_000),
  '64,000 Chinese characters': '中'.repeat(64_000),
  '64,000 characters with markup': '<b>中</b>'.repeat(8000),
};

/**
 * A text as the peer has it: Mono puts a query through System.Uri, which drops direction marks even where they are
 * escaped. Microsoft reads the query's bytes. Found here; no document says so.
 */
export function readByMono(text: string, binding: BindingName): string {
  return binding === 'http-get' ? text.replaceAll(/[\u200E\u200F\u202A-\u202E]/g, '') : text;
}

/** No binding carries it: a form is refused for the markup, an envelope cannot hold the control character. */
export const CARRIED_BY_NONE = 'a\u001D<b>';

/** The bindings that carry a text. Source: lab/conformance. */
export function carriedBy(text: string): readonly BindingName[] {
  const form = !/<[A-Za-z!/?]|&#/.test(text);
  const envelope = !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(text);
  const short = encodeURIComponent(text).length < 500;
  return [
    ...(form ? (['http-post'] as const) : []),
    ...(form && short ? (['http-get'] as const) : []),
    ...(envelope ? (['soap11', 'soap12'] as const) : []),
  ];
}

/** Integers as they can be entered, and as .NET has them. Source: lab/conformance. */
export const enteredInts: Readonly<Record<string, string>> = {
  '0': '0',
  '-0': '0',
  '7': '7',
  '007': '7',
  '+7': '7',
  '-7': '-7',
  ' 7 ': '7',
  '\t7\n': '7',
  '2147483647': '2147483647',
  '-2147483648': '-2147483648',
};

/** Decimals as they can be entered, and as .NET has them. Source: lab/conformance. */
export const enteredDecimals: Readonly<Record<string, string>> = {
  '0': '0',
  '0.00': '0.00',
  '1.5': '1.5',
  '1.50': '1.50',
  '.5': '0.5',
  '5.': '5',
  '+1.5': '1.5',
  '-1.5': '-1.5',
  ' 1.5 ': '1.5',
  '0001.10': '1.10',
  '79228162514264337593543950335': '79228162514264337593543950335',
  '-79228162514264337593543950335': '-79228162514264337593543950335',
  '0.0000000000000000000000000001': '0.0000000000000000000000000001',
  '1.2345678901234567890123456789': '1.2345678901234567890123456789',
};

/** Texts that the service would refuse as a number, or read as another than was meant. */
export const illegalInts: readonly string[] = [
  '',
  'abc',
  '7.0',
  '1,000',
  '1e3',
  '0x10',
  '2147483648',
  '-2147483649',
  '７',
];
export const illegalDecimals: readonly string[] = [
  '',
  'abc',
  '1,5',
  '1,234.5',
  '1.5-',
  '1e3',
  '$1.5',
  '(1.5)',
  'NaN',
  '79228162514264337593543950336',
];
