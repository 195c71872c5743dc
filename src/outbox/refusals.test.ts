import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { connect } from '#outbox/store/database.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { type Store, createStore } from '#outbox/store/store.ts';

const NOW = 1_700_000_000_000;
const tried = { epoch: 'e-1', at: 1 };
const OK: Outcome = { kind: 'answered', text: 'text' };

let names = 0;
async function storeWith(...codes: readonly string[]): Promise<Store> {
  const store = createStore(connect(`refusals-${(names += 1)}`));
  for (const code of codes) {
    const call = makeCall('RevertOff', { deliveryCode: code, storeCode: 'S-07', userID: 'u17' });
    await store.enqueue({ call, callId: code, operator: 'u17', scans: [] }, NOW);
  }
  return store;
}

async function claim(store: Store, token: string): Promise<QueuedCall> {
  const claimed = await store.claimNext({ owner: 'page', token, tried }, NOW);
  if (!claimed || !('queued' in claimed)) throw new Error('nothing was claimed');
  return claimed.queued;
}

const answer = (verdict: 'accepted' | 'refused' | 'unclassified') =>
  ({ kind: 'answered', text: 'text', verdict }) as const;

test('a refusal, and an answer that no rule knows, leave a mark until somebody has looked at them; nothing else does', async () => {
  const store = await storeWith('a', 'b', 'c', 'd');
  for (const verdict of ['refused', 'accepted', 'refused', 'unclassified'] as const) {
    const { seq } = await claim(store, `t-${names}-${verdict}-${Math.random()}`);
    const claimed = (await store.get(seq)) as QueuedCall;
    await store.settle(seq, claimed.claim?.token ?? '', OK, answer(verdict), NOW);
  }
  expect(await store.unseen()).toEqual({ unseen: [1, 3], unclear: [4] });
  await store.seen([1, 4]);
  expect(await store.unseen()).toEqual({ unseen: [3], unclear: [] });
});

test('a replay that settles and claims in one leaves it too', async () => {
  const store = await storeWith('a', 'b');
  const sent = await claim(store, 'token-1');
  const next = { owner: 'page', token: 'token-2', tried, clearedAt: 0 };
  expect(await store.settleAndClaim(sent, OK, answer('refused'), next, NOW)).toMatchObject({ next: { seq: 2 } });
  expect(await store.unseen()).toEqual({ unseen: [1], unclear: [] });
});

test('as many as there are leave one, until somebody has looked', async () => {
  const codes = Array.from({ length: 620 }, (_, index) => `D-${index}`);
  const store = await storeWith(...codes);
  let sent = await claim(store, 'token-0');
  for (let number = 1; number < codes.length; number += 1) {
    const next = { owner: 'page', token: `token-${number}`, tried, clearedAt: 0 };
    sent = (await store.settleAndClaim(sent, OK, answer('refused'), next, NOW)).next as QueuedCall;
  }
  await store.settle(sent.seq, sent.claim?.token ?? '', OK, answer('unclassified'), NOW);
  const { unseen, unclear } = await store.unseen();
  expect([unseen.length, unseen[0], unclear]).toEqual([619, 1, [620]]);
});
