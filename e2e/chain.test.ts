import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { createChain } from './rig/chain.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { listening } from '#main/testing/rig.ts';

/** Queue, drain, wire, a real gateway process with its ledger on disk, the stand-in; only the screen is missing. */

let gateway: Gateway;
beforeAll(async () => {
  gateway = await createGateway({ UPSTREAM_TIMEOUT_MS: '2500' });
  await gateway.start();
}, 60_000);
afterEach(() => gateway.clearFaults());
afterAll(() => gateway.remove());

let codes = 0;
const freshCode = (): string => `D-${2000 + (codes += 1)}`;

/** Returns how often the service ran a call for this delivery. */
async function ran(code: string): Promise<number> {
  const executions = await gateway.executions('RevertOff');
  return executions.filter(({ parameters }) => Object.fromEntries(parameters)['deliveryCode'] === code).length;
}

/** Replies that come instead of an answer, and prove nothing. */
const noAnswers = [
  'drop cut-off cut-xml throw html-200 html-500 empty-200 empty-500 redirect-302 status-401 status-403 status-404',
  'status-413 status-429 status-502 status-503 status-504 wrong-namespace wrong-root doctype bomb oversized',
].flatMap((kinds) => kinds.split(' '));

describe.each([
  ['has run', 'after', 1],
  ['has not run', 'before', 0],
] as const)('a call that %s', (_, when, times) => {
  test.each(noAnswers)('and gets “%s” is unconfirmed, is sent no second time and stops its lane only', async (kind) => {
    const handheld = createChain(gateway.origin);
    await gateway.fault({ kind: `${kind}-${when}`, operation: 'RevertOff' });
    const [code, other] = [freshCode(), freshCode()];
    const first = await handheld.revertOff(code);
    const second = await handheld.revertOff(code);
    const third = await handheld.revertOff(other);
    await handheld.drainAll();
    expect(await handheld.row(first.seq)).toMatchObject({ state: 'unconfirmed', trouble: { code: 'outcome-unknown' } });
    expect(await handheld.row(second.seq)).toMatchObject({ state: 'waiting', tries: 0 });
    expect(await handheld.row(third.seq)).toMatchObject({ state: 'answered' });
    expect(handheld.posts.map(({ key }) => key)).toEqual([first.callId, third.callId]);
    expect([await ran(code), await ran(other)]).toEqual([times, 1]);
  });
});

test('what the service refused before it ran is held for a person, with the service’s words', async () => {
  const handheld = createChain(gateway.origin);
  await gateway.fault({ kind: 'no-method', operation: 'RevertOff' });
  const { seq } = await handheld.revertOff(freshCode());
  await handheld.drainAll();
  expect(await handheld.row(seq)).toMatchObject({
    state: 'held',
    trouble: { code: 'rejected', reason: 'RevertOff Web Service method name is not valid.' },
  });
  expect(handheld.posts).toHaveLength(1);
});

test.each([
  ['nil', null],
  ['empty', ''],
  ['bom', 'ERR'],
  ['cdata', 'ERR'],
  ['entities', 'ERR'],
])('an answer written in a rare way (%s) is one, and its text is kept', async (kind, begins) => {
  const handheld = createChain(gateway.origin);
  await gateway.fault({ kind, operation: 'RevertOff' });
  const { seq } = await handheld.revertOff(freshCode());
  await handheld.drainAll();
  const row = await handheld.row(seq);
  expect(row?.state).toBe('answered');
  expect(begins === 'ERR' ? row?.result?.text?.slice(0, 3) : row?.result?.text).toBe(begins);
});

