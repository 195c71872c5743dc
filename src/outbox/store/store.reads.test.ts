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
