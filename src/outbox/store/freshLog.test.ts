import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginFreshLog } from './freshLog.ts';

const locksThatAre = (lock: object | null) => ({
  locks: { request: (_name: string, _options: object, hold: (lock: object | null) => unknown) => hold(lock) },
});
beforeEach(() => vi.stubGlobal('navigator', locksThatAre({})));

afterEach(() => vi.restoreAllMocks());

test('a database is made and deleted, nothing is written into it, and nothing of it stays', async () => {
  const made = vi.spyOn(indexedDB, 'open');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await beginFreshLog();
  expect(made).toHaveBeenCalledOnce();
  expect(put).not.toHaveBeenCalled(); // half of what is written here would be as bad
  expect(await indexedDB.databases()).toEqual([]);
});

test('one that a start before it left behind is deleted too', async () => {
  const left = await openDB('scanline-fresh-log', 1, { upgrade: (made) => void made.createObjectStore('filling') });
  left.close();
  await beginFreshLog();
  expect(await indexedDB.databases()).toEqual([]);
});

test('where another page does it there is nothing to do', async () => {
  vi.stubGlobal('navigator', locksThatAre(null));
  const made = vi.spyOn(indexedDB, 'open');
  await beginFreshLog();
  expect(made).not.toHaveBeenCalled();
});
