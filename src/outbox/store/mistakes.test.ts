import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import type { DecisionsAsked, DecisionsHeard, MistakeStands } from '#contract/decision.ts';
import { hearDecisions } from '#outbox/hearDecisions.ts';
import { FEW_WORDS } from '#outbox/state/mistake.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import {
  ACCEPTED,
  OK,
  RIG_TIME,
  claimAs,
  freshConnection,
  revertOffCall,
  saveAs,
  twice,
} from '#outbox/testing/storeRig.ts';
import type { Connection } from './database.ts';
import { createDecisionExchange } from './decisionExchange.ts';
import { sayMistake } from './mistakes.ts';
import { type Store, createStore } from './store.ts';

let connection: Connection;
let store: Store;

beforeEach(() => {
  connection = freshConnection();
  store = createStore(connection);
});

/** Saves a call that the service has answered. */
async function answered(callId: string): Promise<QueuedCall> {
  const { seq } = await saveAs(callId, revertOffCall(callId), store);
  await claimAs(`token-${callId}`, store);
  const settled = await store.settle(seq, `token-${callId}`, OK, ACCEPTED, RIG_TIME);
  if (!settled) throw new Error('it was not settled');
  return settled;
}

const said = (id: string, why = ''): Parameters<typeof sayMistake>[2] => ({ id, operator: '7', why });
const toTell = async (): Promise<DecisionsAsked> => createDecisionExchange(connection).toTell(RIG_TIME);
const mistakeOf = async (seq: number) => (await store.get(seq))?.mistake;

/** Exchanges with a gateway that gives this answer to mistakes; `before`: one that knows of none. */
const exchange = (stands: MistakeStands | 'before' | 'away', from = connection): Promise<number | undefined> =>
  hearDecisions(
    createDecisionExchange(from),
    async ({ mistakes = [] }): Promise<DecisionsHeard | undefined> => {
      if (stands === 'away') return undefined;
      if (stands === 'before') return { told: [], asked: [] };
      return { told: [], asked: [], mistakes: mistakes.map(({ id }) => ({ id, stands })) };
    },
    () => RIG_TIME,
  );

test('a mistake is kept with its call, and told until somebody has settled it: what became of it stands on the call', async () => {
  const { seq, state, changedAt } = await answered('call-0001');
  await sayMistake(connection, seq, said('mistake-1', ' wrong shelf '), RIG_TIME + 1);
  const word = { id: 'mistake-1', key: 'call-0001', by: '7', why: 'wrong shelf' };
  const told = { tell: [], ask: [], mistakes: [word] };
  expect(await store.get(seq)).toMatchObject({ state, changedAt, mistake: { ...word, at: RIG_TIME + 1 } });
  expect(await toTell()).toEqual(told);
  expect(await exchange('away')).toBeUndefined();
  expect(await exchange('before')).toBe(0);
  expect(await toTell()).toEqual(told); // a gateway of before does not know of it: it is told again
  expect(await exchange({ is: 'mistake', by: '#3 (7)' })).toBe(1);
  expect(await exchange({ is: 'mistake', by: '#3 (7)' })).toBe(0); // nothing new
  expect(await toTell()).toEqual(told);
  const settled = { is: 'put-right', by: 'Sam', why: 'moved back' } as const;
  expect(await exchange(settled)).toBe(1);
  expect((await mistakeOf(seq))?.stands).toEqual(settled);
  expect(await toTell()).toEqual({ tell: [], ask: [] });
});

test('said twice, by two pages at one moment or by a transaction that was done twice, it is one word', async () => {
  const { seq } = await answered('call-0001');
  await Promise.all([
    sayMistake(twice(connection), seq, said('mistake-1'), RIG_TIME),
    sayMistake(connection, seq, said('mistake-2'), RIG_TIME),
  ]);
  expect((await toTell()).mistakes).toEqual([{ id: 'mistake-1', key: 'call-0001', by: '7' }]);
  expect(await exchange({ is: 'no-mistake' }, twice(connection))).toBe(0); // changed the first time, as it was the second
  await sayMistake(connection, seq, said('mistake-3'), RIG_TIME);
  expect(await mistakeOf(seq)).toMatchObject({ id: 'mistake-1', stands: { is: 'no-mistake' } });
  expect(await toTell()).toEqual({ tell: [], ask: [] });
});

test('of a call that is not finished nothing is kept', async () => {
  const { seq } = await saveAs('call-0001', revertOffCall('D-1'), store);
  await expect(sayMistake(connection, seq, said('mistake-1'), RIG_TIME)).rejects.toThrow('cannot be mistake');
  await expect(sayMistake(connection, 99, said('mistake-1'), RIG_TIME)).rejects.toThrow('no call 99');
  expect(await toTell()).toEqual({ tell: [], ask: [] });
});

test('no call waits for it: what was saved goes the same way, also where what was heard cannot be kept', async () => {
  const { seq } = await answered('call-0001');
  await sayMistake(connection, seq, said('mistake-1'), RIG_TIME);
  await saveAs('call-0002', revertOffCall('call-0001'), store); // of the same lane
  const full: Connection = {
    ...connection,
    run: () => Promise.reject(new DOMException('no room', 'QuotaExceededError')),
  };
  const { hear, toTell: toTellHere } = createDecisionExchange(connection);
  const { hearMistakes } = createDecisionExchange(full);
  const heard = { told: [], asked: [], mistakes: [{ id: 'mistake-1', stands: { is: 'put-right' } as const }] };
  expect(
    await hearDecisions(
      { hear, toTell: toTellHere, hearMistakes },
      async () => heard,
      () => RIG_TIME,
    ),
  ).toBe(0);
  expect((await claimAs('token-2', store)).callId).toBe('call-0002');
  expect(await toTell()).toMatchObject({ mistakes: [{ id: 'mistake-1' }] }); // it is heard the next time
});

test('where the storage is full nothing is kept by half, and that is said', async () => {
  const { seq } = await answered('call-0001');
  const full: Connection = {
    ...connection,
    run: (use) =>
      connection.run((database) =>
        use(
          new Proxy(database, {
            get: (of, name) =>
              name === 'transaction'
                ? () => {
                    throw new DOMException('no room', 'QuotaExceededError');
                  }
                : Reflect.get(of, name),
          }),
        ),
      ),
  };
  await expect(sayMistake(full, seq, said('mistake-1'), RIG_TIME)).rejects.toThrow('no room');
  expect(await mistakeOf(seq)).toBeUndefined();
  expect(await toTell()).toEqual({ tell: [], ask: [] });
});

test('texts that are longer than a ledger takes are cut, and a worker without an id has a name', async () => {
  const { seq } = await answered('call-0001');
  await sayMistake(connection, seq, { id: 'mistake-1', operator: '', why: 'x'.repeat(900) }, RIG_TIME);
  expect((await toTell()).mistakes).toMatchObject([{ by: '?', why: 'x'.repeat(FEW_WORDS) }]);
});

test('of more than are told at once each has its turn', async () => {
  for (let n = 1; n <= 120; n += 1) {
    const { seq } = await answered(`call-${1_000 + n}`);
    await sayMistake(connection, seq, said(`mistake-${n}`), RIG_TIME);
  }
  const told = new Set<string>();
  for (let times = 0; times < 3; times += 1) {
    for (const { id } of (await toTell()).mistakes ?? []) told.add(id);
    await exchange({ is: 'mistake' });
  }
  expect(told.size).toBe(120);
  for (let times = 0; times < 3; times += 1) await exchange({ is: 'put-right' });
  expect(await toTell()).toEqual({ tell: [], ask: [] });
});
