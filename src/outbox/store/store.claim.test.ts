import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { connect } from './database.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { type Store, createStore } from './store.ts';
import { IllegalStep, type QueueEvent } from '#outbox/state/queueEvent.ts';
import {
  REJECTED,
  UNKNOWN,
  LOST,
  ACCEPTED,
  freshName,
  RIG_TIME,
  OK,
  revertOffCall,
  saveAs,
  tried,
  trouble,
  twice,
} from '#outbox/testing/storeRig.ts';

const TEN_YEARS_MS = 10 * 365 * 24 * 3_600_000;

/** Enqueues one call for each letter, in that lane: `aab` is two calls of lane a and one of lane b. */
async function enqueue(store: Store, lanes: string): Promise<void> {
  for (const lane of lanes) {
    const { waiting } = await store.totals();
    await saveAs(`${lane}${waiting}-${lanes}`, revertOffCall(lane), store);
  }
}

let tokens = 0;
async function claim(store: Store, now = RIG_TIME): Promise<QueuedCall | undefined> {
  const claimed = await store.claimNext({ owner: 'page-1', token: `token-${(tokens += 1)}`, tried }, now);
  return claimed && 'queued' in claimed ? claimed.queued : undefined;
}

/** Claims and settles until nothing is due; the sequence numbers in the order of claiming. */
async function drainAll(store: Store, now = RIG_TIME): Promise<number[]> {
  const order: number[] = [];
  for (let queued = await claim(store, now); queued; queued = await claim(store, now)) {
    order.push(queued.seq);
    await store.settle(queued.seq, queued.claim?.token ?? '', OK, ACCEPTED, now);
  }
  return order;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a claim is compare-and-set', () => {
  test('four drainers at once over 200 calls in 20 lanes: each call is taken once, in the order of its lane', async () => {
    const name = freshName();
    const store = createStore(connect(name));
    const letters = 'abcdefghijklmnopqrst';
    await enqueue(store, letters.repeat(10));
    const taken: { seq: number; lane: string }[] = [];

    async function drainer(own: Store): Promise<void> {
      while ((await own.totals()).waiting > 0) {
        const queued = await claim(own);
        if (!queued) continue; // every lane is being sent by another
        taken.push(queued);
        await own.settle(queued.seq, queued.claim?.token ?? '', OK, ACCEPTED, RIG_TIME);
      }
    }
    await Promise.all(Array.from({ length: 4 }, () => drainer(createStore(connect(name)))));

    expect(taken).toHaveLength(200);
    expect(new Set(taken.map(({ seq }) => seq)).size).toBe(200);
    for (const letter of letters) {
      const ofLane = taken.filter(({ lane }) => lane.endsWith(`:${letter}`)).map(({ seq }) => seq);
      expect(ofLane).toEqual([...ofLane].sort((a, b) => a - b));
      expect(ofLane).toHaveLength(10);
    }
    expect((await store.totals()).answered).toBe(200);
  });

  test('twelve claims in the same moment over ten calls give ten calls', async () => {
    const name = freshName();
    await enqueue(createStore(connect(name)), 'abcdefghij');
    const tabs = [1, 2, 3].map(() => createStore(connect(name)));
    const claims = await Promise.all([...tabs, ...tabs, ...tabs, ...tabs].map((tab) => claim(tab)));
    const seqs = claims.flatMap((queued) => (queued ? [queued.seq] : []));
    expect(seqs.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('the call is marked and its attempt is written before anything can be sent', async () => {
    const store = createStore(connect(freshName()));
    await enqueue(store, 'a');
    const claimed = await store.claimNext({ owner: 'page-1', token: 'token-a', tried }, RIG_TIME + 5);
    const row = await store.get(1);
    expect(claimed).toEqual({ queued: row });
    expect(row).toMatchObject({
      state: 'sending',
      tries: 1,
      claim: { owner: 'page-1', token: 'token-a', at: RIG_TIME + 5 },
      tried,
    });
    expect(await store.attemptsOf(1)).toEqual([
      {
        id: 1,
        seq: 1,
        idempotencyKey: row?.callId,
        token: 'token-a',
        owner: 'page-1',
        startedAt: RIG_TIME + 5,
        phase: 'claimed',
      },
    ]);
  });

  test('mark and attempt are one transaction: neither is there without the other', async () => {
    const store = createStore(connect(freshName()));
    await enqueue(store, 'a');
    const add = IDBObjectStore.prototype.add;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...values) {
      const request = add.apply(this, values);
      if (this.name === 'attempts') request.addEventListener('success', () => this.transaction.abort());
      return request;
    });
    await expect(claim(store)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await store.get(1)).toMatchObject({ state: 'waiting', tries: 0 });
    expect(await store.attemptsOf(1)).toEqual([]);
    expect(await store.totals()).toMatchObject({ waiting: 1, sending: 0 });
  });

  test('a claim that is made again after its connection died takes the same call, and no second one', async () => {
    const connection = connect(freshName());
    const store = createStore(connection);
    await enqueue(store, 'ab');
    const dying = createStore(twice(connection));
    expect(await claim(dying)).toMatchObject({ seq: 1, tries: 1 });
    expect(await store.totals()).toMatchObject({ waiting: 1, sending: 1 });
    expect(await store.attemptsOf(1)).toHaveLength(1);
  });
});

