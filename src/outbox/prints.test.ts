import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { type Connection, connect } from '#outbox/store/database.ts';
import type { DrainMemory, Drained } from '#outbox/drainPorts.ts';
import { drain } from '#outbox/drainer.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { createRescue } from '#outbox/handover/rescue.ts';
import { type Store, createStore } from '#outbox/store/store.ts';
import { AWAY, freshConnection, RIG_TIME, OK, saveAs } from '#outbox/testing/storeRig.ts';

let names = 0;
let connection: Connection;
let store: Store;
let memory: DrainMemory;
let now = RIG_TIME;
let isThere = true;
/** Probes after which the gateway is gone. */
let probesLeft = Number.POSITIVE_INFINITY;
let outcome: Outcome = OK;
let sent: number[] = [];

beforeEach(() => {
  connection = freshConnection();
  store = createStore(connection);
  memory = { failures: 0, printsFrom: RIG_TIME };
  now = RIG_TIME;
  isThere = true;
  probesLeft = Number.POSITIVE_INFINITY;
  outcome = OK;
  sent = [];
});

function drainOnce(): Promise<Drained> {
  const ports = {
    store,
    send: vi.fn(async ({ seq }: QueuedCall) => {
      sent.push(seq);
      return outcome;
    }),
    probe: async () => (isThere && (probesLeft -= 1) >= 0 ? { epoch: 'e-1', at: 5 } : undefined),
    judge: () => 'accepted' as const,
    pause: async () => undefined,
    keyRefused: async () => undefined,
    now: () => now,
    random: () => 1,
    newId: () => `id-${(names += 1)}`,
    onChange: () => undefined,
  };
  return drain(ports, memory, 'page-1', () => true);
}

/** A person asks for a label now. */
async function print(code: string): Promise<QueuedCall> {
  memory.noPrints = false;
  const call = makeCall('PrintCNOrder', { code, company: 'c', userId: '7' });
  return saveAs(`print-${(names += 1)}`, call, store, now);
}

async function weigh(code: string): Promise<QueuedCall> {
  const call = makeCall('ResetWeightClone', { code, weight: '1', opUserID: '7', WeightUnit: '1' });
  return saveAs(`weigh-${(names += 1)}`, call, store, now);
}

const stateOf = async ({ seq }: QueuedCall): Promise<string | undefined> => (await store.get(seq))?.state;

describe('a print', () => {
  test('that is asked for while the gateway answers is sent at once', async () => {
    const label = await print('D-1');
    await drainOnce();
    expect(sent).toEqual([label.seq]);
    expect(await stateOf(label)).toBe('answered');
  });

  test('that is asked for without a gateway is kept, and put to a person as soon as that is known', async () => {
    isThere = false;
    const label = await print('D-1');
    await drainOnce();
    expect(await stateOf(label)).toBe('asking');
    expect(await store.totals()).toMatchObject({ waiting: 0, asking: 1 });
  });

  test('is not sent by itself when the gateway is back, which is noticed all the same', async () => {
    isThere = false;
    const labels = [await print('D-1'), await print('D-2'), await print('D-2')];
    expect(await drainOnce()).toMatchObject({ kind: 'wait' });
    now += 5_000;
    expect(await drainOnce()).toMatchObject({ kind: 'wait' }); // it is looked for, although nothing waits to be sent
    isThere = true;
    now += 5_000;
    expect(await drainOnce()).toEqual({ kind: 'idle' });
    expect(memory.wasAway).toBe(false);
    expect(sent).toEqual([]);
    expect(await Promise.all(labels.map(stateOf))).toEqual(['asking', 'asking', 'asking']);
  });

  test('goes when a person says so, under the key that it had', async () => {
    isThere = false;
    const label = await print('D-1');
    await drainOnce();
    isThere = true;
    now += 60_000;
    await store.decide(label.seq, { kind: 'printNow', operator: '7' }, now);
    await drainOnce();
    expect(sent).toEqual([label.seq]);
    expect(await store.get(label.seq)).toMatchObject({ state: 'answered', generation: 1 });
  });

  test('is not sent where the gateway has just gone: a lost answer would leave a question', async () => {
    const label = await print('D-1');
    probesLeft = 1;
    await drainOnce();
    expect(sent).toEqual([]);
    expect(await stateOf(label)).toBe('asking');
    isThere = true;
    probesLeft = Number.POSITIVE_INFINITY;
    now += 60_000;
    await drainOnce();
    expect(sent).toEqual([]);
  });

  test('that the gateway could not pass on is put to a person, and not tried again', async () => {
    outcome = AWAY;
    const label = await print('D-1');
    await drainOnce();
    expect(await store.get(label.seq)).toMatchObject({ state: 'asking', trouble: { code: 'not-forwarded' } });
    outcome = OK;
    now += 60_000;
    await drainOnce();
    expect(sent).toEqual([label.seq]);
  });

  test.each([
    ['an hour ago', 3_600_000],
    ['21 s ago', 21_000],
    ['later, by a clock that was set back', -5_000],
  ])('that was asked for %s is put to a person before anything is sent', async (_, age) => {
    const label = await print('D-1');
    now += age;
    memory.printsFrom = 0;
    await drainOnce();
    expect(sent).toEqual([]);
    expect(await stateOf(label)).toBe('asking');
  });

  test('from before the page or the worker started is left to a person', async () => {
    const label = await print('D-1');
    now += 1_000;
    memory = { failures: 0, printsFrom: now };
    await drainOnce();
    expect(sent).toEqual([]);
    expect(await stateOf(label)).toBe('asking');
  });

  test('that asks holds nothing up: what follows for the same code is sent', async () => {
    isThere = false;
    await print('D-1');
    await drainOnce();
    const weight = await weigh('D-1');
    isThere = true;
    now += 5_000;
    await drainOnce();
    expect(sent).toEqual([weight.seq]);
  });

  test('behind a call of its lane that took long is put to a person in place of following it', async () => {
    const weight = await weigh('D-1');
    const label = await print('D-1');
    now += 30_000;
    memory.printsFrom = 0;
    await drainOnce();
    expect(sent).toEqual([weight.seq]);
    expect(await stateOf(label)).toBe('asking');
  });

  test('that nobody wants any more is cancelled', async () => {
    isThere = false;
    const label = await print('D-1');
    await drainOnce();
    await store.decide(label.seq, { kind: 'cancelled', operator: '7' }, now);
    expect(await stateOf(label)).toBe('cancelled');
  });

  test('is handed over and asks at the other handheld, by a document that an older Scanline reads', async () => {
    isThere = false;
    const label = await print('D-1');
    await drainOnce();
    const given = createRescue(connection);
    await given.handOver('hand-over-1', '7', now);
    const text = await given.document('hand-over-1');
    expect(text).toContain('"state":"waiting"');
    const other = connect(`prints-${(names += 1)}`);
    await createRescue(other).takeOver(text, now);
    expect(await createStore(other).get(1)).toMatchObject({ state: 'asking', callId: label.callId });
    expect(
      await createStore(other).claimNext({ owner: 'page-2', token: 'token', tried: { epoch: 'e-1', at: 5 } }, now),
    ).toBeUndefined();
    await given.takeBack('hand-over-1', '7', now);
    expect(await stateOf(label)).toBe('asking');
  });
});
