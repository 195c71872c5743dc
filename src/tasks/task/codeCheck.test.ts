import { describe, expect, test } from 'vitest';
import type { CodeRules } from '#site/codes.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { askMeant, judgeByRole, judgeCode, likenessOf } from './codeCheck.ts';

const GS = '\u001d';
const SSCC = '106141412345678908';
const rules: CodeRules = {
  deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' },
  storeCode: { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A', strict: true },
  bagCode: { pattern: '\\d{18}', example: SSCC, gs1: '00' },
};
const scan = (text: string, symbology?: string): ScanNote => ({
  text,
  source: 'wedge',
  at: 1,
  ...(symbology !== undefined && { symbology }),
});
const delivery = (text: string) => judgeCode(rules, 'deliveryCode', 'delivery', scan(text));

test('a code that fits is taken as it is', () => {
  expect(delivery('D-1001')).toEqual({ scan: scan('D-1001') });
});

test.each([
  ['D-10010', 'No delivery looks like this. Scan one such as D-1001.', false],
  ['S-01-A', 'This looks like a shelf. Scan the delivery, such as D-1001.', false],
  [SSCC, 'This looks like a bag. Scan the delivery, such as D-1001.', false],
  ['x'.repeat(129), 'This has 129 characters. The delivery has 128 at most.', true],
])('%s is no delivery: the sentence says what was expected', (text, sentence, isRefused) => {
  expect(delivery(text)).toEqual({ scan: scan(text), sentence, isRefused });
});

test('a code that does not fit and was something else before can go there, where the site leaves that to the operator', () => {
  const wasShelf = (taken: ScanNote) => ({ scan: taken, sentence: 'it was', isRefused: false, role: 'storeCode' });
  const judged = (strict: boolean) =>
    judgeCode({ deliveryCode: { pattern: 'D', example: 'D', strict } }, 'deliveryCode', 'it', scan('S-9'), wasShelf);
  expect(judged(false)).toMatchObject({
    sentence: 'No it looks like this. Scan one such as D.',
    role: 'storeCode',
  });
  expect(judged(true)).not.toHaveProperty('role');
});

test('a strict rule leaves nothing to the operator', () => {
  expect(judgeCode(rules, 'storeCode', 'shelf', scan('D-1001'))).toMatchObject({
    sentence: 'This looks like a delivery. Scan the shelf, such as S-01-A.',
    isRefused: true,
  });
});

test('without rules, and for a parameter without one, any code of a sane length is taken', () => {
  expect(judgeCode(undefined, 'deliveryCode', 'delivery', scan('x'.repeat(128)))).toEqual({
    scan: scan('x'.repeat(128)),
  });
  expect(judgeCode(rules, 'batchCode', 'batch', scan('D-1001'))).toEqual({ scan: scan('D-1001') });
  expect(judgeCode(undefined, 'deliveryCode', 'delivery', scan('x'.repeat(3_000)))).toMatchObject({ isRefused: true });
});

test.each([
  ['a GS1 code', `00${SSCC}`, 'GS1-128'],
  ['a longer one', `00${SSCC}10LOT${GS}21${'X'.repeat(20)}`, 'GS1DataMatrix'],
  ['one of which the scanner does not say what it is', `00${SSCC}10LOT${GS}37100`, undefined],
  [
    'one longer than a code may be, as only its element is taken',
    `00${SSCC}8200${'x'.repeat(70)}${GS}4302${'x'.repeat(70)}`,
    'GS1QRCode',
  ],
])('the element is taken, and the whole code is kept: %s', (_, text, symbology) => {
  expect(judgeCode(rules, 'bagCode', 'bag', scan(text, symbology))).toEqual({
    scan: { ...scan(SSCC, symbology), raw: text },
  });
});

test('the value itself may come alone: typed off a label, or as another kind of code', () => {
  expect(judgeCode(rules, 'bagCode', 'bag', scan(SSCC))).toEqual({ scan: scan(SSCC) });
  const lots: CodeRules = { batchCode: { pattern: '[0-9A-Z]+', example: 'LOT7', gs1: '10' } };
  const typed: ScanNote = { ...scan('10ABC'), source: 'typed' };
  expect(judgeCode(lots, 'batchCode', 'batch', typed)).toEqual({ scan: typed });
  const scanned = scan('10ABC'); // by a scanner that is set to say nothing of the kind
  expect(judgeCode(lots, 'batchCode', 'batch', scanned)).toEqual({ scan: { ...scanned, text: 'ABC', raw: '10ABC' } });
  expect(judgeCode(lots, 'batchCode', 'batch', scan('10ABC', 'Code39'))).toEqual({ scan: scan('10ABC', 'Code39') });
});

test.each([
  ['whose check digit is wrong', `00${SSCC.slice(0, -1)}0`],
  ['without the element', '10LOT'],
])('a GS1 code %s does not fit', (_, text) => {
  expect(judgeCode(rules, 'bagCode', 'bag', scan(text, 'GS1-128'))).toEqual({
    scan: scan(text, 'GS1-128'),
    sentence: `No bag looks like this. Scan one such as ${SSCC}.`,
    isRefused: false,
  });
});

test.each([
  ['deliveryCode', ['storeCode'], true],
  ['deliveryCode', ['storeCode', 'deliveryCode'], false],
  ['deliveryCode', [], false],
  ['deliveryCode', ['remark'], false],
  ['code', ['deliveryCode'], false], // of a delivery or a package
] as const)('a code for %s that was %j before is asked about: %s', (parameter, roles, isAsked) => {
  const judged = judgeCode(undefined, parameter, 'it', scan('X-1'), (taken) =>
    judgeByRole(roles, parameter, 'it', taken),
  );
  expect(judged.sentence !== undefined).toBe(isAsked);
});

describe('a code in the other case', () => {
  const judged = (text: string) => ({ scan: { text, source: 'typed', at: 1 } as const });
  const after = (known: Readonly<Record<string, string>>) => (key: string) =>
    Object.entries(known).flatMap(([code, role]) => ([code, ...likenessOf(code)].includes(key) ? role : []));
  const deliveries = after({ 'D-1001': 'deliveryCode' });
  const ask = (text: string, rolesOf = deliveries, codes: CodeRules = {}) =>
    askMeant(judged(text), codes, 'deliveryCode', rolesOf);

  test('is asked about where those of its look are known, and it is not', () => {
    expect(ask('d-1021')).toEqual({
      ...judged('d-1021'),
      sentence: 'Did you mean D-1021?',
      isRefused: false,
      meant: 'D-1021',
    });
    expect(ask('x-1', after({ 'X-2': 'deliveryCode' }))).toMatchObject({ meant: 'X-1' });
    expect(ask('D-1021', after({ 'd-1': 'storeCode', 'd-1000': 'deliveryCode' }))).toMatchObject({ meant: 'd-1021' });
    const codes = { deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' } };
    expect(ask('d-1021', () => [], codes)).toMatchObject({ meant: 'D-1021' });
  });

  test('is taken as it is where it is known so, or neither is, or the other one is something else', () => {
    expect(ask('D-1021')).toEqual(judged('D-1021'));
    expect(ask('d-1021', after({ 'D-1001': 'deliveryCode', 'd-1002': 'deliveryCode' }))).toEqual(judged('d-1021'));
    expect(ask('d-1021', after({ 'D-1001': 'storeCode' }))).toEqual(judged('d-1021'));
    expect(ask('e-1021')).toEqual(judged('e-1021'));
    expect(ask('1021')).toEqual(judged('1021'));
  });
});

describe('a code with letters that look like Latin ones', () => {
  const CYRILLIC = { b: '\u0412', pe: '\u041f' };
  const after = (...known: readonly string[]) => {
    const keys = new Set(known.flatMap((code) => [code, ...likenessOf(code)]));
    return (key: string) => (keys.has(key) ? ['deliveryCode'] : []);
  };
  const ask = (text: string, rolesOf = after('B-1001', 'S-01-A', 'Ab-1'), codes: CodeRules = {}) =>
    askMeant({ scan: scan(text) }, codes, 'deliveryCode', rolesOf);

  test.each([
    ['Cyrillic', `${CYRILLIC.b}-1002`, 'B-1002', `The ${CYRILLIC.b} is Cyrillic: did you mean B-1002?`],
    ['Greek', '\u0392-1002', 'B-1002', 'The \u0392 is Greek: did you mean B-1002?'],
    ['full-width', '\uff22-1002', 'B-1002', 'The \uff22 is full-width: did you mean B-1002?'],
    ['full-width throughout', '\uff22\uff0d\uff11\uff10\uff10\uff11', 'B-1001', 'full-width: did you mean B-1001?'],
    ['behind the digits', `S-02-${CYRILLIC.b}`, 'S-02-B', `The ${CYRILLIC.b} is Cyrillic: did you mean S-02-B?`],
    ['of two kinds', `\u0391${CYRILLIC.b.toLowerCase()}-2`, 'Ab-2', 'are not Latin: did you mean Ab-2?'],
    ['of the other case', `${CYRILLIC.b.toLowerCase()}-1002`, 'B-1002', 'is Cyrillic: did you mean B-1002?'],
  ])('%s is asked about, and the letters are named', (_, text, meant, sentence) => {
    const judged = ask(text);
    expect(judged).toMatchObject({ scan: { text }, meant, isRefused: false });
    expect(judged.sentence).toContain(sentence);
  });

  test('is asked about where the site says what its codes look like', () => {
    const codes = { deliveryCode: { pattern: 'D-\\d{4}|B-\\d{4}', example: 'B-1001' } };
    expect(ask(`${CYRILLIC.b}-1002`, () => [], codes)).toMatchObject({ meant: 'B-1002' });
  });

  test('is taken as it is where it is known so, or neither is, or a letter looks like none', () => {
    const own = `${CYRILLIC.b}-1002`;
    expect(ask(own, after('B-1001', `${CYRILLIC.b}-1001`))).toEqual({ scan: scan(own) });
    expect(ask(own, () => [])).toEqual({ scan: scan(own) });
    expect(ask(`${CYRILLIC.pe}-1002`)).toEqual({ scan: scan(`${CYRILLIC.pe}-1002`) });
    expect(ask('\u963f-1002')).toEqual({ scan: scan('\u963f-1002') });
  });
});
