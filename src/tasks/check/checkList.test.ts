import { expect, test } from 'vitest';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { listsIn } from './answerLists.ts';
import { missingBy, nameOf, tally } from './checkList.ts';

const site = { codes: {} };
const entriesIn = (text: string) => listsIn(text, site)[0]?.entries ?? [];

const shelf = JSON.stringify({
  shelf: 'S-01',
  deliveries: [{ code: 'D-1', other: 'DD-1', weight: 1.1 }, { code: 'D-2' }],
});
const codesOf = (text: string) =>
  listsIn(text, site).map(({ name, entries }) => [name, ...entries.map((values) => values[0])]);
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const LONG = '1234567890123456789';
const row = (code: string) => `<Table><Qty>1</Qty><Code>${code}</Code></Table>`;

test.each([
  ['a list of objects', '[{"code":"D-1"},{"code":"D-2"}]', [['', 'D-1', 'D-2']]],
  ['a list of texts', '["D-1"," D-2 "]', [['', 'D-1', 'D-2']]],
  ['a list of numbers, in the digits that were written', `[${LONG},1002]`, [['', LONG, '1002']]],
  ['the list in an object', shelf, [['deliveries', 'D-1', 'D-2']]],
  ['a list deep in an object', '{"data":{"rows":[{"c":"D-1"},{"c":"D-2"}]}}', [['data rows', 'D-1', 'D-2']]],
  ['JSON in a text of JSON', JSON.stringify({ d: '[{"c":1001},{"c":1002}]' }), [['d', '1001', '1002']]],
  ['a text of JSON that is JSON', JSON.stringify('["D-1","D-2"]'), [['', 'D-1', 'D-2']]],
  ['a DataSet', `<NewDataSet>${row('D-1')}${row('D-2')}</NewDataSet>`, [['Table', 'D-1', 'D-2']]],
  [
    'elements with an attribute',
    '<list><row status="ok">D-1001</row><row status="ok">D-1002</row></list>',
    [['row', 'D-1001', 'D-1002']],
  ],
  [
    'elements of which some have an attribute',
    '<list><row status="ok">D-1001</row><row>D-1002</row></list>',
    [['row', 'D-1001', 'D-1002']],
  ],
  [
    'lists inside a list, of all its entries together',
    '{"lists":[{"listCode":"SL-1","items":[{"c":"D-1"},{"c":"D-2"}]},{"listCode":"SL-2","items":[{"c":"D-3"}]}]}',
    [
      ['lists', 'SL-1', 'SL-2'],
      ['lists items', 'D-1', 'D-2', 'D-3'],
    ],
  ],
  ['the deliveries of one list', '{"lists":[{"code":"SL-1","items":["D-1","D-2"]}]}', [['lists items', 'D-1', 'D-2']]],
  ['lines', 'D-1\r\nD-2\n\n', [['', 'D-1', 'D-2']]],
  ['numbered lines', '1. D-1\n2. D-2\n10) D-3', [['', 'D-1', 'D-2', 'D-3']]],
  ['lines with tabs under their heads', 'code\tqty\nD-1\t2\nD-2\t3', [['', 'D-1', 'D-2']]],
  ['lines with semicolons', 'D-1;2\nD-2;3', [['', 'D-1', 'D-2']]],
  ['commas', 'D-1, D-2', [['', 'D-1', 'D-2']]],
  ['pictures', JSON.stringify({ images: [1, 2].map((n) => ({ productCode: `P-${n}`, image: PNG })) }), []],
  ['addresses of pictures', '["https://img.example/1.png","https://img.example/2.JPG?w=9"]', []],
  ['a picture alone', PNG, []],
  [
    'goods with a picture of each',
    JSON.stringify([1, 2].map((n) => ({ bagCode: `BAG-${n}`, image: PNG }))),
    [['', 'BAG-1', 'BAG-2']],
  ],
  ['one entry is no list', '["D-1"]', []],
  ['a sentence is no list', 'OK: all there', []],
  ['an object without a list is none', '{"code":"D-1","shelf":"S-1"}', []],
  ['more than a person scans is none', JSON.stringify(Array.from({ length: 1_001 }, (_, index) => `D-${index}`)), []],
])('%s', (_, text, lists) => {
  expect(codesOf(text)).toEqual(lists);
});

