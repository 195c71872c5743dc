import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { beginFreshLog } from './freshLog.ts';

const MB = 1024 ** 2;
const storage = (quota?: number, usage?: number): Pick<StorageManager, 'estimate'> => ({
  estimate: async () => ({ ...(quota !== undefined && { quota }), ...(usage !== undefined && { usage }) }),
});

test('more than fits into a log is written, in pieces that stand in it, and nothing of it stays', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  expect(await beginFreshLog(storage(1_000 * MB, 10 * MB))).toBe(true);
  const sizes = put.mock.calls.map(([piece]) => (piece as Uint8Array).byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(4 * MB);
  expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
  expect(await indexedDB.databases()).toEqual([]);
  put.mockRestore();
});

test.each([
  ['little room is left', storage(250 * MB, 100 * MB)],
  ['nothing is told of it', storage()],
])('where %s nothing is written: a call may need it', async (_, little) => {
  const open = vi.spyOn(indexedDB, 'open');
  expect(await beginFreshLog(little)).toBe(false);
  expect(open).not.toHaveBeenCalled();
  open.mockRestore();
});
