import { plainTextRefusal } from './knownRows.ts';
import { FORM_TYPE, HANDHELD, type RawRequest, REVERT_OFF_FORM, WAREHOUSE, form, query } from './rawRequest.ts';

const REST = '&storeCode=S-01-A&apiKey=demo-key-0001&userID=7';

/** Fields that say the same in a form and in a query: each is sent as both. */
const fields: Readonly<Record<string, string>> = {
  whole: REVERT_OFF_FORM,
  'first missing': 'storeCode=S&apiKey=k&userID=7',
  'middle missing': 'deliveryCode=D&apiKey=k&userID=7',
  'last missing': 'deliveryCode=D&storeCode=S&apiKey=k',
  'key missing': 'deliveryCode=D&storeCode=S&userID=7',
  'two missing': 'apiKey=k&userID=7',
  'all empty': 'deliveryCode=&storeCode=&apiKey=&userID=',
  reordered: 'userID=7&apiKey=k&storeCode=S&deliveryCode=D',
  'one twice': `deliveryCode=D-1&deliveryCode=D-2${REST}`,
  'one three times, once empty': `deliveryCode=D-1&deliveryCode=&deliveryCode=D-3${REST}`,
  'unknown first': `surplus=1&deliveryCode=D${REST}`,
  'unknown last': `deliveryCode=D${REST}&surplus=1`,
  'unknown twice': `deliveryCode=D${REST}&surplus=1&surplus=2`,
  'name in another letter case': `DELIVERYCODE=D&StoreCode=S&apikey=k&userid=7`,
  'name misspelled': `deliverycod=D${REST}`,
  'name escaped': `%64eliveryCode=D${REST}`,
  'name with a blank after': `deliveryCode+=D${REST}`,
  'empty name': `=x&deliveryCode=D${REST}`,
  'empty pairs': `&&deliveryCode=D${REST}&&`,
  'value with an equals sign': `deliveryCode=D=1${REST}`,
  'semicolon is no separator': `deliveryCode=D;storeCode=S&storeCode=S&apiKey=k&userID=7`,
  'plus is a blank': `deliveryCode=D+1${REST}`,
  'broken escape': `deliveryCode=D%zz1${REST}`,
  'broken escape at the end': `${REST.slice(1)}&deliveryCode=D%`,
  'one hex digit at the end': `${REST.slice(1)}&deliveryCode=D%4`,
  'UTF-8 escaped': `deliveryCode=%E4%B8%AD%E6%96%87${REST}`,
  'invalid UTF-8 escaped': `deliveryCode=%E4%B8${REST}`,
  'overlong UTF-8 escaped': `deliveryCode=%C0%AF${REST}`,
  'control character': `deliveryCode=a%01b${REST}`,
  'null character': `deliveryCode=a%00b${REST}`,
  'line breaks': `deliveryCode=a%0D%0Ab%0Ac%0Dd${REST}`,
  'byte order mark': `deliveryCode=%EF%BB%BFa${REST}`,
  'markup letter': `deliveryCode=%3Cb%3Ex${REST}`,
  'markup exclamation': `deliveryCode=%3C!--${REST}`,
  'markup reference': `deliveryCode=a%26%2365;b${REST}`,
  'markup in an unknown field': `deliveryCode=D${REST}&surplus=%3Cb`,
  'less-than before a digit': `deliveryCode=%3C1${REST}`,
  'less-than before a blank': `deliveryCode=%3C+b${REST}`,
  'less-than at the end': `deliveryCode=a%3C${REST}`,
  'ampersand without a hash': `deliveryCode=%26lt;${REST}`,
  'percent-u': `deliveryCode=a%u4E2Db${REST}`,
};

/** Texts whose refusal shows how the message is encoded. */
const htmlEncoded: Readonly<Record<string, string>> = {
  'markup and quotes': `<1>&"'`,
  'Latin-1': 'é ÿ ß ×',
  Chinese: '中文',
  'beyond the basic plane': '😀',
  newline: 'a\nb',
};