describe('lanes', () => {
  const stops: [state: string, stop: (store: Store, seq: number, token: string) => Promise<unknown>][] = [
    ['being sent', () => Promise.resolve()],
    ['held', (store, seq, token) => store.settle(seq, token, REJECTED, { kind: 'rejected', trouble }, RIG_TIME)],
    [
      'unconfirmed',
      (store, seq, token) => store.settle(seq, token, UNKNOWN, { kind: 'nobodyKnows', trouble }, RIG_TIME),
    ],
    [
      'backing off',
      (store, seq, token) =>
        store.settle(
          seq,
          token,
          { kind: 'in-progress', reason: 'x' },
          { kind: 'stillRunning', trouble, delayMs: 9_000 },
          RIG_TIME,
        ),
    ],
  ];

  test.each(stops)('a first call that is %s stops its lane, and no other', async (_, stop) => {
    const store = createStore(connect(freshName()));
    await enqueue(store, 'aabab'); // 1 2 4 are lane a, 3 5 lane b
    const head = await claim(store);
    expect(head?.seq).toBe(1);
    await stop(store, 1, head?.claim?.token ?? '');
    expect(await drainAll(store)).toEqual([3, 5]);
    expect(await store.get(2)).toMatchObject({ state: 'waiting', tries: 0 });
  });

  test.each(stops)('and still does after the database was closed and opened again (%s)', async (_, stop) => {
    const name = freshName();
    const before = connect(name);
    const store = createStore(before);
    await enqueue(store, 'aabab');
    const head = await claim(store);
    await stop(store, 1, head?.claim?.token ?? '');
    before.close();
    expect(await drainAll(createStore(connect(name)))).toEqual([3, 5]);
  });

  test('the oldest call of all lanes goes first, and a lane is taken up where it stopped', async () => {
    const store = createStore(connect(freshName()));
    await enqueue(store, 'aabab');
    const head = await claim(store);
    await store.settle(1, head?.claim?.token ?? '', REJECTED, { kind: 'rejected', trouble }, RIG_TIME);
    expect(await drainAll(store)).toEqual([3, 5]);
    await store.decide(1, { kind: 'discarded', operator: 'u', reason: 'gone' }, RIG_TIME);
    expect(await drainAll(store)).toEqual([2, 4]);
  });

  test('a call in the middle that is cancelled leaves the order of the others', async () => {
    const store = createStore(connect(freshName()));
    await enqueue(store, 'aaaa');
    await store.decide(2, { kind: 'cancelled', operator: 'u' }, RIG_TIME);
    await store.decide(1, { kind: 'cancelled', operator: 'u' }, RIG_TIME);
    expect(await drainAll(store)).toEqual([3, 4]);
  });

  test('a call that is sent anew keeps its place before younger ones', async () => {
    const store = createStore(connect(freshName()));
    await enqueue(store, 'aa');
    const head = await claim(store);
    await store.settle(1, head?.claim?.token ?? '', LOST, { kind: 'nobodyKnows', trouble }, RIG_TIME);
    await store.decide(1, { kind: 'saidNotDone', operator: 'u' }, RIG_TIME);
    await enqueue(store, 'a');
    expect(await drainAll(store)).toEqual([1, 2, 3]);
    expect((await store.attemptsOf(1)).map(({ idempotencyKey }) => idempotencyKey.endsWith('.g2'))).toEqual([
      false,
      true,
    ]);
  });

  describe('after a person’s word that a call was done', () => {
    const by = { operator: 'u17' } as const;
    async function saidDone(): Promise<{ readonly store: Store; readonly name: string }> {
      const name = freshName();
      const store = createStore(connect(name));
      await enqueue(store, 'aab');
      const first = await claim(store);
      await store.settle(1, first?.claim?.token ?? '', UNKNOWN, { kind: 'nobodyKnows', trouble }, RIG_TIME);
      await store.decide(1, { kind: 'saidDone', ...by }, RIG_TIME);
      return { store, name };
    }

    test('its lane waits as long as that can be taken back, and no other lane', async () => {
      const { store } = await saidDone();
      expect(await drainAll(store, RIG_TIME + 9_999)).toEqual([3]);
      expect(await store.claimNext({ owner: 'page-1', token: 'x', tried }, RIG_TIME + 9_999)).toEqual({
        dueAt: RIG_TIME + 10_000,
      });
      expect(await drainAll(store, RIG_TIME + 10_000)).toEqual([2]);
      await expect(store.decide(1, { kind: 'unsaid', ...by }, RIG_TIME + 10_000)).rejects.toThrow(IllegalStep);
    });

    test('a sign that trying is worth it, or a clock that was set back, ends no waiting early, nor makes it longer', async () => {
      const { store } = await saidDone();
      const wanted = { owner: 'page-1', token: 'y', tried, clearedAt: RIG_TIME + 5_000 };
      await drainAll(store, RIG_TIME);
      expect(await store.claimNext(wanted, RIG_TIME + 5_000)).toEqual({ dueAt: RIG_TIME + 10_000 });
      expect(await drainAll(store, RIG_TIME - 60_000)).toEqual([2]);
    });

    test('a page that is killed meanwhile leaves it decided: after the restart it can be taken back, and the lane goes on when it stands', async () => {
      const { name } = await saidDone();
      const restarted = createStore(connect(name));
      expect((await restarted.get(1))?.result).toEqual({ verdict: 'by-person' });
      expect(await restarted.totals()).toMatchObject({ answered: 1, unconfirmed: 0 });
      expect(await drainAll(restarted, RIG_TIME + 1)).toEqual([3]);
      expect(await drainAll(restarted, RIG_TIME + 3_600_000)).toEqual([2]);
    });

    test('taken back it stops its lane again, and sent again it goes before the younger one, once', async () => {
      const { store } = await saidDone();
      await store.decide(1, { kind: 'unsaid', ...by }, RIG_TIME + 9_000);
      expect(await store.get(1)).toMatchObject({ state: 'unconfirmed', trouble, generation: 1 });
      expect(await store.totals()).toMatchObject({ answered: 0, unconfirmed: 1 });
      expect(await drainAll(store, RIG_TIME + 3_600_000)).toEqual([3]);
      await store.decide(1, { kind: 'saidNotDone', ...by }, RIG_TIME + 3_600_000);
      expect(await drainAll(store, RIG_TIME + 3_600_001)).toEqual([1, 2]);
    });

    test('a call that is saved meanwhile takes its place behind it', async () => {
      const { store } = await saidDone();
      await drainAll(store, RIG_TIME);
      await saveAs('late', revertOffCall('a'), store);
      await store.decide(1, { kind: 'unsaid', ...by }, RIG_TIME + 1);
      expect(await drainAll(store, RIG_TIME + 20_000)).toEqual([]);
    });
  });

  test('a new call of an emptied lane is its first again', async () => {
    const store = createStore(connect(freshName()));
    await enqueue(store, 'a');
    expect(await drainAll(store)).toEqual([1]);
    await enqueue(store, 'aa');
    expect(await drainAll(store)).toEqual([2, 3]);
  });
});

