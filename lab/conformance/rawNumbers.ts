import { type RawRequest, WAREHOUSE, actionOf, element, form, query, soap11, soap12 } from './rawRequest.ts';

/** Texts for an int: each is sent over all four bindings. */
const ints: Readonly<Record<string, string>> = {
  plain: '7',
  'leading zeros': '007',
  plus: '+7',
  minus: '-7',
  'minus zero': '-0',
  'blanks around': ' 7 ',
  'tab and newline around': '\t7\n',
  'blank inside': '1 2',
  'no-break space before': '\u00A07',
  largest: '2147483647',
  smallest: '-2147483648',
  'one too large': '2147483648',
  'one too small': '-2147483649',
  'thirty digits': '123456789012345678901234567890',
  'point and zero': '7.0',
  'point at the end': '7.',
  'comma as point': '12,5',
  'comma as grouping': '1,000',
  letters: 'abc',
  exponent: '1e3',
  hexadecimal: '0x10',
  'not a number': 'NaN',
  boolean: 'true',
  'the word null': 'null',
  'full-width digit': '７',
  'Arabic digits': '٤٢',
  empty: '',
  'a blank only': ' ',
  'two signs': '--7',
  'sign after': '7-',
  'quote mark and ampersand': `"7'&`,
};

/** Texts for a decimal: each is sent over all four bindings. */
const decimals: Readonly<Record<string, string>> = {
  plain: '1.5',
  'scale kept': '1.50',
  'no whole part': '.5',
  'no fraction': '5.',
  'a point only': '.',
  plus: '+1.5',
  minus: '-1.5',
  'blanks around': ' 1.5 ',
  largest: '79228162514264337593543950335',
  smallest: '-79228162514264337593543950335',
  'one too large': '79228162514264337593543950336',
  '28 places': '0.0000000000000000000000000001',
  '29 places': '0.00000000000000000000000000015',
  '40 digits': '1.234567890123456789012345678901234567890',
  'comma as point': '1,5',
  'comma as grouping': '1,234.5',
  'point as grouping': '1.234,5',
  'sign after': '1.5-',
  exponent: '1e3',
  'negative exponent': '1E-2',
  'not a number': 'NaN',
  infinity: 'INF',
  parentheses: '(1.5)',
  currency: '$1.5',
  'with a unit': '1.5kg',
  empty: '',
  'Arabic digits': '١.٥',
};

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function inXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => XML_ESCAPES[character] ?? character);
}

/** AgainOpenBag with each text as its only number. */
function intRequests([what, text]: readonly [string, string]): readonly RawRequest[] {
  const path = `${WAREHOUSE}/AgainOpenBag`;
  const fields = `apiKey=k&logTransferDtlID=${encodeURIComponent(text)}`;
  const body = element('AgainOpenBag', `<apiKey>k</apiKey><logTransferDtlID>${inXml(text)}</logTransferDtlID>`);
  return [
    { name: `int over POST: ${what}`, bytes: form(fields, path) },
    { name: `int over GET: ${what}`, bytes: query(fields, path) },
    { name: `int over SOAP 1.1: ${what}`, bytes: soap11(body, { path: WAREHOUSE, action: actionOf('AgainOpenBag') }) },
    { name: `int over SOAP 1.2: ${what}`, bytes: soap12(body, { path: WAREHOUSE }) },
  ];
}

/** CompleteBag with each text as its weight. */
function decimalRequests([what, text]: readonly [string, string]): readonly RawRequest[] {
  const path = `${WAREHOUSE}/CompleteBag`;
  const weight = encodeURIComponent(text);
  const fields = `apiKey=k&logTransferDtlID=1&userID=2&sWeight=${weight}&WarehouseID=3`;
  const body = element(
    'CompleteBag',
    '<apiKey>k</apiKey><logTransferDtlID>1</logTransferDtlID><userID>2</userID>' +
      `<sWeight>${inXml(text)}</sWeight><WarehouseID>3</WarehouseID>`,
  );
  return [
    { name: `decimal over POST: ${what}`, bytes: form(fields, path) },
    { name: `decimal over GET: ${what}`, bytes: query(fields, path) },
    {
      name: `decimal over SOAP 1.1: ${what}`,
      bytes: soap11(body, { path: WAREHOUSE, action: actionOf('CompleteBag') }),
    },
    { name: `decimal over SOAP 1.2: ${what}`, bytes: soap12(body, { path: WAREHOUSE }) },
  ];
}

/** Every number over every binding. Source: lab/conformance. */
export const numberRequests: readonly RawRequest[] = [
  ...Object.entries(ints).flatMap(intRequests),
  ...Object.entries(decimals).flatMap(decimalRequests),
];
