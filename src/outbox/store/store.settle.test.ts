import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { noTotals } from './database.ts';
import type { Phase } from '#outbox/state/queuedCall.ts';
import type { Store } from './store.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import {
  UNKNOWN,
  AWAY,
  ACCEPTED,
  claimAs,
  freshStore,
  LOST,
  RIG_TIME,
  OK,
  saveAs,
  tried,
  trouble,
} from '#outbox/testing/storeRig.ts';

const values: Partial<Record<OperationName, Record<string, string>>> = {
  RevertOff: { deliveryCode: 'D-1', storeCode: 'S-07', userID: 'u17' },
  PrintCNOrder: { code: 'C-1', company: 'c', userId: '17' },
};

/** A store with one call that `page-1` is sending by the token `token-1`. */
async function sending(operation: OperationName = 'RevertOff'): Promise<Store> {
  const store = freshStore();
  await saveAs('call-1', makeCall(operation, values[operation] ?? {}), store);
  await claimAs('token-1', store);
  return store;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('settling', () => {
  test('records the answer with the call and with its attempt', async () => {
    const store = await sending();
    const settled = await store.settle(1, 'token-1', OK, ACCEPTED, RIG_TIME + 300);
    expect(settled).toMatchObject({
      state: 'answered',
      result: { text: 'OK', verdict: 'accepted' },
      changedAt: RIG_TIME + 300,
    });
    expect(await store.get(1)).toEqual(settled);
    expect(settled).not.toHaveProperty('claim');
    expect(await store.attemptsOf(1)).toMatchObject([
      { token: 'token-1', startedAt: RIG_TIME, endedAt: RIG_TIME + 300, outcome: OK },
    ]);
    expect((await store.attemptsOf(1))[0]).not.toHaveProperty('late');
    expect(await store.totals()).toEqual({ ...noTotals, answered: 1 });
  });

  test('with a token that has been replaced adds evidence and changes nothing', async () => {
    const store = await sending();
    await store.recover('page-2', RIG_TIME);
    await store.claimNext({ owner: 'page-2', token: 'token-2', tried }, RIG_TIME + 1);
    const before = await store.get(1);
    expect(await store.settle(1, 'token-1', OK, ACCEPTED, RIG_TIME + 2)).toBeUndefined();
    expect(await store.get(1)).toEqual(before);
    expect(before).toMatchObject({ state: 'sending', claim: { token: 'token-2' } });
    expect(await store.attemptsOf(1)).toMatchObject([
      { token: 'token-1', outcome: OK, endedAt: RIG_TIME + 2, late: true },
      { token: 'token-2' },
    ]);
    expect((await store.attemptsOf(1))[1]).not.toHaveProperty('endedAt');
    expect(await store.totals()).toEqual({ ...noTotals, sending: 1 });
    expect(await store.settle(1, 'token-2', LOST, { kind: 'nobodyKnows', trouble }, RIG_TIME + 3)).toMatchObject({
      state: 'unconfirmed',
    });
  });

  test.each<[string, (store: Store) => Promise<unknown>, string]>([
    ['was freed and waits', (store) => store.recover('page-2', RIG_TIME), 'waiting'],
    [
      'was answered to another',
      async (store) => {
        await store.recover('page-2', RIG_TIME);
        await store.claimNext({ owner: 'page-2', token: 'token-2', tried }, RIG_TIME);
        await store.settle(1, 'token-2', OK, ACCEPTED, RIG_TIME);
      },
      'answered',
    ],
  ])('a call that %s meanwhile is not changed by a late token', async (_, meanwhile, state) => {
    const store = await sending();
    await meanwhile(store);
    const before = await store.get(1);
    expect(before?.state).toBe(state);
    expect(await store.settle(1, 'token-1', LOST, { kind: 'nobodyKnows', trouble }, RIG_TIME + 9)).toBeUndefined();
    expect(await store.get(1)).toEqual(before);
    expect((await store.attemptsOf(1))[0]).toMatchObject({ outcome: LOST, late: true });
  });

  test('twice with one token keeps the evidence of the first time', async () => {
    const store = await sending();
    await store.settle(1, 'token-1', OK, ACCEPTED, RIG_TIME + 1);
    const before = [await store.get(1), await store.attemptsOf(1)];
    expect(await store.settle(1, 'token-1', LOST, { kind: 'nobodyKnows', trouble }, RIG_TIME + 2)).toBeUndefined();
    expect([await store.get(1), await store.attemptsOf(1)]).toEqual(before);
  });

  test('without a token, or for a call that is not there, changes nothing', async () => {
    const store = await sending();
    const before = await store.get(1);
    expect(await store.settle(1, '', OK, ACCEPTED, RIG_TIME)).toBeUndefined();
    expect(await store.settle(99, 'token-1', OK, ACCEPTED, RIG_TIME)).toBeUndefined();
    expect(await store.get(1)).toEqual(before);
  });

  test('with an event that is no step undoes what it had written already', async () => {
    const store = await sending();
    await expect(store.settle(1, 'token-1', OK, { kind: 'saidDone', operator: 'u17' }, RIG_TIME)).rejects.toThrow(
      IllegalStep,
    );
    expect(await store.get(1)).toMatchObject({ state: 'sending', claim: { token: 'token-1' } });
    expect((await store.attemptsOf(1))[0]).not.toHaveProperty('outcome');
  });

  test('that fails at its commit leaves the call as it was: being sent, with an open attempt', async () => {
    const store = await sending();
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
      const request = put.apply(this, row);
      const transaction = this.transaction as IDBTransaction & { _abort(name: string): void }; // fake-indexeddb's own
      if (this.name === 'totals') request.addEventListener('success', () => transaction._abort('QuotaExceededError'));
      return request;
    });
    await expect(store.settle(1, 'token-1', OK, ACCEPTED, RIG_TIME)).rejects.toMatchObject({
      name: 'QuotaExceededError',
    });
    expect(await store.get(1)).toMatchObject({ state: 'sending', claim: { token: 'token-1' } });
    expect((await store.attemptsOf(1))[0]).not.toHaveProperty('outcome');
    expect(await store.totals()).toEqual({ ...noTotals, sending: 1 });
  });
});