describe('a service', () => {
  test('that is away leaves no doubt: the call waits, and runs once when it is back', async () => {
    const handheld = createChain(gateway.origin);
    const code = freshCode();
    const { seq } = await handheld.revertOff(code);
    await gateway.fault({ kind: 'down' });
    expect(await handheld.drain()).toMatchObject({ kind: 'wait' });
    expect(await handheld.row(seq)).toMatchObject({
      state: 'waiting',
      inDoubt: false,
      trouble: { code: 'not-forwarded' },
    });
    expect(await ran(code)).toBe(0);
    await gateway.clearFaults();
    await handheld.drainAll();
    expect(await handheld.row(seq)).toMatchObject({ state: 'answered' });
    expect(await ran(code)).toBe(1);
  });

  test('that answers a byte at a time is given up by the handheld, waited for by the gateway, and asked under one key', async () => {
    const handheld = createChain(gateway.origin);
    handheld.timeoutMs = 300;
    const code = freshCode();
    const call = await handheld.revertOff(code);
    await gateway.fault({ kind: 'slow-after', operation: 'RevertOff', delayMs: 8 });
    await handheld.drain();
    expect(await handheld.row(call.seq)).toMatchObject({
      state: 'waiting',
      inDoubt: true,
      trouble: { code: 'timed-out' },
    });
    handheld.timeoutMs = 30_000;
    await handheld.drainAll();
    expect(await handheld.row(call.seq)).toMatchObject({ state: 'answered', generation: 1 });
    expect(new Set(handheld.keysOf(call))).toEqual(new Set([call.callId]));
    expect(handheld.posts.length).toBeGreaterThan(1);
    expect(await ran(code)).toBe(1);
  });

  test('that never answers: the gateway waits its own, longer time, and nobody sends the call a second time', async () => {
    const handheld = createChain(gateway.origin);
    handheld.timeoutMs = 300;
    const code = freshCode();
    const call = await handheld.revertOff(code);
    await gateway.fault({ kind: 'slow-before', operation: 'RevertOff', delayMs: 5_000 }); // once: a second one would run
    await handheld.drain();
    expect(await handheld.row(call.seq)).toMatchObject({ state: 'waiting', inDoubt: true });
    handheld.timeoutMs = 30_000;
    await handheld.drainAll();
    expect(await handheld.row(call.seq)).toMatchObject({
      state: 'unconfirmed',
      trouble: { reason: expect.stringMatching(/within 2\.5 s/) },
    });
    expect(new Set(handheld.keysOf(call))).toEqual(new Set([call.callId]));
    expect(await ran(code)).toBe(0);
  });
});

