import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import {
  ACCEPTED,
  LOST,
  OK,
  RIG_TIME,
  claimAs,
  freshConnection,
  revertOffCall,
  saveAs,
  trouble,
} from '#outbox/testing/storeRig.ts';
import type { Connection } from './database.ts';
import { type WorkDay, doneOn } from './doneToday.ts';
import { createStore } from './store.ts';

const DAY = 24 * 3_600_000;
const today: WorkDay = { operator: 'u17', from: RIG_TIME, to: RIG_TIME + DAY };

function stage() {
  const connection = freshConnection();
  const store = createStore(connection);
  let calls = 0;
  return {
    connection,
    store,
    /** Saves a call of a worker and has the service answer it. */
    async answered(savedAt: number, answeredAt: number, operator = 'u17', event: QueueEvent = ACCEPTED): Promise<void> {
      calls += 1;
      const call = revertOffCall(`D-${calls}`);
      await store.enqueue({ call, callId: `call-${calls}`, operator, scans: [] }, savedAt);
      const { seq } = await claimAs(`token-${calls}`, store, answeredAt - 1);
      await store.settle(seq, `token-${calls}`, event.kind === 'answered' ? OK : LOST, event, answeredAt);
    },
    /** The keys of what is counted for a day. */
    async done(day: WorkDay = today): Promise<readonly number[]> {
      return [...(await doneOn(connection, day)).calls.keys()];
    },
  };
}

test('what the service accepted today counts, whenever it was saved: not what it refused, did not say, or another worker made', async () => {
  const { answered, done } = stage();
  await answered(RIG_TIME - 2 * DAY, RIG_TIME + 1); // scanned without a network two days ago, sent this morning
  await answered(RIG_TIME + 2, RIG_TIME + 3);
  await answered(RIG_TIME + 4, RIG_TIME + 5, 'u18');
  await answered(RIG_TIME + 6, RIG_TIME + 7, 'u17', { kind: 'answered', text: 'ERR', verdict: 'refused' });
  await answered(RIG_TIME + 6, RIG_TIME + 7, 'u17', { kind: 'answered', text: '?', verdict: 'unclassified' });
  await answered(RIG_TIME + 8, RIG_TIME + 9, 'u17', { kind: 'answerLost', trouble, delayMs: 0 });
  expect(await done()).toEqual([1, 2]);
  expect(await done({ ...today, operator: 'u18' })).toEqual([3]);
});

test('a day ends at its midnight: what was accepted a moment before counts for it, and for no other', async () => {
  const { answered, done } = stage();
  await answered(RIG_TIME - 5, RIG_TIME - 1);
  await answered(RIG_TIME - 5, RIG_TIME);
  await answered(RIG_TIME, RIG_TIME + DAY - 1);
  await answered(RIG_TIME, RIG_TIME + DAY);
  expect(await done({ ...today, from: RIG_TIME - DAY, to: RIG_TIME })).toEqual([1]);
  expect(await done()).toEqual([2, 3]);
  expect(await done({ ...today, from: RIG_TIME + DAY, to: RIG_TIME + 2 * DAY })).toEqual([4]);
});

test('what was found before is kept, and a try that was under way then is looked at again', async () => {
  const { connection, store, answered } = stage();
  await answered(RIG_TIME, RIG_TIME + 1);
  await saveAs('under-way', revertOffCall('D-100'), store, RIG_TIME + 2);
  const { seq } = await claimAs('slow', store, RIG_TIME + 3);
  await answered(RIG_TIME + 4, RIG_TIME + 5);
  const before = await doneOn(connection, today);
  expect([...before.calls.keys()]).toEqual([1, 3]);
  await store.settle(seq, 'slow', OK, ACCEPTED, RIG_TIME + 6);
  await answered(RIG_TIME + 7, RIG_TIME + 8);
  expect([...(await doneOn(connection, today, before)).calls.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});

test('of a long history only the tries of these days are read', async () => {
  const { connection, answered } = stage();
  for (let index = 0; index < 450; index += 1) await answered(RIG_TIME - 10 * DAY, RIG_TIME - 10 * DAY + index);
  await answered(RIG_TIME, RIG_TIME + 1);
  let reads = 0;
  const counting: Connection = {
    ...connection,
    run(use) {
      reads += 1;
      return connection.run(use);
    },
  };
  expect((await doneOn(counting, today)).calls.size).toBe(1);
  expect(reads).toBeLessThanOrEqual(3); // the newest key, its slice, and one that is older than all that counts
});