describe('recovering', () => {
  test('frees what others were sending, under the same key, and says how many', async () => {
    const store = await sending();
    expect(await store.recover('page-2', RIG_TIME + 1)).toBe(1);
    expect(await store.get(1)).toMatchObject({
      state: 'waiting',
      generation: 1,
      inDoubt: true,
      tries: 1,
      tried,
      notBefore: RIG_TIME + 1,
    });
    expect(await store.totals()).toEqual({ ...noTotals, waiting: 1 });
    expect(await store.recover('page-2', RIG_TIME + 2)).toBe(0);
  });

  test('leaves alone what this page is sending', async () => {
    const store = await sending();
    expect(await store.recover('page-1', RIG_TIME)).toBe(0);
    expect(await store.get(1)).toMatchObject({ state: 'sending', claim: { owner: 'page-1' } });
  });

  test('never sends a print again by itself: a person is asked', async () => {
    const store = await sending('PrintCNOrder');
    expect(await store.recover('page-2', RIG_TIME)).toBe(1);
    expect(await store.get(1)).toMatchObject({ state: 'unconfirmed', trouble: { code: 'owner-gone' } });
    expect(await store.claimNext({ owner: 'page-2', token: 'token-2', tried }, RIG_TIME)).toBeUndefined();
  });

  test('leaves the open attempt of the dead owner as evidence', async () => {
    const store = await sending();
    await store.recover('page-2', RIG_TIME);
    expect(await store.attemptsOf(1)).toEqual([
      {
        id: 1,
        seq: 1,
        idempotencyKey: 'call-1',
        token: 'token-1',
        owner: 'page-1',
        startedAt: RIG_TIME,
        phase: 'claimed',
      },
    ]);
  });
});

