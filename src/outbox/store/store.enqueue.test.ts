import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Outcome } from '#contract/outcome.ts';
import { type Call, type Lanes, makeCall } from '#contract/call.ts';
import { connect, noTotals, createKept } from './database.ts';
import { AlreadyQueued, type Enqueued, NeedsDecision, createStore } from './store.ts';
import {
  REJECTED,
  UNKNOWN,
  claimAs,
  freshConnection,
  freshName,
  freshStore,
  RIG_TIME,
  revertOffCall,
  saveAs,
  tried,
  trouble,
  twice,
} from '#outbox/testing/storeRig.ts';

function entry(callId: string, call: Call = revertOffCall('D-1001')): Enqueued {
  return { call, callId, operator: 'u17', scans: [{ text: 'D-1001', source: 'wedge', at: RIG_TIME }] };
}

/** Lets each transaction run until its last write has succeeded, and then fails its commit. Source: FAULTS, platform fact F6. */
function failCommits(errorName: string): void {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
    const request = put.apply(this, values);
    const transaction = this.transaction as IDBTransaction & { _abort(name: string): void }; // fake-indexeddb's own
    if (this.name === 'totals') request.addEventListener('success', () => transaction._abort(errorName));
    return request;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a call is saved', () => {
  test('with everything that is known of it, and is waiting', async () => {
    const store = freshStore();
    const saved = await store.enqueue(entry('call-1'), RIG_TIME);
    expect(saved).toMatchObject({
      seq: 1,
      callId: 'call-1',
      generation: 1,
      operation: 'RevertOff',
      parameters: [
        ['deliveryCode', 'D-1001'],
        ['storeCode', 'S-07'],
        ['userID', 'u17'],
      ],
      lane: 'deliveryCode:D-1001',
      operator: 'u17',
      scans: [{ text: 'D-1001', source: 'wedge', at: RIG_TIME }],
      enqueuedAt: RIG_TIME,
      state: 'waiting',
      tries: 0,
      inDoubt: false,
      notBefore: 0,
    });
    expect(await store.get(saved.seq)).toEqual(saved);
    expect(await store.totals()).toEqual({ ...noTotals, waiting: 1 });
  });

  test('only when its transaction is complete: “saved” is never said before', async () => {
    const store = freshStore();
    await store.totals(); // the database is open
    const events: string[] = [];
    const transaction = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...how) {
      const opening = transaction.apply(this, how);
      opening.addEventListener('complete', () => events.push('on disk'));
      return opening;
    });
    await store.enqueue(entry('call-1'), RIG_TIME).then(() => events.push('saved'));
    expect(events).toEqual(['on disk', 'saved']);
  });

  test('strictly, as is every other change of a row', async () => {
    const store = freshStore();
    await store.totals();
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const { seq } = await store.enqueue(entry('call-1'), RIG_TIME);
    await store.claimNext({ owner: 'page-1', token: 'token-1', tried }, RIG_TIME);
    await store.settle(seq, 'token-1', REJECTED, { kind: 'rejected', trouble }, RIG_TIME);
    await store.decide(seq, { kind: 'discarded', operator: 'u17', reason: 'x' }, RIG_TIME);
    await store.recover('page-2', RIG_TIME);
    const writes = transactions.mock.calls.filter(([, mode]) => mode === 'readwrite');
    const rows = ['calls', 'attempts', 'totals'];
    expect(writes).toEqual(
      [['calls', 'totals', 'kept'], rows, rows, [...rows, 'kept'], rows].map((over) => [
        over,
        'readwrite',
        { durability: 'strict' },
      ]),
    );
  });

  test('with what is kept beside it, in one transaction: both are there, or neither is', async () => {
    const connection = freshConnection();
    const kept = createKept(connection);
    const next = (before: unknown) => `${String(before)} ended`;
    const store = createStore(connection, () => ({}), { name: 'half', next });
    await kept.write('half', 'D-1001');
    failCommits('AbortError');
    await expect(store.enqueue(entry('call-1'), RIG_TIME)).rejects.toMatchObject({ name: 'AbortError' });
    vi.restoreAllMocks();
    expect([await store.newest(), await kept.read('half')]).toEqual([0, 'D-1001']);
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await store.enqueue(entry('call-2'), RIG_TIME);
    expect(transactions).toHaveBeenCalledTimes(1);
    expect([await store.newest(), await kept.read('half')]).toEqual([1, 'D-1001 ended']);
  });

  test('without a word on what is kept beside it, where nothing of that is new', async () => {
    const connection = freshConnection();
    const store = createStore(connection, () => ({}), { name: 'half', next: () => undefined });
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    await store.enqueue(entry('call-1'), RIG_TIME);
    expect(put.mock.contexts.map((over) => (over as IDBObjectStore).name)).toEqual(['totals', 'totals']);
  });

  test.each(['QuotaExceededError', 'AbortError'])(
    'not at all where the commit fails with %s, although each write had succeeded',
    async (name) => {
      const store = freshStore();
      await store.enqueue(entry('call-0', revertOffCall('D-1000')), RIG_TIME);
      failCommits(name);
      await expect(store.enqueue(entry('call-1'), RIG_TIME)).rejects.toMatchObject({ name });
      vi.restoreAllMocks();
      expect((await store.list('waiting', 10)).map(({ callId }) => callId)).toEqual(['call-0']);
      expect(await store.totals()).toEqual({ ...noTotals, waiting: 1 });
      expect(await store.enqueue(entry('call-1'), RIG_TIME)).toMatchObject({ callId: 'call-1', state: 'waiting' });
    },
  );

  test('and is there after the database was closed and opened again', async () => {
    const name = freshName();
    const before = connect(name);
    const saved = await createStore(before).enqueue(entry('call-1'), RIG_TIME);
    before.close();
    const store = createStore(connect(name));
    expect(await store.list('waiting', 10)).toEqual([saved]);
    expect(await store.totals()).toEqual({ ...noTotals, waiting: 1 });
  });

  test('once for one call id, however often and from wherever it is asked', async () => {
    const name = freshName();
    const [page, tab] = [createStore(connect(name)), createStore(connect(name))];
    const saved = await Promise.all([page, tab, page].map((store) => store.enqueue(entry('call-1'), RIG_TIME)));
    expect(new Set(saved.map(({ seq }) => seq)).size).toBe(1);
    expect(await page.list('waiting', 10)).toHaveLength(1);
    expect(await page.totals()).toEqual({ ...noTotals, waiting: 1 });
  });

  test('once for one call id, although its connection died after the commit', async () => {
    const dying = createStore(twice(freshConnection()));
    await dying.enqueue(entry('call-1'), RIG_TIME);
    expect(await dying.list('waiting', 10)).toHaveLength(1);
  });

  test('again as another call where the same thing is done again: they are never merged', async () => {
    const store = freshStore();
    await store.enqueue(entry('call-1'), RIG_TIME);
    await store.enqueue(entry('call-2'), RIG_TIME);
    expect((await store.list('waiting', 10)).map(({ callId, seq }) => [seq, callId])).toEqual([
      [1, 'call-1'],
      [2, 'call-2'],
    ]);
  });

  test('not where the same is still open and the operator has not been asked; when that is ended, yes', async () => {
    const store = freshStore();
    const { seq } = await store.enqueue({ ...entry('call-1'), again: false }, RIG_TIME);
    await expect(store.enqueue({ ...entry('call-2'), again: false }, RIG_TIME)).rejects.toThrow(AlreadyQueued);
    await expect(store.enqueue({ ...entry('call-2'), again: false }, RIG_TIME)).rejects.toMatchObject({ seq });
    expect(await store.totals()).toEqual({ ...noTotals, waiting: 1 });
    await store.enqueue({ ...entry('call-3', revertOffCall('D-1002')), again: false }, RIG_TIME);
    await store.decide(seq, { kind: 'cancelled', operator: 'u17' }, RIG_TIME);
    await store.enqueue({ ...entry('call-4'), again: false }, RIG_TIME);
    expect((await store.list('waiting', 10)).map(({ callId }) => callId)).toEqual(['call-3', 'call-4']);
  });

  test('not where nobody knows whether the same was done: it is said so', async () => {
    const store = freshStore();
    await store.enqueue({ ...entry('call-1'), again: false }, RIG_TIME);
    await store.claimNext({ owner: 'page-1', token: 'token', tried }, RIG_TIME);
    await store.settle(1, 'token', UNKNOWN, { kind: 'nobodyKnows', trouble }, RIG_TIME);
    const again = store.enqueue({ ...entry('call-2'), again: false }, RIG_TIME);
    await expect(again).rejects.toMatchObject({ seq: 1, stands: 'unconfirmed' });
  });

  test('in the lane that the site says, which a row keeps when the site says another', async () => {
    let lanes: Lanes = { RevertOff: 'storeCode' };
    const store = createStore(freshConnection(), () => lanes);
    await store.enqueue(entry('call-1'), RIG_TIME);
    await store.enqueue(entry('call-2', revertOffCall('D-1002')), RIG_TIME);
    lanes = {};
    await expect(store.enqueue({ ...entry('call-3'), again: false }, RIG_TIME)).rejects.toThrow(AlreadyQueued);
    await store.enqueue(entry('call-4', revertOffCall('D-1002')), RIG_TIME);
    expect((await store.list('waiting', 10)).map(({ callId, lane }) => [callId, lane])).toEqual([
      ['call-1', 'storeCode:S-07'],
      ['call-2', 'storeCode:S-07'],
      ['call-4', 'deliveryCode:D-1002'],
    ]);
  });

  test('once where two screens save the same in one moment and neither has asked', async () => {
    const name = freshName();
    const tabs = ['call-1', 'call-2'].map((callId) =>
      createStore(connect(name)).enqueue({ ...entry(callId), again: false }, RIG_TIME),
    );
    const ends = await Promise.allSettled(tabs);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('although its connection died after the commit, and without asking about itself', async () => {
    const dying = createStore(twice(freshConnection()));
    expect(await dying.enqueue({ ...entry('call-1'), again: false }, RIG_TIME)).toMatchObject({ seq: 1 });
  });

  test('in the order of saving, and not of any clock', async () => {
    const store = freshStore();
    const times = [RIG_TIME, RIG_TIME - 1e12, RIG_TIME + 1e12, 0];
    for (const [index, now] of times.entries()) await store.enqueue(entry(`call-${index}`), now);
    expect((await store.list('waiting', 10)).map(({ callId }) => callId)).toEqual([
      'call-0',
      'call-1',
      'call-2',
      'call-3',
    ]);
  });

  test('but never a read, which is asked now or not at all', async () => {
    const store = freshStore();
    const read = makeCall('GetBagDetailByBagCode', { bagCode: 'B-1' });
    await expect(store.enqueue(entry('call-1', read), RIG_TIME)).rejects.toThrow('is a read: it is not queued');
    expect(await store.totals()).toEqual(noTotals);
  });
});

