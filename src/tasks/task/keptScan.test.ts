import { expect, test } from 'vitest';
import { scan } from '#tasks/testing/flowRig.ts';
import { keptScanIn, keptScanText } from './keptScan.ts';

const [shelf, other, waits] = [scan('S-1'), scan('S-2'), scan('D-1')];
const used = { scan: shelf, usedAt: 5 };

test.each([
  ['none', {}, { kind: 'none' }],
  ['the next one', { next: true }, { kind: 'next' }],
  ['one that stays', { ...used, page: 1 }, { kind: 'stays', ...used }],
  ['another for one call', { ...used, once: other, page: 1 }, { kind: 'once', ...used, once: other }],
  ['whether it holds', { ...used, waiting: [waits], page: 1 }, { kind: 'asked', ...used, waiting: [waits] }],
  ['which of two', { ...used, waiting: [], other, page: 1 }, { kind: 'asked', ...used, waiting: [], other }],
])('what handhelds have on their disks is read and written as ever: %s', (_, kept, keptScan) => {
  const text = JSON.stringify(kept);
  expect(keptScanIn(text, 1)).toEqual(keptScan);
  expect(keptScanText(keptScanIn(text, 1), 1) ?? '{}').toBe(text);
});

test('what another page has used is asked about, and the one for a single call is not gone on with', () => {
  expect(keptScanIn(JSON.stringify({ ...used, once: other, page: 1 }), 2)).toEqual({
    kind: 'asked',
    ...used,
    waiting: [],
  });
  expect(keptScanIn(JSON.stringify({ next: true }), 2)).toEqual({ kind: 'next' });
});

test('the first builds kept the scan alone, and neither its use nor a page', () => {
  const kept = JSON.stringify({ scan: { ...shelf, at: 7 } });
  expect(keptScanIn(kept)).toMatchObject({ kind: 'stays', usedAt: 7 });
});

test.each([undefined, '', 'null', '[]', '{"scan":"S-1"}', '{"waiting":[]}'])('%j keeps nothing', (text) => {
  expect(keptScanIn(text, 1)).toEqual({ kind: 'none' });
});
