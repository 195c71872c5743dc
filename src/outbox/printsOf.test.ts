import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { createKept } from '#outbox/store/database.ts';
import { createPrintsOf } from '#outbox/printsOf.ts';
import { type Store, createStore } from '#outbox/store/store.ts';
import { freshConnection, saveAs } from '#outbox/testing/storeRig.ts';

let names = 0;
let store: Store;
let kept: ReturnType<typeof createKept>;

beforeEach(() => {
  const connection = freshConnection();
  store = createStore(connection);
  kept = createKept(connection);
});

async function print(code: string, company = 'c'): Promise<number> {
  const call = makeCall('PrintCNOrder', { code, company, userId: '7' });
  return (await saveAs(`call-${(names += 1)}`, call, store, 1)).seq;
}

const finder = () => createPrintsOf(store, kept);

test('the labels of a code are counted whatever company they were for; those of another code or operation are not', async () => {
  const first = await print('D-1');
  await print('D-2');
  const second = await print('D-1', 'other');
  const printsOf = finder();
  expect((await printsOf('PrintCNOrder', 'D-1')).map(({ seq }) => seq)).toEqual([first, second]);
  expect(await printsOf('PrintKJYOrder', 'D-1')).toEqual([]);
  const third = await print('D-1');
  expect((await printsOf('PrintCNOrder', 'D-1')).map(({ seq }) => seq)).toEqual([first, second, third]);
});

test('a label that was surely not made does not count', async () => {
  const cancelled = await print('D-1');
  await store.decide(cancelled, { kind: 'cancelled', operator: '7' }, 2);
  const refused = await print('D-1');
  await store.claimNext({ owner: 'page', token: 'token', tried: { epoch: 'e', at: 1 } }, 2);
  const answer = { kind: 'answered', text: 'ERR', verdict: 'refused' } as const;
  await store.settle(refused, 'token', { kind: 'answered', text: 'ERR' }, answer, 3);
  expect(await finder()('PrintCNOrder', 'D-1')).toEqual([]);
});

test('a second look reads only what has come since, also after a restart', async () => {
  await print('D-1');
  await finder()('PrintCNOrder', 'D-1');
  const since = vi.spyOn(store, 'since');
  const later = await print('D-1');
  expect(await finder()('PrintCNOrder', 'D-1')).toHaveLength(2);
  expect(since.mock.calls[0]?.[0]).toBe(later - 1);
});

test('two questions at the same moment see every row once', async () => {
  await print('D-1');
  const printsOf = finder();
  const [one, two] = await Promise.all([printsOf('PrintCNOrder', 'D-1'), printsOf('PrintCNOrder', 'D-1')]);
  expect([one.length, two.length]).toEqual([1, 1]);
});
