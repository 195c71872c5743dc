import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { laneOf, makeCall } from '#contract/call.ts';
import { type StoredCall, connect, noTotals } from '#outbox/store/database.ts';
import { type Store, createStore, intentOf } from '#outbox/store/store.ts';
import { RIG_TIME, tried } from '#outbox/testing/storeRig.ts';

const ROWS = 10_000;
const WAITING = 500;
const connection = connect('thousands');
let store: Store;

/** Ten thousand calls of one handheld's life: the last 500 are waiting, ten in each lane, the others are history. */
beforeAll(async () => {
  await connection.run(async (database) => {
    const tx = database.transaction(['calls', 'totals'], 'readwrite');
    for (let seq = 1; seq <= ROWS; seq += 1) {
      const call = makeCall('RevertOff', { deliveryCode: `D-${seq % 50}`, storeCode: `S-${seq}`, userID: '7' });
      const isWaiting = seq > ROWS - WAITING;
      const row: StoredCall = {
        seq,
        callId: `call-${seq}`,
        generation: 1,
        operation: call.operation,
        parameters: call.parameters,
        lane: laneOf(call),
        operator: '7',
        scans: [],
        enqueuedAt: RIG_TIME,
        changedAt: RIG_TIME,
        state: isWaiting ? 'waiting' : 'answered',
        tries: isWaiting ? 0 : 1,
        inDoubt: false,
        notBefore: 0,
        intent: intentOf(call),
        ...(isWaiting && { open: 1 as const }),
        ...(isWaiting && seq <= ROWS - WAITING + 50 && { head: 1 as const }),
      };
      void tx.objectStore('calls').put(row);
    }
    await tx.objectStore('totals').put({ ...noTotals, waiting: WAITING, answered: ROWS - WAITING }, 'calls');
    await tx.done;
  });
  store = createStore(connection);
}, 60_000);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Rows that cursors were moved on by. In place before idb, which looks at the method once. */
let steps = 0;
const { continue: goOn } = IDBCursor.prototype;
IDBCursor.prototype.continue = function (...asked) {
  steps += 1;
  return goOn.apply(this, asked);
};

/** Counts the reads and counts of a store or an index as a whole. */
function watchWholes(): () => number {
  const [ofStore, ofIndex] = [IDBObjectStore.prototype, IDBIndex.prototype];
  const reads = [vi.spyOn(ofStore, 'getAll'), vi.spyOn(ofStore, 'getAllKeys'), vi.spyOn(ofStore, 'count')].concat([
    vi.spyOn(ofIndex, 'getAll'),
    vi.spyOn(ofIndex, 'getAllKeys'),
    vi.spyOn(ofIndex, 'count'),
  ] as never[]);
  return () => reads.flatMap(({ mock }) => mock.calls as unknown[][]).filter(([range]) => range === undefined).length;
}

test.each<[string, (on: Store) => Promise<unknown>, number]>([
  ['counting', (on) => on.totals(), 0],
  ['the first fifty that wait', async (on) => expect(await on.list('waiting', 50)).toHaveLength(50), 50],
  ['the last fifty of the history', (on) => on.list('answered', 50), 50],
  ['a claim', (on) => on.claimNext({ owner: 'page-1', token: 'token-1', tried }, RIG_TIME), 0],
  ['a recovery', (on) => on.recover('page-2', RIG_TIME), 0],
  [
    'a save',
    (on) =>
      on.enqueue(
        {
          call: makeCall('RevertOff', { deliveryCode: 'D-1', storeCode: 'S-1', userID: '7' }),
          callId: 'new',
          operator: '7',
          scans: [],
          again: false,
        },
        RIG_TIME,
      ),
    0,
  ],
  ['the tries of one call', (on) => on.attemptsOf(ROWS - WAITING + 1), 0],
])('with ten thousand rows %s reads no store as a whole, and no more rows than it shows', async (_, use, most) => {
  const wholes = watchWholes();
  steps = 0;
  await use(store);
  expect(wholes()).toBe(0);
  expect(steps).toBeLessThanOrEqual(most);
});