test.each([
  ['a number', '[{"code":1001},{"code":1002}]', '1002'],
  ['nineteen digits', `[{"n":${LONG}},{"n":1}]`, LONG],
  ['a member of a member', '[{"a":{"code":"D-1"}},{"a":{"code":"D-2"}}]', 'D-2'],
  ['a cell', 'x\tD-1\ny\tD-2', 'D-2'],
  ['a word of a line', '1. D-1 two pieces\n2. D-2 three pieces', 'D-2'],
  ['the whole line', 'A 1\nB 2', 'B 2'],
  ['an element', `<NewDataSet>${row('D-1')}${row(LONG)}</NewDataSet>`, LONG],
  ['an attribute', '<rows><row code="D-1"/><row code="D-2"/></rows>', 'D-2'],
])('whatever is shown as a value is on the list: %s', (_, text, scan) => {
  const [list] = listsIn(text, site);
  expect(tally({ entries: list?.entries ?? [], scans: [scan] })).toMatchObject({ found: 1, last: 'found' });
  expect(JSON.stringify(readAnswer(text) ?? scan)).toContain(JSON.stringify(scan));
});

test('what is missing is named by its code, and by no small number beside it', () => {
  expect(nameOf({}, ['1', 'D-1001', 'x'])).toBe('D-1001');
  expect(nameOf({}, ['oranges'])).toBe('oranges');
});

test('each scan is there, once too often, or not on the list; letter by letter', () => {
  const entries = entriesIn(shelf);
  expect(tally({ entries, scans: [] })).toEqual({ found: 0, missing: entries, unexpected: [], twice: [] });
  expect(tally({ entries, scans: ['DD-1', 'D-1', 'd-2', 'X', 'X'] })).toEqual({
    found: 1,
    missing: [['D-2']],
    unexpected: ['d-2', 'X'],
    twice: ['D-1'],
    last: 'unexpected',
  });
});

test('two entries of one code take two scans, and no third', () => {
  const entries = entriesIn('D-1\nD-1\nD-2');
  expect(tally({ entries, scans: ['D-1', 'D-1'] })).toMatchObject({ found: 2, twice: [], last: 'found' });
  expect(tally({ entries, scans: ['D-1', 'D-1', 'D-1'] })).toMatchObject({ found: 2, twice: ['D-1'], last: 'twice' });
});

const rowsOf = (...rows: readonly object[]): string => JSON.stringify({ rows });
const pair = (one: object, other: object): string => rowsOf(one, other);

test.each([
  [
    'that is named so, beside a shelf',
    pair({ shelf: 'S-1', deliveryCode: 'D-1' }, { shelf: 'S-2', deliveryCode: 'D-2' }),
    'D-1',
  ],
  ['that tells the rows apart', pair({ bagCode: 'B-1', code: 'P-1' }, { bagCode: 'B-1', code: 'P-2' }), 'B-1'],
  [
    'of one kind that tells more of them apart',
    pair({ bagCode: 'B-1', packageCode: 'P-1' }, { bagCode: 'B-1', packageCode: 'P-2' }),
    'P-1',
  ],
  [
    'and no weight, count or day',
    pair({ kg: 1.25, n: 1, at: '2026-11-27T10:00', x: 'D-1' }, { kg: 1.5, n: 2, at: '2026-11-27T11:00', x: 'D-2' }),
    'D-1',
  ],
  [
    'also where an entry stands twice',
    rowsOf({ store: 'S-1', code: 'D-1' }, { store: 'S-2', code: 'D-1' }, { store: 'S-3', code: 'D-2' }),
    'D-1',
  ],
  [
    'or the place, where it is a list of places',
    pair({ storeCode: 'S-1', free: true }, { storeCode: 'S-2', free: true }),
    'S-1',
  ],
])('the goods’ own column is the one %s', (_, text, own) => {
  const [list] = listsIn(text, site);
  expect([list?.byOwn, list?.entries[0]?.[0]]).toEqual([true, own]);
});

