import { expect, test } from 'vitest';
import { isShort, readStorageFacts } from './storageFacts.ts';

const MB = 1024 * 1024;

test.each([
  [{ usage: 80 * MB, quota: 100 * MB }, false],
  [{ usage: 81 * MB, quota: 100 * MB }, true],
  [{ quota: 100 * MB }, false],
  [{}, false],
  [{ isFull: true, usage: 1, quota: 100 * MB }, true],
])('%j is short of room: %s', (facts, short) => {
  expect(isShort(facts)).toBe(short);
});

test('what the browser does not tell is absent', async () => {
  const storage = {
    persisted: () => Promise.resolve(false),
    estimate: () => Promise.reject(new TypeError('no')),
  } as unknown as StorageManager;
  expect(await readStorageFacts(storage)).toEqual({ isPersisted: false });
  expect(await readStorageFacts(undefined)).toEqual({});
});