const both: readonly RawRequest[] = Object.entries(fields).flatMap(([name, text]) => [
  { name: `form: ${name}`, bytes: form(text) },
  { name: `query: ${name}`, bytes: query(text) },
]);

const encodedMessages: readonly RawRequest[] = Object.entries(htmlEncoded).map(([what, text]) => ({
  name: `form: message with ${what}`,
  bytes: form(`apiKey=k&logTransferDtlID=${encodeURIComponent(text)}`, `${WAREHOUSE}/AgainOpenBag`),
}));

/** Names and values of the GET and POST bindings. Source: lab/conformance. */
export const fieldRequests: readonly RawRequest[] = [
  ...both,
  ...encodedMessages,
  { name: 'form: empty', bytes: form('') },
  { name: 'query: empty', bytes: query('') },
  {
    name: 'form: name without an equals sign',
    bytes: form(`deliveryCode&storeCode=S&apiKey=k&userID=7`),
    known: plainTextRefusal('form-name-without-equals', /^Missing parameter: deliveryCode\./),
  },
  { name: 'query: name without an equals sign', bytes: query(`deliveryCode&storeCode=S&apiKey=k&userID=7`) },
  ...['%3C/b', '%3C%3Fx'].flatMap((markup) => [
    {
      name: `form: markup ${markup}`,
      bytes: form(`deliveryCode=${markup}${REST}`),
      known: plainTextRefusal('request-validation', /^A potentially dangerous Request\.Form value/),
    },
    {
      name: `query: markup ${markup}`,
      bytes: query(`deliveryCode=${markup}${REST}`),
      known: plainTextRefusal('request-validation', /^A potentially dangerous Request\.QueryString value/),
    },
  ]),
  ...[form, query].map((write) => ({
    name: `${write.name}: markup after twenty characters`,
    bytes: write(`deliveryCode=abcdefghijklmnopqrst%3C${'b'.repeat(30)}${REST}`),
    known: plainTextRefusal('refused-value', /\(deliveryCode=&quot;\.\.\.klmnopqrst&lt;b{19}\.\.\.&quot;\)\.$/),
  })),
  { name: 'form: raw UTF-8', bytes: form(`deliveryCode=中文${REST}`) },
  {
    name: 'query: raw UTF-8',
    bytes: query(`deliveryCode=中文${REST}`),
    known: { row: 'raw-url', status: 400, executed: 0 },
  },
  { name: 'form: raw bytes that are no UTF-8', bytes: form(Buffer.from(`deliveryCode=\xE4${REST}`, 'latin1')) },
  { name: 'form: percent-u of a pair', bytes: form(`deliveryCode=%uD83D%uDE00${REST}`) },
  { name: 'form: GB2312', bytes: form(`deliveryCode=%D6%D0${REST}`, undefined, `${FORM_TYPE}; charset=gb2312`) },
  { name: 'form: unknown charset', bytes: form(`deliveryCode=a${REST}`, undefined, `${FORM_TYPE}; charset=none-such`) },
  { name: 'form: fields in the query', bytes: form('', `${HANDHELD}/RevertOff?${REVERT_OFF_FORM}`) },
  {
    name: 'form: half in the query',
    bytes: form('apiKey=k&userID=7', `${HANDHELD}/RevertOff?deliveryCode=D&storeCode=S`),
  },
  { name: 'form: unknown operation', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/NoSuchOp`) },
  { name: 'query: unknown operation', bytes: query(REVERT_OFF_FORM, `${HANDHELD}/NoSuchOp`) },
  { name: 'form: operation in another letter case', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/revertOff`) },
  { name: 'query: operation in another letter case', bytes: query(REVERT_OFF_FORM, `${HANDHELD}/revertOff`) },
  { name: "form: another group's operation", bytes: form(REVERT_OFF_FORM, `${WAREHOUSE}/RevertOff`) },
  { name: 'form: operation escaped', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/%52evertOff`) },
  { name: 'form: slash after the operation', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/RevertOff/`) },
  { name: 'form: two names in the path', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/RevertOff/RevertOff`) },
  { name: 'form: no operation after the slash', bytes: form(REVERT_OFF_FORM, `${HANDHELD}/`) },
];