describe('what was saved is found', () => {
  test('by its key, with others at once, in the order of the keys', async () => {
    const store = freshStore();
    for (const id of ['a', 'b', 'c']) await store.enqueue(entry(id), RIG_TIME);
    expect((await store.getMany([3, 99, 1])).map(({ callId }) => callId)).toEqual(['c', 'a']);
    expect(await store.getMany([])).toEqual([]);
    expect(await store.get(99)).toBeUndefined();
  });

  test('by its state: open ones the oldest first, ended ones the newest first, and no more than asked for', async () => {
    const store = freshStore();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await store.enqueue(entry(id), RIG_TIME);
    for (const seq of [1, 2, 3]) await store.decide(seq, { kind: 'cancelled', operator: 'u17' }, RIG_TIME);
    expect((await store.list('waiting', 2)).map(({ callId }) => callId)).toEqual(['d', 'e']);
    expect((await store.list('cancelled', 2)).map(({ callId }) => callId)).toEqual(['c', 'b']);
    expect(await store.list('held', 2)).toEqual([]);
    expect(await store.list('waiting', 0)).toEqual([]);
  });
});

describe('behind a call that needs a decision', () => {
  /** A store in which the call of a delivery is in doubt, or held. */
  async function doubted(outcome: Outcome, kind: 'nobodyKnows' | 'rejected') {
    const store = freshStore();
    await saveAs('call-1', revertOffCall('D-1001'), store);
    await claimAs('token-1', store);
    await store.settle(1, 'token-1', outcome, { kind, trouble }, RIG_TIME);
    return store;
  }

  test.each([
    ['in doubt', UNKNOWN, 'nobodyKnows'],
    ['held', REJECTED, 'rejected'],
  ] as const)(
    'a call is not saved unasked where that one is %s, and is where a person has named it',
    async (_, outcome, kind) => {
      const store = await doubted(outcome, kind);
      const next = { ...entry('call-2', revertOffCall('D-1001', 'S-08')), again: true };
      await expect(store.enqueue(next, RIG_TIME)).rejects.toMatchObject({ name: 'NeedsDecision', seq: 1 });
      await expect(store.enqueue({ ...next, behind: 7 }, RIG_TIME)).rejects.toBeInstanceOf(NeedsDecision);
      expect((await store.totals()).waiting).toBe(0);
      expect(await store.enqueue({ ...next, behind: 1 }, RIG_TIME)).toMatchObject({ seq: 2, state: 'waiting' });
      expect(await store.enqueue(entry('call-3', revertOffCall('D-1002')), RIG_TIME)).toMatchObject({ seq: 3 });
    },
  );

  test('one that only waits is no reason to ask, and no row is read where the lane is free', async () => {
    const store = freshStore();
    const reads = vi.spyOn(IDBObjectStore.prototype, 'get');
    await store.enqueue(entry('call-1'), RIG_TIME);
    const free = reads.mock.calls.length;
    await store.enqueue(entry('call-2', revertOffCall('D-1001', 'S-08')), RIG_TIME);
    expect(reads.mock.calls.length - free).toBe(free + 1);
  });
});
