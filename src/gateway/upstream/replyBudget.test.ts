import { expect, test } from 'vitest';
import { type Exchange, exchange, reach } from './forward.ts';
import { createReplyBudget } from './replyBudget.ts';
import { httpReply, startUpstream } from '#gateway/testing/rig.ts';

const LARGE = 'x'.repeat(3_900_000);

test('replies that are more than the gateway may hold wait in their sockets, one is read on, and none is lost', async () => {
  await using upstream = await startUpstream((asked) => asked.reply(httpReply(200, 'text/xml', LARGE)));
  const budget = createReplyBudget(1_000_000);
  const came: Exchange[] = [];
  // The service has half a second; what a reply waits for room is not its time.
  const all = Array.from({ length: 6 }, async () => {
    const request = { method: 'GET', path: '/', headers: {} } as const;
    came.push(await exchange(await reach(upstream.url, 5_000), upstream.url, request, 2_000, budget));
  });
  for (let taken = 1; taken <= 6; taken += 1) {
    await expect.poll(() => came.length, { timeout: 30_000 }).toBe(taken);
    const last = came[taken - 1];
    expect(last).toMatchObject({ kind: 'reply', reply: { status: 200, body: { byteLength: LARGE.length } } });
    // Longer than the service has for an answer: nothing more is read until somebody is done with what came.
    if (taken === 1) await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(came.length).toBe(taken);
    last?.giveBack?.();
  }
  await Promise.all(all);
  expect(budget.bytes()).toBe(0);
});

test('a small reply waits for nobody', async () => {
  await using upstream = await startUpstream((asked) => asked.reply(httpReply(200, 'text/xml', 'x'.repeat(60_000))));
  const budget = createReplyBudget(0);
  const request = { method: 'GET', path: '/', headers: {} } as const;
  const came = await exchange(await reach(upstream.url, 5_000), upstream.url, request, 5_000, budget);
  expect(came).toMatchObject({ kind: 'reply' });
  expect(came.giveBack).toBeUndefined();
});

test('between two large replies what takes several turns of the event loop gets done', async () => {
  const budget = createReplyBudget();
  const seen: string[] = [];
  const large = [1, 2].map(async (nth) => {
    await budget.ownTurn();
    seen.push(`large ${nth}`);
    if (nth === 1) void small();
  });
  // Read, looked at, looked up, written: a turn each.
  const small = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
    seen.push('small');
  };
  await Promise.all(large);
  expect(seen).toEqual(['large 1', 'small', 'large 2']);
});
