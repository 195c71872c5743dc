import { expect, test } from 'vitest';
import type { LedgerLine } from '#ledger/ledgerReader.ts';
import { readOnce } from './reading.ts';

test('a page reads each call once, however many of its cells ask, and one that says nothing too', () => {
  const line = (key: string): LedgerLine => ({
    key,
    operation: 'RevertOff',
    fingerprint: '',
    state: 'received',
    receivedAt: 0,
    version: 0,
  });
  const [one, other] = [line('one'), line('other')];
  const read: string[] = [];
  const reads = readOnce(({ key }) => {
    read.push(key);
    return key === 'one' ? key : undefined;
  });
  expect([one, other, one, other].map(reads)).toEqual(['one', undefined, 'one', undefined]);
  expect(read).toEqual(['one', 'other']);
});