describe('how far a try came', () => {
  const page = { status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>', bytes: 16 };
  test.each<[Phase, Outcome]>([
    ['replied', OK],
    ['replied', { kind: 'rejected', reason: 'Missing parameter: storeCode.' }],
    ['replied', UNKNOWN],
    ['replied', { kind: 'no-answer', cause: 'not-xml', reason: 'x', evidence: page }],
    ['replied', { kind: 'no-answer', cause: 'redirected', reason: 'x' }],
    ['no-reply', LOST],
    ['not-forwarded', AWAY],
  ])('is kept with it: %s', async (phase, outcome) => {
    const store = await sending();
    await store.settle(1, 'token-1', outcome, { kind: 'nobodyKnows', trouble }, RIG_TIME);
    expect(await store.attemptsOf(1)).toMatchObject([{ phase, outcome }]);
  });
});

describe('what was read about a call', () => {
  const question = makeCall('GetSelfDetailList', { selfID: 'S-07' });
  test('is kept beside it, in order, and changes nothing of it', async () => {
    const store = await sending();
    const before = await store.get(1);
    await store.noteRead(1, { when: 'before', question, text: '[]', at: RIG_TIME });
    await store.settle(1, 'token-1', LOST, { kind: 'nobodyKnows', trouble }, RIG_TIME);
    await store.noteRead(1, { when: 'after', question, text: null, at: RIG_TIME + 1 });
    const { readAnswers, ...row } = (await store.get(1)) ?? {};
    expect(readAnswers).toMatchObject([
      { when: 'before', text: '[]' },
      { when: 'after', text: null },
    ]);
    expect(row).toMatchObject({ state: 'unconfirmed', parameters: before?.parameters, callId: 'call-1' });
    expect(await store.totals()).toEqual({ ...noTotals, unconfirmed: 1 });
  });

  test('keeps the first, from before it was sent, however often one looks', async () => {
    const store = await sending();
    for (let index = 0; index < 40; index += 1)
      await store.noteRead(1, {
        when: index === 0 ? 'before' : 'after',
        question,
        text: `${index}`,
        at: RIG_TIME + index,
      });
    const texts = (await store.get(1))?.readAnswers?.map(({ text }) => text);
    expect(texts?.[0]).toBe('0');
    expect(texts).toHaveLength(21);
    expect(texts?.at(-1)).toBe('39');
  });
});

describe('what a person decides', () => {
  test('that does not fit the state is refused, and changes nothing', async () => {
    const store = await sending();
    const before = await store.get(1);
    await expect(store.decide(1, { kind: 'cancelled', operator: 'u17' }, RIG_TIME)).rejects.toThrow(IllegalStep);
    await expect(store.decide(1, { kind: 'saidDone', operator: 'u17' }, RIG_TIME)).rejects.toThrow(IllegalStep);
    expect(await store.get(1)).toEqual(before);
    expect(await store.totals()).toEqual({ ...noTotals, sending: 1 });
  });

  test('about a call that is not there is refused', async () => {
    const store = await sending();
    await expect(store.decide(99, { kind: 'cancelled', operator: 'u17' }, RIG_TIME)).rejects.toThrow(
      'there is no call 99',
    );
  });

  test('ends a call without deleting it: who and why stay on the device', async () => {
    const store = await sending();
    await store.settle(1, 'token-1', LOST, { kind: 'nobodyKnows', trouble }, RIG_TIME);
    await store.decide(1, { kind: 'discarded', operator: 'u17', reason: 'box destroyed' }, RIG_TIME + 5);
    expect(await store.list('discarded', 10)).toMatchObject([
      { callId: 'call-1', endedBy: { operator: 'u17', reason: 'box destroyed' }, changedAt: RIG_TIME + 5 },
    ]);
    expect(await store.attemptsOf(1)).toMatchObject([{ outcome: LOST }]);
  });
});

describe('a second scan that was held back', () => {
  test('is counted with the last scan of that text, and changes nothing else', async () => {
    const store = freshStore();
    const scans = [
      { text: 'D-1', source: 'wedge', at: RIG_TIME },
      { text: 'S-07', raw: '254S-07', source: 'camera', at: RIG_TIME },
    ] as const;
    const call = makeCall('RevertOff', values.RevertOff ?? {});
    const before = await store.enqueue({ call, callId: 'call-1', operator: 'u17', scans }, RIG_TIME);
    await store.noteRepeat(1, '254S-07');
    await store.noteRepeat(1, '254S-07');
    await store.noteRepeat(1, 'D-2');
    await store.noteRepeat(2, 'D-1');
    const { scans: counted, ...row } = (await store.get(1)) ?? {};
    expect(counted).toEqual([scans[0], { ...scans[1], repeated: 2 }]);
    expect(before).toMatchObject(row);
  });
});
