import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { begunBy, begunDraft, looseBy } from './begunDraft.ts';

const scan = (text: string) => ({ text, source: 'wedge', at: 1 });

test.each([
  ['revert-off', { deliveryCode: scan('D-1001') }, 'Back on shelf', ['D-1001']],
  ['bag', { scan: scan('B-001'), fields: { weight: '7.5' }, found: [], noted: {} }, 'Bag', ['B-001']],
  ['batch-revert-off', [scan('D-1'), scan('D-2')], 'Back on shelf', ['D-1', 'D-2']],
  ['operation-RevertOff', { texts: { deliveryCode: 'D-7', storeCode: ' ' }, noted: {} }, 'Back on shelf', ['D-7']],
  ['no-task-of-today', {}, 'no-task-of-today', []],
  ['revert-off', 'nonsense', 'Back on shelf', []],
] as const)('what is kept under %s is named with its codes', (name, kept, title, codes) => {
  expect(begunDraft(name, JSON.stringify(kept))).toEqual({ title, codes });
});

let kept: Record<string, string>;
beforeEach(() => {
  kept = {};
  const storage = new Proxy(kept, {
    get: (all, name) => (name === 'getItem' ? (key: string) => all[key] ?? null : all[String(name)]),
  });
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('only the worker’s own are named, and nothing that stays set over many calls', () => {
  const draft = JSON.stringify({ deliveryCode: scan('D-1001') });
  kept['scanline-draft-revert-off-of-7'] = draft;
  kept['scanline-draft-revert-off-of-8'] = draft;
  for (const name of ['pin-revert-off', 'print-company', 'hand-over', 'not-taken-bag'])
    kept[`scanline-draft-${name}-of-7`] = draft;
  expect(begunBy('7')).toEqual([{ title: 'Back on shelf', codes: ['D-1001'] }]);
  expect(begunBy('9')).toEqual([]);
});

test('an object that was only looked up is nothing begun', () => {
  const scanned = { scan: scan('BAG-2001'), fields: {}, found: [], noted: {} };
  kept['scanline-draft-bag-of-7'] = JSON.stringify(scanned);
  kept['scanline-draft-shelf-of-7'] = JSON.stringify({ ...scanned, scan: scan('S-01-A') });
  kept['scanline-draft-weight-of-7'] = JSON.stringify({ ...scanned, fields: { weight: '2' } });
  expect(begunBy('7').map(({ codes }) => codes)).toEqual([['BAG-2001']]);
});

test('what was finished is not named, and what is kept with its count is', () => {
  kept['scanline-draft-revert-off-of-7'] = JSON.stringify({
    count: 3,
    text: JSON.stringify({ deliveryCode: scan('D-1') }),
  });
  kept['scanline-draft-bag-of-7'] = JSON.stringify({ count: 4 });
  expect(begunBy('7')).toEqual([{ title: 'Back on shelf', codes: ['D-1'] }]);
});

test('scans that no task has taken are the worker’s own too, where they wait and where they were gone past', () => {
  kept['scanline-draft-hand-over-of-7'] = JSON.stringify([scan('D-1'), scan('D-2')]);
  kept['scanline-draft-not-taken-bag-of-7'] = JSON.stringify([{ text: 'BAG-1', at: 1, reason: 'No bag.' }]);
  kept['scanline-draft-revert-off-of-7'] = JSON.stringify({ deliveryCode: scan('D-1001') });
  kept['scanline-draft-hand-over-of-8'] = JSON.stringify([scan('D-8')]);
  expect(looseBy('7').toSorted()).toEqual(['BAG-1', 'D-1', 'D-2']);
  expect(looseBy('9')).toEqual([]);
});

test('a call that was not saved is the worker’s own too, by its name', () => {
  const call = { operation: 'CompleteBag', parameters: [], codes: ['BAG-1'] };
  kept['scanline-draft-not-taken-bag-of-7'] = JSON.stringify([{ text: 'BAG-1 · 1250', at: 1, reason: 'Left.', call }]);
  expect(looseBy('7')).toEqual(['Complete bag · BAG-1 · 1250']);
});
