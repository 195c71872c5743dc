import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Connection, connect, noTotals } from './database.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { type Store, createStore } from './store.ts';
import type { SettledAndClaimed } from './changes.ts';
import {
  ACCEPTED,
  claimAs,
  freshName,
  LOST,
  RIG_TIME,
  OK,
  revertOffCall,
  saveAs,
  tried,
  trouble,
} from '#outbox/testing/storeRig.ts';

interface Stage {
  readonly name: string;
  readonly connection: Connection;
  readonly store: Store;
  readonly sent: QueuedCall;
}

/** One waiting call for each letter in that lane, the first one claimed by `page-1` with `token-1`. */
async function stage(lanes: string): Promise<Stage> {
  const name = freshName();
  const connection = connect(name);
  const store = createStore(connection);
  for (const [index, lane] of Array.from(lanes).entries()) {
    await saveAs(`call-${index + 1}`, revertOffCall(lane), store);
  }
  return { name, connection, store, sent: await claimAs('token-1', store) };
}

const goOn = (
  store: Store,
  sent: QueuedCall,
  token: string,
  now = RIG_TIME + 1,
  clearedAt = 0,
): Promise<SettledAndClaimed> =>
  store.settleAndClaim(sent, OK, ACCEPTED, { owner: 'page-1', token, tried, clearedAt }, now);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('from an answered call to the next', () => {
  test('the answer is recorded and the oldest call is claimed with its attempt', async () => {
    const { store, sent } = await stage('ab');
    const { settled, next } = await goOn(store, sent, 'token-2');
    expect(settled).toMatchObject({ seq: 1, state: 'answered', result: { text: 'OK' }, changedAt: RIG_TIME + 1 });
    expect(settled).not.toHaveProperty('claim');
    expect(await store.get(1)).toEqual(settled);
    expect(await store.get(2)).toEqual(next);
    expect(next).toMatchObject({ state: 'sending', tries: 1, claim: { owner: 'page-1', token: 'token-2' } });
    expect(await store.attemptsOf(1)).toMatchObject([{ token: 'token-1', endedAt: RIG_TIME + 1, outcome: OK }]);
    expect(await store.attemptsOf(2)).toMatchObject([{ token: 'token-2', owner: 'page-1', phase: 'claimed' }]);
    expect(await store.totals()).toEqual({ ...noTotals, answered: 1, sending: 1 });
  });

  test('both are one strict transaction', async () => {
    const { store, sent } = await stage('ab');
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await goOn(store, sent, 'token-2');
    expect(transaction.mock.calls.map(([, mode, options]) => [mode, options])).toEqual([
      ['readwrite', { durability: 'strict' }],
    ]);
  });

  test('neither is there where it fails at its commit', async () => {
    const { store, sent } = await stage('ab');
    const before = [await store.get(1), await store.get(2), await store.totals()];
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
      const request = put.apply(this, row);
      const transaction = this.transaction as IDBTransaction & { _abort(name: string): void }; // fake-indexeddb's own
      if (this.name === 'totals') request.addEventListener('success', () => transaction._abort('QuotaExceededError'));
      return request;
    });
    await expect(goOn(store, sent, 'token-2')).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect([await store.get(1), await store.get(2), await store.totals()]).toEqual(before);
    expect(await store.attemptsOf(2)).toEqual([]);
  });

  test('the call behind it in its lane comes to the head, and goes before younger lanes', async () => {
    const { store, sent } = await stage('aab');
    const second = await goOn(store, sent, 'token-2');
    expect(second.next).toMatchObject({ seq: 2 });
    const third = await goOn(store, second.next as QueuedCall, 'token-3');
    expect(third.next).toMatchObject({ seq: 3 });
    expect(await goOn(store, third.next as QueuedCall, 'token-4')).not.toHaveProperty('next');
    expect(await store.totals()).toEqual({ ...noTotals, answered: 3 });
  });

  test('a call behind it that is not the oldest waits as the head of its lane', async () => {
    const { store, sent } = await stage('aba');
    const { next } = await goOn(store, sent, 'token-2');
    expect(next).toMatchObject({ seq: 2 });
    expect((await goOn(store, next as QueuedCall, 'token-3')).next).toMatchObject({ seq: 3 });
  });

  test('what is put off is not claimed before its time, unless that is over', async () => {
    for (const [clearedAt, claimed] of [
      [0, undefined],
      [RIG_TIME + 2, 2],
    ] as const) {
      const { store, sent } = await stage('ab');
      await store.claimNext({ owner: 'page-1', token: 'token-2', tried }, RIG_TIME);
      await store.settle(2, 'token-2', LOST, { kind: 'answerLost', trouble, delayMs: 5_000 }, RIG_TIME + 1);
      expect((await goOn(store, sent, 'token-3', RIG_TIME + 3, clearedAt)).next?.seq).toBe(claimed);
      expect(await store.get(1)).toMatchObject({ state: 'answered' });
    }
  });

  test('nothing is claimed past an older call that is put off: which one is due then is for `claimNext` to find', async () => {
    const { store, sent } = await stage('aba');
    await store.claimNext({ owner: 'page-1', token: 'token-2', tried }, RIG_TIME);
    await store.settle(2, 'token-2', LOST, { kind: 'answerLost', trouble, delayMs: 5_000 }, RIG_TIME + 1);
    expect(await goOn(store, sent, 'token-3')).not.toHaveProperty('next');
    expect(await store.claimNext({ owner: 'page-1', token: 'token-4', tried }, RIG_TIME + 3)).toMatchObject({
      queued: { seq: 3 },
    });
  });

  test('a late answer is evidence, changes nothing and claims nothing', async () => {
    const { store, sent } = await stage('ab');
    await store.recover('page-2', RIG_TIME);
    await store.claimNext({ owner: 'page-2', token: 'theirs', tried }, RIG_TIME + 1);
    const before = [await store.get(1), await store.get(2), await store.totals()];
    expect(await goOn(store, sent, 'token-2')).toEqual({});
    expect([await store.get(1), await store.get(2), await store.totals()]).toEqual(before);
    expect((await store.attemptsOf(1))[0]).toMatchObject({ outcome: OK, late: true });
  });

  test('made again after its connection died at the commit, it gives the same next call and no second one', async () => {
    const { store, sent } = await stage('abc');
    await goOn(store, sent, 'token-2');
    expect(await goOn(store, sent, 'token-2')).toMatchObject({ next: { seq: 2, claim: { token: 'token-2' } } });
    expect(await store.get(3)).toMatchObject({ state: 'waiting' });
    expect((await store.attemptsOf(1))[0]).not.toHaveProperty('late');
  });
});
