import { expect, test } from 'vitest';
import { collect, readBatch, without } from './batch.ts';
import type { Scan } from './scan.ts';

const scan = (text: string, at = 1): Scan => ({ text, source: 'camera', symbology: 'Code128', at });
const both = [scan('D-1001'), scan('D-1002', 2)];

test('a code is collected once, in the order of the first sight', () => {
  const batch = [scan('D-1001'), scan('D-1002', 2), scan('D-1001', 3)].reduce(collect, [] as readonly Scan[]);
  expect(batch).toEqual(both);
  expect(without(batch, 'D-1001')).toEqual([scan('D-1002', 2)]);
});

test('a batch outlives a restart, and an empty one leaves nothing behind', () => {
  expect(readBatch(JSON.stringify(both))).toEqual(both);
});

test.each([undefined, '', 'null', '{}', '[null]', '[{"text":""}]', '[{"text":"D-1001"}]'])(
  'what is no batch is none: %s',
  (kept) => {
    expect(readBatch(kept)).toEqual([]);
  },
);
