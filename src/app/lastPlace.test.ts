import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHalves } from './lastPlace.ts';

const NAME = 'scanline-draft-revert-off-of-7';
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('location', { pathname: '/tasks/revert-off' });
  vi.stubGlobal('history', { replaceState: vi.fn<(state: unknown, title: string, path: string) => void>() });
});
afterEach(() => vi.unstubAllGlobals());

/** Halves over a disk, and what lies on it. */
function onDisk() {
  const disk: { half?: unknown } = {};
  const keep = { note: async (_name: string, value: unknown) => void (disk.half = value) };
  return { disk, halves: () => createHalves(keep) };
}

test('what localStorage has lost with a killed browser is put back, and leads to where it was', () => {
  const { disk, halves } = onDisk();
  halves().draft('revert-off', '7').write('D-1');
  stored.clear(); // its last seconds did not reach the disk
  vi.stubGlobal('location', { pathname: '/', search: '' });
  halves().goBack(disk.half, '7');
  expect(stored.get(NAME)).toBe('D-1');
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/tasks/revert-off');
});

test('half a task that was finished is not there again, where the end of it was lost', () => {
  const { disk, halves } = onDisk();
  const draft = halves().draft('revert-off', '7');
  draft.write('D-1');
  const before = new Map(stored);
  draft.write(undefined);
  stored = before;
  halves().goBack(disk.half, '7');
  expect(stored.has(NAME)).toBe(false);
});

test('half a task of some scans ago is not there again, where all that came after it was lost', () => {
  const { disk, halves } = onDisk();
  const draft = halves().draft('revert-off', '7');
  draft.write('D-1');
  const before = new Map(stored);
  for (const text of [undefined, 'D-2', undefined]) draft.write(text);
  stored = new Map(before);
  halves().goBack(disk.half, '7');
  expect(stored.has(NAME)).toBe(false);

  draft.write('D-3');
  stored = new Map(before);
  halves().goBack(disk.half, '7');
  expect(stored.get(NAME)).toBe('D-3');
});

test('what goes on after a loss counts on from what the disk knew, so that the disk’s older word undoes none of it', () => {
  const { disk, halves } = onDisk();
  const draft = halves().draft('revert-off', '7');
  for (const text of ['D-1', undefined, 'D-2']) draft.write(text);
  const known = disk.half;
  stored.clear();
  const after = halves();
  after.goBack(known, '7');
  after.draft('revert-off', '7').write(undefined); // and its note does not reach the disk
  halves().goBack(known, '7');
  expect(stored.has(NAME)).toBe(false);
});

test('what was finished after the note was read is not begun again: another page, or this one, has gone on', () => {
  const { disk, halves } = onDisk();
  const draft = halves().draft('revert-off', '7');
  draft.write('D-1');
  const read = disk.half;
  draft.write(undefined);
  vi.stubGlobal('location', { pathname: '/', search: '' });
  halves().goBack(read, '7');
  expect(stored.has(NAME)).toBe(false);
  expect(history.replaceState).not.toHaveBeenCalled();
});

test('what was begun after the end of another was read is not taken away', () => {
  const { disk, halves } = onDisk();
  const draft = halves().draft('revert-off', '7');
  draft.write('D-1');
  draft.write(undefined);
  const read = disk.half;
  draft.write('D-1');
  halves().goBack(read, '7');
  expect(stored.get(NAME)).toBe('D-1');
});

test('another worker’s half task leads nowhere, and who has gone home is home', () => {
  const { disk, halves } = onDisk();
  const own = halves();
  own.draft('revert-off', '7').write('D-1');
  vi.stubGlobal('location', { pathname: '/', search: '' });
  halves().goBack(disk.half, '8');
  own.home();
  halves().goBack(disk.half, '7');
  expect(history.replaceState).not.toHaveBeenCalled();
});
