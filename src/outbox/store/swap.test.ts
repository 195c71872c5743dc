import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { type Connection, noTotals } from './database.ts';
import { AlreadyQueued, type Store, createStore } from './store.ts';
import { swapCall } from './swap.ts';
import { freshConnection, RIG_TIME } from '#outbox/testing/storeRig.ts';

const tried = { key: 'k', at: RIG_TIME, told: RIG_TIME };
let connection: Connection;
let store: Store;

beforeEach(() => {
  connection = freshConnection();
  store = createStore(connection);
});

const pair = (deliveryCode: string, storeCode: string) => ({
  call: makeCall('RevertOff', { deliveryCode, storeCode, userID: '7' }),
  operator: '7',
  scans: [deliveryCode, storeCode].map((text) => ({ text, source: 'wedge', at: RIG_TIME }) as const),
});
let ids = 0;
const save = (deliveryCode: string, storeCode: string): Promise<QueuedCall> =>
  store.enqueue({ ...pair(deliveryCode, storeCode), callId: `call-${(ids += 1)}` }, RIG_TIME);
const swap = async (seq: number, deliveryCode: string, storeCode: string): Promise<number> => {
  const queued = await swapCall(
    connection,
    {},
    { ...pair(deliveryCode, storeCode), callId: `call-${(ids += 1)}`, seq, reason: (by) => `replaced by #${by}` },
    RIG_TIME + 1,
  );
  return queued.seq;
};
const claim = () =>
  store.claimNext({ owner: 'page', token: `token-${(ids += 1)}`, tried: tried as never }, RIG_TIME + 2);

test('a pair that waits is taken back, and the swapped one waits in its place and is sent', async () => {
  const { seq } = await save('S-01-A', 'D-1001');
  const by = await swap(seq, 'D-1001', 'S-01-A');
  expect(await store.get(seq)).toMatchObject({
    state: 'cancelled',
    endedBy: { operator: '7', reason: `replaced by #${by}` },
  });
  expect(await store.totals()).toEqual({ ...noTotals, waiting: 1, cancelled: 1 });
  const claimed = await claim();
  expect(claimed).toMatchObject({ queued: { seq: by, lane: 'deliveryCode:D-1001' } });
  expect(claimed).toMatchObject({ queued: { scans: [{ text: 'D-1001' }, { text: 'S-01-A' }] } });
  expect(await claim()).toBeUndefined(); // nothing else waits
});

test('what stood behind the wrong pair in its lane is sent next', async () => {
  const { seq } = await save('S-01-A', 'D-1001');
  const behind = await save('S-01-A', 'S-02-A');
  await swap(seq, 'D-1001', 'S-01-A');
  const claimed = [await claim(), await claim()].map((one) => one && 'queued' in one && one.queued.seq);
  expect(claimed).toContain(behind.seq);
});

test('a pair that was claimed is not swapped: nothing is taken back, and nothing is saved', async () => {
  const { seq } = await save('S-01-A', 'D-1001');
  await claim();
  await expect(swap(seq, 'D-1001', 'S-01-A')).rejects.toThrow(IllegalStep);
  expect(await store.totals()).toEqual({ ...noTotals, sending: 1 });
  expect(await store.newest()).toBe(seq);
});

test('a pair that may have been sent is not swapped, though it waits again', async () => {
  const { seq } = await save('S-01-A', 'D-1001');
  await claim();
  await store.recover('another page', RIG_TIME + 3);
  expect(await store.get(seq)).toMatchObject({ state: 'waiting', inDoubt: true });
  await expect(swap(seq, 'D-1001', 'S-01-A')).rejects.toThrow(IllegalStep);
  expect(await store.totals()).toEqual({ ...noTotals, waiting: 1 });
});

test('where the swapped pair waits already the wrong one stays, and is named', async () => {
  const { seq } = await save('S-01-A', 'D-1001');
  const right = await save('D-1001', 'S-01-A');
  await expect(swap(seq, 'D-1001', 'S-01-A')).rejects.toThrow(new AlreadyQueued(right.seq));
  expect(await store.totals()).toEqual({ ...noTotals, waiting: 2 });
});

test('a call that is not there is swapped for nothing', async () => {
  const { seq } = await save('S-01-A', 'D-1001');
  await expect(swap(seq + 1, 'D-1001', 'S-01-A')).rejects.toThrow(RangeError);
  expect(await store.totals()).toEqual({ ...noTotals, waiting: 1 });
  expect(await store.newest()).toBe(seq);
});
