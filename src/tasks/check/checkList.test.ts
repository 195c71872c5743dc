import { expect, test } from 'vitest';
import { entriesIn, tally } from './checkList.ts';

const shelf = JSON.stringify({
  shelf: 'S-01',
  deliveries: [{ code: 'D-1', other: 'DD-1', weight: 1 }, { code: 'D-2' }],
});

test.each([
  ['a list of objects', '[{"code":"D-1"},{"code":"D-2"}]', [['D-1'], ['D-2']]],
  ['a list of texts', '["D-1"," D-2 "]', [['D-1'], ['D-2']]],
  ['the list in an object, by all texts of an entry and no number', shelf, [['D-1', 'DD-1'], ['D-2']]],
  ['lines', 'D-1\r\nD-2\n\n', [['D-1'], ['D-2']]],
  ['commas', 'D-1, D-2', [['D-1'], ['D-2']]],
  ['one entry is no list', '["D-1"]', []],
  ['a sentence is no list', 'OK: all there', []],
  ['an object without a list is none', '{"code":"D-1","shelf":"S-1"}', []],
  ['more than a person scans is none', JSON.stringify(Array.from({ length: 1_001 }, (_, index) => `D-${index}`)), []],
])('%s', (_, text, entries) => {
  expect(entriesIn(text)).toEqual(entries);
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
