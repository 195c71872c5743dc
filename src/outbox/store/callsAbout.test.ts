import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { RIG_TIME, freshConnection, revertOffCall } from '#outbox/testing/storeRig.ts';
import { type FoundAbout, callsAbout, isAbout, otherNameIn } from './callsAbout.ts';
import { createStore } from './store.ts';

const scan = (text: string, raw?: string): ScanNote => ({ text, source: 'wedge', at: RIG_TIME, ...(raw && { raw }) });

/** A handheld with calls of these deliveries, in that order. */
async function handheldOf(deliveries: readonly string[]) {
  const connection = freshConnection();
  const store = createStore(connection);
  for (const [at, delivery] of deliveries.entries()) {
    const call = revertOffCall(delivery);
    await store.enqueue(
      { call, callId: `call-${at}`, operator: '7', scans: [scan(delivery)], behind: 'any', again: true },
      RIG_TIME + at,
    );
  }
  return connection;
}

async function lastOf(found: AsyncGenerator<FoundAbout>): Promise<FoundAbout | undefined> {
  let last: FoundAbout | undefined;
  for await (const one of found) last = one;
  return last;
}

test('the calls of a code are found, the newest first, and none of a code that it is a part of', async () => {
  const connection = await handheldOf(['D-1', 'D-10', 'D-1', 'd-1']);
  const { calls, looked, of } = (await lastOf(callsAbout(connection, 'D-1'))) ?? {};
  expect(calls?.map(({ seq }) => seq)).toEqual([3, 1]);
  expect([looked, of]).toEqual([4, 4]);
});

test('no more than fifty are found, and no more are looked through than is said', async () => {
  const connection = await handheldOf(Array.from({ length: 450 }, () => 'D-1'));
  expect((await lastOf(callsAbout(connection, 'D-1')))?.calls).toHaveLength(50);
  const bounded = await lastOf(callsAbout(connection, 'D-2', 400));
  expect(bounded).toEqual({ calls: [], looked: 400, of: 450 });
});

test('a call is about what was scanned for it, also as it came, and about each of its values', () => {
  const call = {
    scans: [scan('D-1', ']C101D-1')],
    parameters: [
      ['storeCode', 'S-01'],
      ['strJson', '{"transferCode":"T-4"}'],
    ],
  } as const;
  expect(['D-1', ']C101D-1', 'S-01', 'T-4'].map((code) => isAbout(call, code))).toEqual([true, true, true, true]);
  expect(['D', 'T', 'transferCode', '{'].map((code) => isAbout(call, code))).toEqual([false, false, false, false]);
});

test('a bag goes by the line of its transfer too, and a shelf by no delivery', () => {
  const complete = makeCall('CompleteBag', { logTransferDtlID: '5013', userID: '7', sWeight: '2', WarehouseID: '1' });
  expect(otherNameIn({ ...complete, scans: [scan('BAG-2013')] }, 'BAG-2013')).toBe('5013');
  const back = { ...revertOffCall('D-1', 'S-07'), scans: [scan('D-1'), scan('S-07')] };
  expect([otherNameIn(back, 'D-1'), otherNameIn(back, 'S-07')]).toEqual([undefined, undefined]);
});
