import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { DrainPorts } from '#outbox/drainPorts.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { createDrainStage, enqueue } from '#outbox/testing/drainStage.ts';
import { LOST, OK, RIG_TIME, saveAs } from '#outbox/testing/storeRig.ts';

/** Makes a stage on which the gateway is there and each call is accepted, until a test says otherwise. */
function stage(change: Partial<DrainPorts> = {}) {
  const probe = vi.fn<DrainPorts['probe']>().mockResolvedValue({ epoch: 'e-1', at: 5 });
  const send = vi.fn<DrainPorts['send']>().mockResolvedValue(OK);
  return { probe, send, ...createDrainStage({ probe, send, ...change }) };
}

describe('a drain', () => {
  test('sends everything once, in the order of saving, and records each answer', async () => {
    const on = stage();
    await enqueue(on, 'abcab');
    expect(await on.drain()).toEqual({ kind: 'idle' });
    expect(on.seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(await on.store.totals()).toMatchObject({ answered: 5, waiting: 0 });
    expect((await on.store.get(1))?.result).toEqual({ text: 'OK', verdict: 'accepted' });
    expect(await on.drain()).toEqual({ kind: 'idle' });
    expect(on.sent).toHaveLength(5);
  });

  test.each([
    ['one lane', 'aaaaaa'],
    ['many lanes', 'abcdef'],
  ])('asks hello again for a call of %s that it claims more than 10 s after the last one', async (_, lanes) => {
    const on = stage();
    await enqueue(on, lanes);
    on.send.mockImplementation(async () => {
      on.later(4_000);
      return OK;
    });
    on.probe.mockImplementation(async () => ({ epoch: 'e-1', at: on.ports.now() }));
    await on.drain();
    expect(on.seqs()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(on.probe).toHaveBeenCalledTimes(2);
    const tried = await Promise.all(
      on.seqs().map(async (seq) => ((await on.store.get(seq))?.tried?.at ?? 0) - RIG_TIME),
    );
    expect(tried).toEqual([0, 0, 0, 12_000, 12_000, 12_000]);
  });

  test.each([
    ['is there', 'unconfirmed'],
    ['is gone', 'waiting'],
  ])('after eight lost answers in a row, where the gateway %s, the call is %s', async (gateway, state) => {
    const on = stage();
    await enqueue(on, 'a');
    on.send.mockImplementation(async () => {
      if (gateway === 'is gone') on.probe.mockResolvedValueOnce(undefined);
      return LOST;
    });
    for (let turn = 0; turn < 60 && on.sent.length < 8; turn += 1) {
      await on.drain();
      on.later(600_000);
    }
    expect(on.sent).toHaveLength(8);
    expect(await on.store.get(1)).toMatchObject({ state, inDoubt: true, generation: 1 });
    expect(new Set(on.sent.map(({ key }) => key)).size).toBe(1);
  });

  test('has the call and its open attempt on disk while it is being sent', async () => {
    const on = stage();
    await enqueue(on, 'a');
    const seen: unknown[] = [];
    on.send.mockImplementation(async ({ seq }) => {
      seen.push((await on.store.get(seq))?.state, await on.store.attemptsOf(seq));
      return OK;
    });
    await on.drain();
    expect(seen).toMatchObject(['sending', [{ seq: 1, owner: 'page-1', startedAt: RIG_TIME }]]);
    expect((seen[1] as object[])[0]).not.toHaveProperty('outcome');
  });

  test('sends the call’s own id as the key, and when it was told, the first time as well: the browser may send it again', async () => {
    const on = stage();
    await enqueue(on, 'a');
    on.probe.mockResolvedValueOnce({ epoch: 'e-1', at: 5 });
    await on.drain();
    const { callId, tried } = (await on.store.get(1)) ?? {};
    expect(on.sent).toEqual([{ seq: 1, key: callId, tried }]);
    expect(tried).toMatchObject({ epoch: 'e-1', at: 5, last: undefined });
  });

  test('looks at what a call is about to change before its first try only, and sends it whatever comes of that', async () => {
    const order: string[] = [];
    const readBefore = vi.fn(() => Promise.resolve(order.push('read')).then(() => Promise.reject(new Error('away'))));
    const on = stage({ readBefore });
    on.send.mockImplementation(() => Promise.resolve(order.push('sent') === 2 ? LOST : OK));
    await enqueue(on, 'a');
    await on.drain();
    on.later(1_000);
    await on.drain();
    expect(order).toEqual(['read', 'sent', 'sent']);
    expect(await on.store.get(1)).toMatchObject({ state: 'answered', tries: 2 });
  });

  test('keeps an answer whole, and calls nothing accepted that no rule accepts', async () => {
    const on = stage();
    await enqueue(on, 'ab');
    on.send
      .mockResolvedValueOnce({ kind: 'answered', text: ' 007\n' })
      .mockResolvedValueOnce({ kind: 'answered', text: null });
    await on.drain();
    expect((await on.store.get(1))?.result).toEqual({ text: ' 007\n', verdict: 'unclassified' });
    expect((await on.store.get(2))?.result).toEqual({ text: null, verdict: 'unclassified' });
  });

  test('ends between two calls when it is told to', async () => {
    const on = stage();
    await enqueue(on, 'abc');
    expect(await on.drain(() => on.sent.length < 2)).toEqual({ kind: 'idle' });
    expect(on.seqs()).toEqual([1, 2]);
    expect(await on.store.totals()).toMatchObject({ waiting: 1, answered: 2 });
  });

  test('does nothing at all while something pauses it: no probe, no claim', async () => {
    const on = stage({ pause: () => Promise.resolve('no key') });
    await enqueue(on, 'a');
    expect(await on.drain()).toEqual({ kind: 'paused' });
    expect(on.probe).not.toHaveBeenCalled();
    expect(await on.store.get(1)).toMatchObject({ state: 'waiting', tries: 0 });
  });

  test('stops after the call that is being sent when a pause comes', async () => {
    let pause: string | undefined;
    const on = stage({ pause: () => Promise.resolve(pause) });
    await enqueue(on, 'ab');
    on.send.mockImplementation(() => {
      pause = 'hold';
      return Promise.resolve(OK);
    });
    expect(await on.drain()).toEqual({ kind: 'paused' });
    expect(on.seqs()).toEqual([1]);
    expect(await on.store.get(1)).toMatchObject({ state: 'answered' });
  });

  test('whose claim has passed to another leaves the call alone and goes on', async () => {
    const on = stage();
    await enqueue(on, 'ab');
    on.send.mockImplementationOnce(async () => {
      await on.store.recover('page-2', RIG_TIME); // this page had been taken for frozen
      await on.store.claimNext({ owner: 'page-2', token: 'theirs', tried: { epoch: 'e-1', at: 6 } }, RIG_TIME);
      return LOST;
    });
    await on.drain();
    expect(await on.store.get(1)).toMatchObject({ state: 'sending', claim: { owner: 'page-2' } });
    expect((await on.store.attemptsOf(1))[0]).toMatchObject({ outcome: LOST, late: true });
  });
});

describe('a page that slept between its claim and the sending', () => {
  test('sends nothing, as another may have; the call waits without a doubt, and goes the next time', async () => {
    const on = stage({ readBefore: async () => on.later(15_000) });
    await enqueue(on, 'a');
    expect(await on.drain()).toEqual({ kind: 'wait', ms: 1_000 });
    expect(on.sent).toEqual([]);
    expect(await on.store.get(1)).toMatchObject({ state: 'waiting', inDoubt: false, tries: 1 });
    on.later(1_000);
    await on.drain();
    expect(await on.store.get(1)).toMatchObject({ state: 'answered', generation: 1 });
    expect(on.sent).toHaveLength(1);
  });

  test('leaves alone what another page has taken over', async () => {
    const on = stage({
      async readBefore() {
        on.later(15_000);
        await on.store.recover('page-2', RIG_TIME);
        await on.store.claimNext({ owner: 'page-2', token: 'theirs', tried: { epoch: 'e-1', at: 6 } }, RIG_TIME);
      },
    });
    await enqueue(on, 'a');
    await on.drain();
    expect(on.sent).toEqual([]);
    expect(await on.store.get(1)).toMatchObject({ state: 'sending', claim: { owner: 'page-2' } });
  });

  test('for a moment only sends as ever', async () => {
    const on = stage({ readBefore: async () => on.later(11_000) });
    await enqueue(on, 'a');
    await on.drain();
    expect(on.seqs()).toEqual([1]);
  });
});

describe('a call whose answer is lost', () => {
  test('is asked for again under the same key, and the ledger is told when it was first and last tried', async () => {
    const on = stage();
    await enqueue(on, 'a');
    on.send.mockResolvedValueOnce(LOST).mockResolvedValueOnce(LOST);
    for (const at of [5, 70, 90]) on.probe.mockResolvedValueOnce({ epoch: at === 5 ? 'e-1' : 'e-2', at });
    for (let tries = 0; tries < 3; tries += 1) {
      await on.drain();
      on.later(60_000);
    }
    const key = (await on.store.get(1))?.callId;
    expect(on.sent).toEqual([
      { seq: 1, key, tried: { epoch: 'e-1', at: 5, told: 5 } },
      { seq: 1, key, tried: { epoch: 'e-1', at: 5, last: 5, told: 70 } },
      { seq: 1, key, tried: { epoch: 'e-1', at: 5, last: 70, told: 90 } },
    ]);
    expect(await on.store.get(1)).toMatchObject({ state: 'answered', generation: 1 });
    expect(await on.store.attemptsOf(1)).toMatchObject([{ outcome: LOST }, { outcome: LOST }, { outcome: OK }]);
  });

  test('waits longer each time, and its lane with it', async () => {
    const on = stage();
    await enqueue(on, 'aa');
    on.send.mockResolvedValue(LOST);
    for (const ms of [1_000, 2_000, 4_000]) {
      await on.drain();
      const row = await on.store.get(1);
      expect((row?.notBefore ?? 0) - (row?.changedAt ?? 0)).toBe(ms);
      on.later(ms);
    }
    expect(on.seqs()).toEqual([1, 1, 1]);
  });

  test('is tried at once when the gateway is back, proved by its own word, however long it was to wait', async () => {
    const on = stage();
    await enqueue(on, 'a');
    on.send.mockResolvedValueOnce(LOST).mockResolvedValueOnce(LOST).mockResolvedValueOnce(LOST);
    for (const ms of [1_000, 2_000]) {
      await on.drain();
      on.later(ms);
    }
    await on.drain(); // from here it would wait for 4 s
    on.later(1_000);
    on.probe.mockResolvedValueOnce(undefined);
    await on.drain();
    expect(on.seqs()).toEqual([1, 1, 1]);
    on.later(1_000);
    await on.drain();
    expect(on.seqs()).toEqual([1, 1, 1, 1]);
  });

  test('is not tried before its time only because the gateway is still there', async () => {
    const on = stage();
    await enqueue(on, 'a');
    on.send.mockResolvedValue(LOST);
    await on.drain();
    on.later(1_000);
    await on.drain();
    on.later(1_000); // of the 2 s of the second pause
    expect(await on.drain()).toEqual({ kind: 'wait', ms: 1_000 });
    expect(on.seqs()).toEqual([1, 1]);
  });

  test('is not sent again by itself where it is a print', async () => {
    const on = stage();
    const print = makeCall('PrintCNOrder', { code: 'C-1', company: 'c', userId: '17' });
    await saveAs('print-1', print, on.store);
    on.send.mockResolvedValue(LOST);
    for (let drains = 0; drains < 4; drains += 1) {
      await on.drain();
      on.later(120_000);
    }
    expect(on.sent).toHaveLength(1);
    expect(await on.store.get(1)).toMatchObject({ state: 'unconfirmed', trouble: { code: 'timed-out' } });
  });
});

describe('what an outcome does', () => {
  const outcomes: [outcome: Outcome, state: QueuedCall['state'], code: string][] = [
    [{ kind: 'rejected', reason: 'Missing parameter: a.' }, 'held', 'rejected'],
    [{ kind: 'unknown', code: 'key-reuse', reason: 'x' }, 'held', 'key-reuse'],
    [{ kind: 'unknown', code: 'outcome-unknown', reason: 'x' }, 'unconfirmed', 'outcome-unknown'],
    [{ kind: 'unknown', code: 'key-expired', reason: 'x' }, 'unconfirmed', 'key-expired'],
  ];

  test.each(outcomes)(
    '%j leaves the call %s, never sent again by itself, and the other lanes flow',
    async (outcome, state, code) => {
      const on = stage();
      await enqueue(on, 'aab');
      on.send.mockResolvedValueOnce(outcome);
      for (let drains = 0; drains < 3; drains += 1) {
        await on.drain();
        on.later(86_400_000);
      }
      expect(on.seqs()).toEqual([1, 3]);
      expect(await on.store.get(1)).toMatchObject({
        state,
        trouble: { code, reason: (outcome as { reason: string }).reason },
      });
      expect(await on.store.get(2)).toMatchObject({ state: 'waiting', tries: 0 });
    },
  );

  test('a call that still runs delays its own lane only', async () => {
    const on = stage();
    await enqueue(on, 'aabb');
    on.send.mockResolvedValueOnce({ kind: 'in-progress', reason: 'x', retryAfterMs: 3_000 });
    expect(await on.drain()).toEqual({ kind: 'wait', ms: 3_000 });
    expect(on.seqs()).toEqual([1, 3, 4]);
    expect(await on.store.get(1)).toMatchObject({ state: 'waiting', inDoubt: true, notBefore: RIG_TIME + 3_000 });
    on.later(3_000);
    await on.drain();
    expect(on.seqs()).toEqual([1, 3, 4, 1, 2]);
    expect(on.sent[3]?.key).toBe(on.sent[0]?.key);
  });

  test('a refused key stops the queue with the call in it, as a new generation for the new key', async () => {
    let pause: string | undefined;
    const on = stage({
      pause: () => Promise.resolve(pause),
      keyRefused: () => Promise.resolve((pause = 'key-refused')).then(() => undefined),
      onChange: (change) => change.settled && told.push(pause),
    });
    const told: unknown[] = [];
    await enqueue(on, 'ab');
    on.send.mockResolvedValueOnce({ kind: 'answered', text: 'key?' });
    expect(await on.drain()).toEqual({ kind: 'paused' });
    expect(on.seqs()).toEqual([1]);
    expect(told).toEqual(['key-refused']); // who is told of the call sees the pause already
    expect(await on.store.get(1)).toMatchObject({
      state: 'waiting',
      generation: 2,
      tries: 0,
      trouble: { code: 'key-refused' },
    });
    pause = undefined;
    await on.drain();
    expect(on.sent.slice(1)).toEqual([
      { seq: 1, key: `${on.sent[0]?.key}.g2`, tried: (await on.store.get(1))?.tried },
      { seq: 2, key: (await on.store.get(2))?.callId, tried: (await on.store.get(2))?.tried },
    ]);
  });

  test('a handheld that the gateway does not know keeps its calls, and sends them by itself once it is enrolled', async () => {
    let pause: string | undefined;
    const on = stage({
      pause: () => Promise.resolve(pause),
      keyRefused: (why) => Promise.resolve((pause = why)).then(() => undefined),
    });
    await enqueue(on, 'ab');
    on.send.mockResolvedValueOnce({ kind: 'not-forwarded', code: 'not-enrolled', reason: 'It is not enrolled.' });
    expect(await on.drain()).toEqual({ kind: 'paused' });
    expect([pause, on.seqs()]).toEqual(['not-enrolled', [1]]);
    expect(on.changes).not.toContainEqual({ gateway: 'cut-off' }); // it is there, and says why
    expect(await on.store.get(1)).toMatchObject({
      state: 'waiting',
      generation: 1, // it has not run: the ledger may know it by the same key
      inDoubt: false,
      trouble: { code: 'not-enrolled' },
    });
    pause = undefined;
    await on.drain(); // at once: nothing is put off
    expect(on.sent.map(({ seq, key }) => [seq, key]).slice(1)).toEqual([
      [1, on.sent[0]?.key],
      [2, (await on.store.get(2))?.callId],
    ]);
  });

  test('where the probe hears that it is not enrolled nothing is sent at all', async () => {
    let pause: string | undefined;
    const on = stage({
      pause: () => Promise.resolve(pause),
      probe: () => Promise.resolve((pause = 'not-enrolled')).then(() => ({ epoch: 'e-1', at: 5 })),
    });
    await enqueue(on, 'a');
    expect(await on.drain()).toEqual({ kind: 'paused' });
    expect(on.seqs()).toEqual([]);
  });
});