describe('time', () => {
  /** A store whose only call of lane a is not to be tried for `delayMs` after NOW. */
  async function backingOff(delayMs: number, lanes = 'a'): Promise<Store> {
    const store = createStore(connect(freshName()));
    await enqueue(store, lanes);
    const head = await claim(store);
    const event: QueueEvent = { kind: 'answerLost', trouble, delayMs };
    await store.settle(1, head?.claim?.token ?? '', LOST, event, RIG_TIME);
    return store;
  }

  test.each<[string, number, object]>([
    ['before its time it is not due, and the time is told', RIG_TIME + 4_999, { dueAt: RIG_TIME + 5_000 }],
    ['at its time it is due', RIG_TIME + 5_000, { queued: { seq: 1, tries: 2 } }],
    ['after a clock was set ten years forward it is due', RIG_TIME + TEN_YEARS_MS, { queued: { seq: 1, tries: 2 } }],
    ['after a clock was set ten years back it is due', RIG_TIME - TEN_YEARS_MS, { queued: { seq: 1, tries: 2 } }],
    ['after a clock was set a day back it is due', RIG_TIME - 86_400_000, { queued: { seq: 1, tries: 2 } }],
    [
      'after a clock was set half a minute back it waits, as long as a back-off',
      RIG_TIME - 30_000,
      { dueAt: RIG_TIME + 5_000 },
    ],
  ])('%s', async (_, now, claimed) => {
    const store = await backingOff(5_000);
    expect(await store.claimNext({ owner: 'page-1', token: 'late', tried }, now)).toMatchObject(claimed);
  });

  test.each([RIG_TIME, -TEN_YEARS_MS])(
    'a print that was just asked for is sent, by a clock that says %i',
    async (now) => {
      const store = createStore(connect(freshName()));
      await saveAs('label', makeCall('PrintCNOrder', { code: 'D-1', company: 'c', userId: '1' }), store, now);
      expect(await claim(store, now + 1)).toMatchObject({ callId: 'label' });
    },
  );

  test.each([-TEN_YEARS_MS, -3_600_000, -60_001, -59_000, -1, 0, 1, 59_000, TEN_YEARS_MS])(
    'nothing waits longer than a minute, although the clock jumps by %i ms',
    async (jumpMs) => {
      const store = await backingOff(60_000);
      const now = RIG_TIME + jumpMs;
      const claimed = await store.claimNext({ owner: 'page-1', token: 'late', tried }, now);
      const waitsMs = claimed && 'dueAt' in claimed ? claimed.dueAt - now : 0;
      expect(claimed).toBeDefined();
      expect(waitsMs).toBeLessThanOrEqual(60_000);
    },
  );

  test('a sign of life after it was put off makes it due, one from before does not', async () => {
    const before = await backingOff(5_000);
    expect(
      await before.claimNext({ owner: 'page-1', token: 'late', tried, clearedAt: RIG_TIME - 1 }, RIG_TIME + 10),
    ).toEqual({
      dueAt: RIG_TIME + 5_000,
    });
    const after = await backingOff(5_000);
    expect(
      await after.claimNext({ owner: 'page-1', token: 'late', tried, clearedAt: RIG_TIME + 9 }, RIG_TIME + 10),
    ).toMatchObject({ queued: { seq: 1 } });
  });

  test('of several that wait, the first to be due is told', async () => {
    const store = await backingOff(5_000, 'ab');
    const second = await claim(store);
    const event: QueueEvent = { kind: 'answerLost', trouble, delayMs: 2_000 };
    await store.settle(2, second?.claim?.token ?? '', LOST, event, RIG_TIME);
    expect(await store.claimNext({ owner: 'page-1', token: 'late', tried }, RIG_TIME)).toEqual({
      dueAt: RIG_TIME + 2_000,
    });
  });

  test('an empty outbox has nothing to claim and nothing to wait for', async () => {
    expect(
      await createStore(connect(freshName())).claimNext({ owner: 'page-1', token: 't', tried }, RIG_TIME),
    ).toBeUndefined();
  });
});