describe('a captive portal', () => {
  const portals: [name: string, page: RequestListener][] = [
    ['with a page', (_, reply) => reply.setHeader('content-type', 'text/html').end('<html>Accept the terms.</html>')],
    [
      'with a redirect',
      (request, reply) =>
        request.url === '/login' ? reply.end('<html>') : reply.writeHead(302, { location: '/login' }).end(),
    ],
  ];

  /** A portal, and how many POSTs it got. */
  async function startPortal(page: RequestListener): Promise<AsyncDisposable & { origin: string; posts(): number }> {
    let posts = 0;
    const server = await listening(
      createServer((request, reply) => {
        if (request.method === 'POST') posts += 1;
        page(request, reply);
      }),
    );
    return {
      origin: `http://127.0.0.1:${server.port}`,
      posts: () => posts,
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }

  test.each(portals)('%s in the place of the gateway gets no call', async (_, page) => {
    await using portal = await startPortal(page);
    const handheld = createChain(portal.origin);
    const { seq } = await handheld.revertOff(freshCode());
    expect(await handheld.drain()).toMatchObject({ kind: 'wait' });
    expect(await handheld.row(seq)).toMatchObject({ state: 'waiting', tries: 0 });
    expect(portal.posts()).toBe(0);
  });

  test.each(portals)(
    '%s that comes between the probe and a call stops the drain; the call is asked for under its key',
    async (_, page) => {
      await using portal = await startPortal(page);
      const handheld = createChain(gateway.origin);
      const [code, other] = [freshCode(), freshCode()];
      const call = await handheld.revertOff(code);
      await handheld.revertOff(other);
      handheld.route = (path) => (path.includes('.asmx') ? portal.origin : gateway.origin);
      expect(await handheld.drain()).toMatchObject({ kind: 'wait' });
      expect(await handheld.row(call.seq)).toMatchObject({ state: 'waiting', inDoubt: true });
      expect(portal.posts()).toBe(1); // the other call was not risked
      handheld.route = () => gateway.origin;
      await handheld.drainAll();
      expect(new Set(handheld.keysOf(call))).toEqual(new Set([call.callId]));
      expect([await ran(code), await ran(other)]).toEqual([1, 1]);
    },
  );
});

test('a key that was changed while 200 calls wait: one refusal stops the queue, and every call goes as it was saved', async () => {
  const handheld = createChain(gateway.origin);
  handheld.apiKey = 'old-key-0000';
  const calls = [];
  for (let left = 200; left > 0; left -= 1) calls.push(await handheld.revertOff(freshCode()));
  await handheld.drainAll();
  expect(handheld.posts).toHaveLength(1);
  expect(await handheld.store.totals()).toMatchObject({ waiting: 200 });

  handheld.apiKey = 'demo-key-0001';
  await handheld.keyChanged();
  await handheld.drainAll();
  expect(await handheld.store.totals()).toMatchObject({ waiting: 0, answered: 200 });
  const sent = handheld.posts
    .slice(1)
    .map(({ body }) => [...new URLSearchParams(body)].filter(([name]) => name !== 'apiKey'));
  expect(sent).toEqual(calls.map(({ parameters }) => parameters));
  const rows = await handheld.store.getMany(calls.map(({ seq }) => seq));
  expect(rows.map(({ parameters }) => parameters)).toEqual(calls.map(({ parameters }) => parameters));
  const ranFor = (await gateway.executions('RevertOff')).map(({ parameters }) => parameters[0]?.[1]);
  const codesOf = calls.map(({ parameters }) => parameters[0]?.[1]);
  expect(ranFor.slice(-201)).toEqual([codesOf[0], ...codesOf]); // the refusal counts as one there
}, 60_000);

test('completed, opened again and completed again is three actions in that order, the first and the last alike', async () => {
  const handheld = createChain(gateway.origin);
  const bag = { logTransferDtlID: '5001' };
  const complete = makeCall('CompleteBag', { ...bag, userID: '7', sWeight: '1.5', WarehouseID: '1' });
  const reopen = makeCall('AgainOpenBag', bag);
  for (const call of [complete, reopen, complete]) await handheld.save(call);
  await handheld.drainAll();
  const ofBag = (await gateway.executions()).filter(
    ({ parameters }) => Object.fromEntries(parameters)['logTransferDtlID'] === '5001',
  );
  expect(ofBag.map(({ operation }) => operation)).toEqual(['CompleteBag', 'AgainOpenBag', 'CompleteBag']);
  expect(new Set(handheld.posts.map(({ key }) => key)).size).toBe(3);
  for (const seq of [1, 2, 3])
    expect(await handheld.row(seq)).toMatchObject({ state: 'answered', result: { verdict: 'accepted' } });
});

test.each([-86_400_000, -3_600_000, 3_600_000, 10 * 365 * 86_400_000])(
  'a clock that jumps by %i ms between saving, sending and asking again changes no order and holds nothing up',
  async (jumpMs) => {
    const handheld = createChain(gateway.origin);
    const code = freshCode();
    const calls = [await handheld.revertOff(code)];
    handheld.jump(jumpMs);
    calls.push(await handheld.revertOff(code));
    await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 600 });
    handheld.timeoutMs = 200;
    await handheld.drain();
    handheld.jump(-jumpMs);
    calls.push(await handheld.revertOff(code));
    handheld.timeoutMs = 30_000;
    await handheld.drainAll(8);
    expect(await handheld.store.totals()).toMatchObject({ waiting: 0, answered: 3 });
    const [first, second, third] = calls.map(({ callId }) => callId);
    expect(handheld.posts.map(({ key }) => key)).toEqual([first, first, second, third]);
    expect(await ran(code)).toBe(3);
  },
);