test('what the site says of its codes goes before any name', () => {
  const text = pair({ ref: 'S-1', position: 'D-1' }, { ref: 'S-2', position: 'D-2' });
  expect(listsIn(text, site)[0]).toMatchObject({
    entries: [
      ['S-1', 'D-1'],
      ['S-2', 'D-2'],
    ],
  });
  const codes = { deliveryCode: { pattern: 'D-\\d', example: 'D-1' }, storeCode: { pattern: 'S-\\d', example: 'S-1' } };
  const [list] = listsIn(text, { codes });
  expect(list).toMatchObject({
    kind: 'delivery',
    entries: [
      ['D-1', 'S-1'],
      ['D-2', 'S-2'],
    ],
  });
});

test('each kind of code is offered once, named by its kind, and no list that only holds others', () => {
  const items = [1, 2].map((n) => ({ deliveryCode: `D-${n}`, storeCode: null }));
  const lists = listsIn(
    JSON.stringify({
      lists: [
        { listCode: 'SL-1', items },
        { listCode: 'SL-2', items },
      ],
    }),
    site,
  );
  expect(lists.map(({ kind, entries }) => [kind, entries.length])).toEqual([['delivery', 4]]);
  const bags = [1, 2].map((n) => ({ bagCode: `B-${n}`, packages: [{ code: `P-${n}`, weight: '0.5' }] }));
  expect(listsIn(JSON.stringify({ bags }), site).map(({ kind }) => kind)).toEqual(['bag', 'package']);
});

test('a code that only stands beside the goods’ own is neither found nor not on the list', () => {
  const entries = [
    ['D-1', 'S-1'],
    ['D-2', 'S-1'],
  ];
  expect(tally({ entries, byOwn: true, scans: ['D-1', 'S-1'] })).toMatchObject({
    found: 1,
    unexpected: [],
    last: 'beside',
    lastFound: ['D-1', 'S-1'],
  });
});

test('what is missing of a list inside others is sorted by what it is in, and of one list it is not', () => {
  const bags = [1, 2].map((n) => ({
    bagCode: `B-${n}`,
    packages: [{ packageCode: `P-${n}1` }, { packageCode: `P-${n}2` }],
  }));
  const lists = listsIn(JSON.stringify({ batch: 'X-1', bags }), site);
  const of = (kind: string) => ({
    task: '',
    subject: '',
    entries: [],
    scans: [],
    ...lists.find((one) => one.kind === kind),
  });
  const [packages, outer] = [of('package'), of('bag')];
  expect(packages.holders).toEqual(['B-1', 'B-1', 'B-2', 'B-2']);
  expect(missingBy(packages, tally({ ...packages, scans: ['P-12', 'P-21', 'P-22'] }).missing)).toEqual([
    { holder: 'B-1', many: 2, missing: [['P-11']] },
    { holder: 'B-2', many: 2, missing: [] },
  ]);
  expect(outer.holders).toBeUndefined();
  expect(missingBy(outer, outer.entries)).toEqual([{ holder: '', many: 2, missing: outer.entries }]);
});

test('each further scan of a long list looks at the entries that have it, and not at the whole list again', () => {
  let reads = 0;
  const watched = (code: string) => {
    const read = (entry: readonly string[], key: string | symbol): unknown => {
      if (key === '0') reads += 1;
      return Reflect.get(entry, key);
    };
    return new Proxy([code], { get: read });
  };
  const codes = Array.from({ length: 500 }, (_, index) => `D-${index}`);
  for (const byOwn of [{}, { byOwn: true as const }]) {
    reads = 0;
    const entries = codes.map(watched);
    expect(tally({ entries, ...byOwn, scans: codes.toReversed() })).toMatchObject({ found: 500, missing: [] });
    expect(reads).toBeLessThanOrEqual(4 * codes.length);
  }
});

test.each(['012345678905', '0012345678905', '00012345678905', '0100012345678905'])(
  'a GTIN is checked off by each of its forms, whichever the list has: %s',
  (listed) => {
    for (const scan of ['012345678905', '0012345678905', '00012345678905', '0100012345678905']) {
      const list = { entries: [[listed], ['95200002']], byOwn: true, scans: [scan, scan] } as const;
      expect(tally(list)).toMatchObject({ found: 1, missing: [['95200002']], twice: [scan], unexpected: [] });
    }
  },
);

test('of two forms that are both listed each is checked off by its own first', () => {
  const entries = [['0012345678905'], ['012345678905']];
  expect(tally({ entries, scans: ['012345678905'] }).missing).toEqual([['0012345678905']]);
});
