import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { Opposites } from '#site/site.ts';
import { type Connection, noTotals } from './database.ts';
import { NoPair, createOpposites, inverseOf } from './opposites.ts';
import { type Store, createStore } from './store.ts';
import { freshConnection, RIG_TIME, saveAs } from '#outbox/testing/storeRig.ts';

const confirmed: readonly Opposites[] = [{ first: 'CompleteBag', second: 'AgainOpenBag', confirmedBy: 'M. Weber' }];
const by = { operator: 'u17', reason: 'They undo each other.' };
const bag = { userID: '7', sWeight: '1.2', WarehouseID: '3' };
let connection: Connection;
let store: Store;
let opposites: ReturnType<typeof createOpposites>;

beforeEach(() => {
  connection = freshConnection();
  store = createStore(connection);
  opposites = createOpposites(connection);
});

/** `c` completes a bag, `o` opens it again; the number is the bag's. */
async function queue(...calls: readonly string[]): Promise<void> {
  for (const [index, text] of calls.entries()) {
    const logTransferDtlID = text.slice(1);
    const call = text.startsWith('c')
      ? makeCall('CompleteBag', { logTransferDtlID, ...bag })
      : makeCall('AgainOpenBag', { logTransferDtlID });
    await saveAs(`call-${index}`, call, store);
  }
}

const drop = (first: number, second: number): Promise<void> =>
  opposites.dropPair({ first: { seq: first }, second: { seq: second } }, confirmed, by, RIG_TIME + 1);
const offered = async (...seqs: number[]): Promise<number[][]> =>
  (await opposites.pairsAmong(seqs, confirmed)).map(({ first, second }) => [first.seq, second.seq]);

test('two unsent calls that undo each other are offered once, whichever of them is looked at', async () => {
  await queue('c1', 'c2', 'o1');
  expect(await offered(1, 2, 3)).toEqual([[1, 3]]);
  expect(await offered(3)).toEqual([[1, 3]]);
  expect(await offered(2)).toEqual([]);
});

test('nothing is offered before the site has confirmed the pair', async () => {
  await queue('c1', 'o1');
  const unconfirmed: Opposites[] = [{ first: 'CompleteBag', second: 'AgainOpenBag' }];
  expect(await opposites.pairsAmong([1, 2], unconfirmed)).toEqual([]);
  expect(await opposites.pairsAmong([1, 2], [])).toEqual([]);
});

test('not the other way round, and not with a call between them', async () => {
  await queue('o1', 'c1', 'c1', 'o1');
  expect(await offered(1, 2, 3, 4)).toEqual([[3, 4]]);
});

test('both are cancelled in one, with the reason, and the call behind them goes first in its lane', async () => {
  await queue('c1', 'o1', 'c1');
  await drop(1, 2);
  for (const seq of [1, 2]) expect(await store.get(seq)).toMatchObject({ state: 'cancelled', endedBy: by });
  expect(await store.totals()).toEqual({ ...noTotals, waiting: 1, cancelled: 2 });
  const claimed = await store.claimNext({ owner: 'page', token: 'token', tried: { epoch: 'e', at: 1 } }, RIG_TIME + 2);
  expect(claimed).toMatchObject({ queued: { seq: 3 } });
});

test.each<[string, (token: string) => Promise<unknown>]>([
  ['being sent', async () => undefined],
  [
    'in doubt',
    (token) => {
      const trouble = { code: 'no-reply', reason: 'Lost.' };
      const lost = { kind: 'no-answer', cause: 'timed-out', reason: 'Lost.' } as const;
      return store.settle(1, token, lost, { kind: 'answerLost', trouble, delayMs: 1000 }, RIG_TIME);
    },
  ],
])('where the first is %s it is not offered, and not dropped by who was offered it before', async (_, then) => {
  await queue('c1', 'o1');
  expect(await offered(1)).toEqual([[1, 2]]);
  await store.claimNext({ owner: 'page', token: 'token', tried: { epoch: 'e', at: 1 } }, RIG_TIME);
  await then('token');
  expect(await offered(1, 2)).toEqual([]);
  await expect(drop(1, 2)).rejects.toBeInstanceOf(NoPair);
  expect(await store.get(2)).toMatchObject({ state: 'waiting' });
});

test('the inverse of a call is made only where the site has confirmed one', () => {
  const call = makeCall('CompleteBag', { logTransferDtlID: '5', ...bag });
  expect(inverseOf(call, confirmed, { userID: '8' })).toEqual(makeCall('AgainOpenBag', { logTransferDtlID: '5' }));
  expect(inverseOf(call, [{ first: 'CompleteBag', second: 'AgainOpenBag' }], {})).toBeUndefined();
  expect(inverseOf(call, [], {})).toBeUndefined();
  const back: Opposites[] = [{ first: 'AgainOpenBag', second: 'CompleteBag', confirmedBy: 'x' }];
  const open = makeCall('AgainOpenBag', { logTransferDtlID: '5' });
  expect(inverseOf(open, back, { userID: '8' })).toBeUndefined(); // nobody knows the weight
});
