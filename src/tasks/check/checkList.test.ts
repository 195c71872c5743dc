import { expect, test } from 'vitest';
import { answerLines } from '#tasks/answer/answerLines.ts';
import { listsIn, nameOf, tally } from './checkList.ts';

const entriesIn = (text: string) => listsIn(text)[0]?.entries ?? [];

const shelf = JSON.stringify({
  shelf: 'S-01',
  deliveries: [{ code: 'D-1', other: 'DD-1', weight: 1.1 }, { code: 'D-2' }],
});
const codesOf = (text: string) =>
  listsIn(text).map(({ name, entries }) => [name, ...entries.map((values) => values[0])]);
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
  ['a DataSet', `<NewDataSet>${row('D-1')}${row('D-2')}</NewDataSet>`, [['Table', '1', '1']]],
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
  const [list] = listsIn(text);
  expect(tally({ entries: list?.entries ?? [], scans: [scan] })).toMatchObject({ found: 1, last: 'found' });
  expect(answerLines(text) === undefined || JSON.stringify(answerLines(text)).includes(JSON.stringify(scan))).toBe(
    true,
  );
});

test('what is missing is named by its code, and by no small number beside it', () => {
  expect(nameOf(['1', 'D-1001', 'x'])).toBe('D-1001');
  expect(nameOf(['oranges'])).toBe('oranges');
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
