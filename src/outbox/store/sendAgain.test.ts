import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { idempotencyKey } from '#outbox/state/queuedCall.ts';
import {
  RIG_TIME,
  claimAs,
  freshConnection,
  freshStore,
  revertOffCall,
  saveAs,
  twice,
} from '#outbox/testing/storeRig.ts';
import { type Store, createStore } from './store.ts';

const WORDS = 'ERR: who are you';
const answers = {
  unclassified: { text: WORDS, verdict: 'unclassified' },
  refused: { text: 'ERR: unknown', verdict: 'refused' },
  accepted: { text: 'OK', verdict: 'accepted' },
} as const;

/** Saves a call, and has it answered. @returns its key in the outbox */
async function ended(store: Store, call: Call, how: keyof typeof answers): Promise<number> {
  const { text, verdict } = answers[how];
  const { seq, callId } = await saveAs(`call-${Math.random()}`, call, store);
  const { claim } = await claimAs(`token-${callId}`, store);
  await store.settle(
    seq,
    claim?.token ?? '',
    { kind: 'answered', text },
    { kind: 'answered', text, verdict },
    RIG_TIME,
  );
  return seq;
}

test('every call of a refused key waits again in its old order, under new keys, and nobody is asked to look at it', async () => {
  const store = freshStore();
  const seqs = [
    await ended(store, revertOffCall('D-1'), 'unclassified'),
    await ended(store, revertOffCall('D-2'), 'unclassified'),
    await ended(store, revertOffCall('D-1', 'S-08'), 'unclassified'),
  ];
  expect((await store.owed()).unclear).toEqual(seqs);
  expect(await store.sendAgain(seqs, 'u17', RIG_TIME + 1)).toBe(0);
  expect(await store.totals()).toMatchObject({ waiting: 3, answered: 0 });
  expect((await store.owed()).unclear).toEqual([]);
  const claimed = [await claimAs('a', store), await claimAs('b', store)];
  expect(claimed.map(({ seq }) => seq)).toEqual([1, 2]); // the third waits for the first of its lane
  expect(claimed.map(idempotencyKey)).toEqual(claimed.map(({ callId }) => `${callId}.g2`));
  expect(claimed.map(({ result }) => result)).toEqual([undefined, undefined]);
});

test.each(['accepted', 'unclassified'] as const)(
  'a call stays as it is where a younger one for its code has ended %s: what was meant may be done already',
  async (how) => {
    const store = freshStore();
    const first = await ended(store, revertOffCall('D-1'), 'unclassified');
    const other = await ended(store, revertOffCall('D-2'), 'unclassified');
    await ended(store, revertOffCall('D-1'), how);
    expect(await store.sendAgain([first, other], 'u17', RIG_TIME)).toBe(1);
    expect(await store.get(first)).toMatchObject({ state: 'answered', generation: 1 });
    expect(await store.get(other)).toMatchObject({ state: 'waiting', generation: 2 });
    expect((await store.owed()).unclear).toContain(first);
  },
);

test('a younger call for its code that waits keeps it here, and one that was refused or taken back does not', async () => {
  const store = freshStore();
  const first = await ended(store, revertOffCall('D-1'), 'unclassified');
  await ended(store, revertOffCall('D-1'), 'refused');
  const { seq } = await saveAs('waits', revertOffCall('D-1'), store);
  expect(await store.sendAgain([first], 'u17', RIG_TIME)).toBe(1);
  await store.decide(seq, { kind: 'cancelled', operator: 'u17' }, RIG_TIME);
  expect(await store.sendAgain([first], 'u17', RIG_TIME)).toBe(0);
  expect(await store.get(first)).toMatchObject({ state: 'waiting' });
});

test('what a rule or a person has read meanwhile is not sent, and a connection that dies at its commit sends none twice', async () => {
  const connection = freshConnection();
  const store = createStore(connection);
  const refused = await ended(store, revertOffCall('D-1'), 'refused');
  const meant = await ended(store, revertOffCall('D-2'), 'unclassified');
  expect(await createStore(twice(connection)).sendAgain([refused, meant], 'u17', RIG_TIME)).toBe(0);
  expect(await store.get(refused)).toMatchObject({ state: 'answered' });
  expect(await store.get(meant)).toMatchObject({ state: 'waiting', generation: 2 });
});
