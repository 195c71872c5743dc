import { expect, test } from 'vitest';
import { isNearlyFull, readStorageFacts } from '#device/storageFacts.ts';

const MB = 1024 * 1024;

test.each([
  [{ usage: 80 * MB, quota: 100 * MB }, false],
  [{ usage: 81 * MB, quota: 100 * MB }, true],
  [{ quota: 100 * MB }, false],
  [{}, false],
])('%j is nearly full: %s', (facts, isFull) => {
  expect(isNearlyFull(facts)).toBe(isFull);
});

test('what the browser does not tell is absent', async () => {
  const storage = {
    persisted: () => Promise.resolve(false),
    estimate: () => Promise.reject(new TypeError('no')),
  } as unknown as StorageManager;
  expect(await readStorageFacts(storage)).toEqual({ isPersisted: false });
  expect(await readStorageFacts(undefined)).toEqual({});
});
