import { expect, test } from 'vitest';
import { type Exchange, exchange, reach } from './forward.ts';
import { createReplyBudget } from './replyBudget.ts';
import { httpReply, startUpstream } from '#main/testing/rig.ts';

const LARGE = 'x'.repeat(3_900_000);

test('replies that are more than the gateway may hold wait in their sockets, one is read on, and none is lost', async () => {
  await using upstream = await startUpstream((asked) => asked.reply(httpReply(200, 'text/xml', LARGE)));
  const budget = createReplyBudget(1_000_000);
  const came: Exchange[] = [];
  // The service has half a second; what a reply waits for room is not its time.
  const all = Array.from({ length: 6 }, async () => {
    const request = { method: 'GET', path: '/', headers: {} } as const;
    came.push(await exchange(await reach(upstream.url, 30_000), upstream.url, request, 2_000, budget));
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
