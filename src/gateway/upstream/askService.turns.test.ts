import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { groupNames } from '#contract/catalogue.ts';
import { listening } from '#main/testing/rig.ts';
import { askWsdl } from './askService.ts';

/** The turns of the event loop so far, and those at which a description was read. */
const loop = vi.hoisted(() => ({ turns: 0, isOver: false, readAt: [] as number[] }));

vi.mock('#wire/wsdl.ts', () => ({
  readWsdl() {
    loop.readAt.push(loop.turns);
    throw new Error('it was only looked at');
  },
}));

test('long replies to the gateway’s own questions are read in turns of their own: calls come in between', async () => {
  const server = createServer((request, reply) => {
    request.resume();
    reply.writeHead(200, { 'content-type': 'text/xml' }).end(' '.repeat(100_000));
  });
  await using open = await listening(server);
  const count = (): void => {
    loop.turns += 1;
    if (!loop.isOver) setImmediate(count);
  };
  count();
  const url = new URL(`http://127.0.0.1:${open.port}`);
  await Promise.all(groupNames.map((group) => askWsdl({ url, timeoutMs: 10_000 }, group)));
  loop.isOver = true;
  const [first = 0, second = 0, third = 0] = loop.readAt;
  expect(loop.readAt).toHaveLength(groupNames.length);
  expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(5);
});
