import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Outcome } from '#contract/outcome.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { labelSaid } from '#outbox/state/labelSaid.ts';
import { nothingOwed } from '#outbox/state/owed.ts';
import type { Store } from '#outbox/store/store.ts';
import { claimAs, freshStore, RIG_TIME, revertOffCall, saveAs, tried } from '#outbox/testing/storeRig.ts';

const OK: Outcome = { kind: 'answered', text: 'text' };

async function storeWith(...codes: readonly string[]): Promise<Store> {
  const store = freshStore();
  for (const code of codes) await saveAs(code, revertOffCall(code), store);
  return store;
}

const answer = (verdict: 'accepted' | 'refused' | 'unclassified') =>
  ({ kind: 'answered', text: 'text', verdict }) as const;

test('a refusal, and an answer that no rule knows, leave a mark until somebody has looked at them; nothing else does', async () => {
  const store = await storeWith('a', 'b', 'c', 'd');
  for (const [index, verdict] of (['refused', 'accepted', 'refused', 'unclassified'] as const).entries()) {
    const { seq } = await claimAs(`token-${index}`, store);
    await store.settle(seq, `token-${index}`, OK, answer(verdict), RIG_TIME);
  }
  expect(await store.owed()).toEqual({ ...nothingOwed, refused: [1, 3], unclear: [4] });
  await store.seen([1, 4]);
  expect(await store.owed()).toEqual({ ...nothingOwed, refused: [3] });
});

test('a replay that settles and claims in one leaves it too', async () => {
  const store = await storeWith('a', 'b');
  const sent = await claimAs('token-1', store);
  const next = { owner: 'page', token: 'token-2', tried, clearedAt: 0 };
  expect(await store.settleAndClaim(sent, OK, answer('refused'), next, RIG_TIME)).toMatchObject({ next: { seq: 2 } });
  expect(await store.owed()).toEqual({ ...nothingOwed, refused: [1] });
});

test('as many as there are leave one, until somebody has looked', async () => {
  const codes = Array.from({ length: 620 }, (_, index) => `D-${index}`);
  const store = await storeWith(...codes);
  let sent = await claimAs('token-0', store);
  for (let number = 1; number < codes.length; number += 1) {
    const next = { owner: 'page', token: `token-${number}`, tried, clearedAt: 0 };
    sent = (await store.settleAndClaim(sent, OK, answer('refused'), next, RIG_TIME)).next as QueuedCall;
  }
  await store.settle(sent.seq, sent.claim?.token ?? '', OK, answer('unclassified'), RIG_TIME);
  const { refused, unclear } = await store.owed();
  expect([refused.length, refused[0], unclear]).toEqual([619, 1, [620]]);
});

test.each(['handed', 'left'] as const)(
  'a label that was fetched is owed until it was %s, whatever else somebody looked at',
  async (stands) => {
    const store = freshStore();
    const print = { operation: 'PrintKJYOrder', parameters: [['code', 'D-1']] } as const;
    for (const id of ['a', 'b']) await saveAs(id, print, store);
    for (const [at, verdict] of (['accepted', 'unclassified'] as const).entries()) {
      const { seq } = await claimAs(`token-${at}`, store);
      const event = { kind: 'answered', text: '^XA^XZ', verdict } as const;
      await store.settle(seq, `token-${at}`, OK, event, RIG_TIME);
    }
    expect(await store.owed()).toEqual({ ...nothingOwed, unclear: [2], label: [1, 2] });
    await store.seen([1, 2]);
    expect(await store.owed()).toEqual({ ...nothingOwed, label: [1, 2] });
    await store.changeLabel(1, labelSaid(stands, '7', RIG_TIME));
    expect(await store.owed()).toEqual({ ...nothingOwed, label: [2] });
    expect(await store.get(1)).toMatchObject({ state: 'answered', label: { is: stands, operator: '7', at: RIG_TIME } });
    await store.sendAgain([2], '7', RIG_TIME);
    expect(await store.owed()).toMatchObject({ label: [] }); // its answer, and the label with it, counts no more
  },
);

test('a label for a printer is listed for it and owed by nobody, until nobody knows of it; a printed one is neither', async () => {
  const store = freshStore();
  const call = { operation: 'PrintKJYOrder', parameters: [['code', 'D-1']] } as const;
  await store.enqueue({ call, callId: 'call-1', operator: 'u17', scans: [], printer: 'P-1' }, RIG_TIME);
  await claimAs('token-1', store);
  await store.settle(1, 'token-1', OK, { kind: 'answered', text: '^XA^XZ', verdict: 'accepted' }, RIG_TIME);
  const listed = async () => [(await store.labelsAtPrinters()).map(({ seq }) => seq), (await store.owed()).label];
  expect(await listed()).toEqual([[1], []]);
  const job = { id: 'call-1.c1', copy: 1, printer: 'P-1' } as const;
  await store.changeLabel(1, () => ({ is: 'unknown', job: { ...job, state: 'unknown' } }));
  expect(await listed()).toEqual([[1], [1]]);
  expect(await store.changeLabel(1, () => undefined)).toBeUndefined();
  expect(await listed()).toEqual([[1], [1]]);
  await store.changeLabel(1, () => ({ is: 'printed', job: { ...job, state: 'printed' } }));
  expect(await listed()).toEqual([[], []]);
});

test.each([
  ['printing', 'handed'],
  ['printed', 'handed'],
  ['unknown', 'handed'],
  ['printing', 'left'],
  ['printed', 'left'],
] as const)('a label that is %s at a printer stays so, whoever notes it as %s', async (is, stands) => {
  const store = freshStore();
  await saveAs('a', { operation: 'PrintKJYOrder', parameters: [['code', 'D-1']] }, store);
  await claimAs('token', store);
  await store.settle(1, 'token', OK, { kind: 'answered', text: '^XA^XZ', verdict: 'accepted' }, RIG_TIME);
  const label = { is, job: { id: 'a.c1', copy: 1, printer: 'P-1' } } as const;
  await store.changeLabel(1, () => label);
  await store.changeLabel(1, labelSaid(stands, '7', RIG_TIME));
  expect((await store.get(1))?.label).toEqual(label);
});
