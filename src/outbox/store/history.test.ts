import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type HistoryFilter, type SearchedSlice, createHistory, fits, isByKeys } from './history.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { createStore } from './store.ts';
import { freshConnection, RIG_TIME, revertOffCall } from '#outbox/testing/storeRig.ts';

async function historyOf(rows: number) {
  const connection = freshConnection();
  const store = createStore(connection);
  for (let row = 1; row <= rows; row += 1) {
    const call = revertOffCall(`D-${row}`);
    await store.enqueue(
      { call, callId: `call-${row}`, operator: row % 2 === 0 ? 'even' : 'odd', scans: [] },
      RIG_TIME + row,
    );
  }
  return { store, history: createHistory(connection) };
}

async function found(history: ReturnType<typeof createHistory>, filter: HistoryFilter): Promise<number[]> {
  const all: number[] = [];
  for await (const looked of history.search(filter)) all.push(...looked.found);
  return all;
}

const call = {
  seq: 12,
  callId: 'a4704b71-1f2e-4c3d-8a5b-000000000000',
  generation: 2,
  operation: 'RevertOff',
  state: 'answered',
  result: { verdict: 'refused', text: 'ERR' },
  operator: 'u17',
  parameters: [['deliveryCode', 'D-1001']],
  scans: [{ text: '4006381333931', raw: ']C1014006381333931', source: 'wedge', at: RIG_TIME }],
  enqueuedAt: RIG_TIME,
} as unknown as QueuedCall;

test.each<[HistoryFilter, boolean]>([
  [{}, true],
  [{ text: 'd-10' }, true],
  [{ text: '400638' }, true],
  [{ text: ']c1' }, true],
  [{ text: '#12' }, true],
  [{ text: '#1' }, false],
  [{ text: 'A4704B71' }, true],
  [{ text: 'a4704b71-1f2e-4c3d-8a5b-000000000000.g2' }, true],
  [{ text: 'a4704b7' }, false],
  [{ text: '4704b71-1f2e' }, false],
  [{ text: 'D-1002' }, false],
  [{ operator: ' u17 ' }, true],
  [{ operator: 'u1' }, false],
  [{ operation: 'CompleteBag' }, false],
  [{ states: ['answered'], verdicts: ['refused'] }, true],
  [{ verdicts: ['accepted'] }, false],
  [{ states: ['waiting'] }, false],
  [{ from: RIG_TIME, to: RIG_TIME + 1 }, true],
  [{ from: RIG_TIME + 1 }, false],
  [{ to: RIG_TIME }, false],
])('%j asks for the call: %j', (filter, isWanted) => {
  expect(fits(call, filter)).toBe(isWanted);
});

test('a state alone is answered by keys; anything that only a row holds is not', () => {
  expect(isByKeys({ states: ['waiting'], text: ' ' })).toBe(true);
  for (const filter of [{ text: 'a' }, { operator: 'a' }, { from: 1 }, { verdicts: ['refused'] }] as const) {
    expect(isByKeys(filter as HistoryFilter)).toBe(false);
  }
});

test('keys come newest first, of all calls and of a state', async () => {
  const { store, history } = await historyOf(5);
  await store.decide(2, { kind: 'cancelled', operator: 'u17' }, RIG_TIME);
  expect(await history.keys()).toEqual([5, 4, 3, 2, 1]);
  expect(await history.keys(['waiting'])).toEqual([5, 4, 3, 1]);
  expect(await history.keys(['cancelled', 'held'])).toEqual([2]);
});

test('a search goes through everything in slices, says how far it is, and can be left', async () => {
  const { store, history } = await historyOf(900);
  for (let seq = 1; seq <= 890; seq += 1)
    if (seq % 5 !== 0) await store.decide(seq, { kind: 'cancelled', operator: 'x' }, RIG_TIME);
  expect(await found(history, { text: 'd-90' })).toEqual([900, 90]);
  expect(await found(history, { operator: 'odd', states: ['waiting'] })).toHaveLength(89 + 5);
  const seen: SearchedSlice[] = [];
  for await (const looked of history.search({ operator: 'odd' })) {
    seen.push(looked);
    if (looked.looked > 0) break;
  }
  expect(seen).toMatchObject([
    { looked: 0, of: 900, found: [] },
    { looked: 400, of: 900 },
  ]);
});
