import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Verdict } from '#site/judging.ts';
import { RIG_TIME, claimAs, freshStore, revertOffCall, saveAs } from '#outbox/testing/storeRig.ts';
import type { Store } from './store.ts';

/** Saves a call, and has it answered by words that no rule knows. @returns its key in the outbox */
async function notUnderstood(store: Store, code: string, text: string): Promise<number> {
  const { seq } = await saveAs(`call-${code}`, revertOffCall(code), store);
  const { claim } = await claimAs(`token-${code}`, store);
  const outcome = { kind: 'answered', text } as const;
  await store.settle(seq, claim?.token ?? '', outcome, { ...outcome, verdict: 'unclassified' }, RIG_TIME);
  return seq;
}

const knows =
  (verdicts: Readonly<Record<string, Verdict>>) =>
  (_operation: string, text: string | null): Verdict =>
    verdicts[text ?? ''] ?? 'unclassified';

test('what the site’s rules read by now nobody is asked to look at, but what they refuse; the rest stays as it was', async () => {
  const store = freshStore();
  const [done, refused, key, other] = [
    await notUnderstood(store, 'D-1', 'gebucht'),
    await notUnderstood(store, 'D-2', 'unbekannt'),
    await notUnderstood(store, 'D-3', 'wer da'),
    await notUnderstood(store, 'D-4', 'hm'),
  ];
  const rules = knows({ gebucht: 'accepted', unbekannt: 'refused', 'wer da': 'key-refused' });
  const read = await store.readAgain(rules, RIG_TIME + 5);
  expect(read.map(({ seq }) => seq)).toEqual([done, refused]);
  expect(await store.owed()).toMatchObject({ unclear: [key, other], refused: [refused] });
  const rows = await store.getMany([done, refused, key, other]);
  expect(rows.map(({ result, changedAt }) => [result?.verdict, changedAt])).toEqual([
    ['accepted', RIG_TIME],
    ['refused', RIG_TIME],
    ['unclassified', RIG_TIME],
    ['unclassified', RIG_TIME],
  ]);
  expect(await store.readAgain(rules, RIG_TIME + 6)).toEqual([]);
  expect(await store.totals()).toMatchObject({ answered: 4 });
});

test.each(['accepted', 'refused'] as const)(
  'an answer that somebody has looked at is read as %s too, and nobody is asked to look at it again',
  async (verdict) => {
    const store = freshStore();
    const seq = await notUnderstood(store, 'D-1', 'gebucht');
    await store.seen([seq]);
    expect(await store.readAgain(knows({ gebucht: verdict }), RIG_TIME)).toHaveLength(1);
    expect((await store.get(seq))?.result?.verdict).toBe(verdict);
    expect(await store.owed()).toMatchObject({ unclear: [], refused: [] });
  },
);
