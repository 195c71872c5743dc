import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { connect } from './database.ts';
import { createStore } from './store.ts';

test('of more calls that wait than are listed the newest are, where that is asked for', async () => {
  const store = createStore(connect('reads-newest'));
  for (let count = 1; count <= 25; count += 1) {
    const call = makeCall('RevertOff', { deliveryCode: `D-${count}`, storeCode: 'S-1', userID: '7' });
    await store.enqueue({ call, callId: `${count}`, operator: '7', scans: [] }, 1);
  }
  const seqs = async (from?: 'newest') => (await store.list('waiting', 3, from)).map(({ seq }) => seq);
  expect(await seqs('newest')).toEqual([25, 24, 23]);
  expect(await seqs()).toEqual([1, 2, 3]);
});

test('the oldest open call is named, also while it is being sent, and one that has ended is not', async () => {
  const store = createStore(connect('reads-oldest'));
  expect(await store.oldestOpen()).toBeUndefined();
  for (let count = 1; count <= 3; count += 1) {
    const call = makeCall('RevertOff', { deliveryCode: `D-${count}`, storeCode: 'S-1', userID: '7' });
    await store.enqueue({ call, callId: `${count}`, operator: '7', scans: [] }, 1);
  }
  expect(await store.oldestOpen()).toBe(1);
  await store.decide(1, { kind: 'cancelled', operator: '7' }, 2);
  expect(await store.oldestOpen()).toBe(2);
  await store.claimNext(
    { owner: 'o', token: 't', tried: { epoch: 'e', at: 1 }, clearedAt: undefined, printsFrom: 0 },
    2,
  );
  expect((await store.get(2))?.state).toBe('sending');
  await store.decide(3, { kind: 'cancelled', operator: '7' }, 3);
  expect(await store.oldestOpen()).toBe(2);
});
