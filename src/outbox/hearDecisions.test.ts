import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { RIG_TIME, UNKNOWN, claimAs, freshStore, revertOffCall, saveAs, trouble } from '#outbox/testing/storeRig.ts';
import { hearDecisions } from './hearDecisions.ts';
import type { DecisionsAsked } from '#contract/decision.ts';

const now = (): number => RIG_TIME;

/** A store with one call of which nobody knows. */
async function storeWithOne() {
  const store = freshStore();
  await saveAs('call-0001', revertOffCall('D-1'), store);
  const { seq } = await claimAs('token-1', store);
  await store.settle(seq, 'token-1', UNKNOWN, { kind: 'nobodyKnows', trouble }, RIG_TIME);
  return { store, seq };
}

test('where nothing was decided and nothing is unconfirmed, nobody is asked', async () => {
  const exchange = (): never => expect.fail('it was asked');
  expect(await hearDecisions(freshStore(), exchange, now)).toBe(0);
});

test('a decision is told until it was taken, and what others decided is heard with it', async () => {
  const { store, seq } = await storeWithOne();
  await store.decide(seq, { kind: 'saidNotDone', operator: '7' }, RIG_TIME, 'decision-1');
  const asked: DecisionsAsked[] = [];
  const answer = (said: 'refused' | 'taken' | undefined) => async (one: DecisionsAsked) => {
    asked.push(one);
    if (said !== 'taken') return said;
    return { told: [{ id: 'decision-1', holds: true, stands: { is: 'sent-again', version: 1 } as const }], asked: [] };
  };
  expect(await hearDecisions(store, answer(undefined), now)).toBeUndefined();
  expect(await hearDecisions(store, answer('refused'), now)).toBe(0); // an older gateway beside a newer one
  expect(await hearDecisions(store, answer('taken'), now)).toBe(0);
  expect(await hearDecisions(store, answer('taken'), now)).toBe(0);
  expect(asked.map(({ tell }) => tell.map(({ id }) => id))).toEqual([['decision-1'], ['decision-1'], ['decision-1']]);
});
