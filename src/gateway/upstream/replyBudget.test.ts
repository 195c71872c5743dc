import { expect, test } from 'vitest';
import { exchange, reach } from './forward.ts';
import { createReplyBudget } from './replyBudget.ts';
import { httpReply, startUpstream } from '#main/testing/rig.ts';

test('a small reply waits for nobody', async () => {
  await using upstream = await startUpstream((asked) => asked.reply(httpReply(200, 'text/xml', 'x'.repeat(60_000))));
  const budget = createReplyBudget(0);
  const request = { method: 'GET', path: '/', headers: {} } as const;
  const came = await exchange(await reach(upstream.url, 30_000), upstream.url, request, 30_000, budget);
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
