import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { listening, post, startUpstream } from '#main/testing/rig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';
import { defaultNames } from '#wire/names.ts';
import type { Described } from './askService.ts';
import { exchange, reach } from './forward.ts';
import { createLook, createReachability } from './reachability.ts';
import { startUpstreamCheck } from './upstreamCheck.ts';

const NEVER = 2 ** 30;
const WSDL = wsdlOffering(['http-post']);

test('each state has its time, and what answered and does so no more is told once', () => {
  let now = 0;
  let turned = 0;
  const reachability = createReachability(
    () => now,
    () => (turned += 1),
  );
  expect(reachability.said().reachable).toBeUndefined();
  const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();
  const step = (what: () => void): void => {
    now += 1_000;
    what();
  };
  step(reachability.answered);
  step(reachability.answered);
  expect(reachability.said()).toMatchObject({ reachable: true, since: at(1), lastAnswer: at(2) });
  step(() => reachability.heard({ kind: 'broken', cause: 'malformed', reason: 'Packed.', isThere: true }));
  expect([reachability.isReachable(), turned]).toEqual([true, 0]);
  step(() => reachability.described({ kind: 'silent', reached: true, reason: 'It did not answer.' }));
  step(() => reachability.failed('It was not reached.'));
  expect(reachability.said()).toEqual({
    reachable: false,
    since: at(4),
    lastAnswer: at(3),
    lastFailure: { at: at(5), why: 'It was not reached.' },
  });
  step(reachability.answered);
  expect([reachability.said().since, turned]).toEqual([at(6), 1]);
});

test('a call that left and had no answer is told, and the next look says whether the service is there', async () => {
  for (const cause of ['timed-out', 'no-reply'] as const) {
    const reachability = createReachability(Date.now, () => {});
    reachability.answered();
    let asked = 0;
    let isThere = true;
    const ask = (): Promise<Described> => {
      asked += 1;
      return Promise.resolve({ kind: 'silent', reached: true, reason: 'Nothing.', ...(isThere && { isThere }) });
    };
    const look = (): Promise<void> => createLook(reachability, ask, NEVER)(); // each a new one: none is given twice
    await look();
    expect(asked).toBe(0); // it was heard just now
    reachability.heard({ kind: 'broken', cause, reason: 'No answer to one call.' });
    expect(reachability.said()).toMatchObject({ reachable: true, lastFailure: { why: 'No answer to one call.' } });
    await look();
    await look();
    expect([asked, reachability.isReachable()]).toEqual([1, true]);
    reachability.heard({ kind: 'broken', cause, reason: 'No answer to one call.' });
    isThere = false;
    await look();
    expect([asked, reachability.isReachable()]).toEqual([2, false]);
  }
});

const OK = 'HTTP/1.1 200 OK\r\n';
test.each([
  ['answers that are packed', `${OK}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab`],
  ['a head that is too long', `${OK}X-A: ${'b'.repeat(17_000)}\r\nContent-Length: 2\r\n\r\nab`],
  ['an end that is not certain', `${OK}Transfer-Encoding: gzip\r\n\r\nab`],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
])('a service with %s is there, by what it is asked, by a look and by a call', async (_, text) => {
  await using upstream = await listening(createServer((socket) => void socket.on('error', () => {}).end(text)));
  const url = new URL(`http://127.0.0.1:${upstream.port}`);
  const log = { info: () => {}, warn: () => {} };
  const ports = { upstream: url, upstreamBinding: 'http-post', names: defaultNames, log } as const;
  const check = startUpstreamCheck({ ...ports, againMs: NEVER, lookAfterMs: 0 });
  await check.asked;
  check.close();
  expect(check.reachability.isReachable()).toBe(true);
  check.reachability.failed('It was away.');
  await check.look();
  expect(check.reachability.isReachable()).toBe(true);
  check.reachability.failed('It was away.');
  const request = { method: 'GET', path: '/', headers: {} } as const;
  check.reachability.heard(await exchange(await reach(url, 30_000), url, request, 30_000));
  expect(check.reachability.isReachable()).toBe(true);
});

test('a service that has stopped and one that is back are seen when somebody asks, however long ago it was asked what it is', async () => {
  let upstream = await startUpstream(undefined, 0, WSDL);
  const log = { info: () => {}, warn: () => {} };
  const ports = { upstream: upstream.url, upstreamBinding: 'http-post', names: defaultNames, log } as const;
  const check = startUpstreamCheck({ ...ports, againMs: NEVER, lookAfterMs: 0 });
  await check.asked;
  expect(check.reachability.isReachable()).toBe(true);
  await upstream[Symbol.asyncDispose]();
  await check.look();
  expect(check.reachability.said()).toMatchObject({
    reachable: false,
    lastFailure: { why: expect.stringContaining('refused') },
  });
  upstream = await startUpstream(undefined, upstream.port, WSDL);
  await using _back = upstream;
  await check.again(); // the turn has asked it anew
  await check.look();
  expect(check.reachability.isReachable()).toBe(true);
  check.close();
});

test('a call that fails is news to health and metrics at once, with its time and why', async () => {
  const upstream = await startUpstream(undefined, 0, WSDL);
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const service = async (): Promise<Record<string, unknown>> =>
    (
      (await (await fetch(`${gateway.url}/gateway/health`, { headers: gateway.here })).json()) as {
        service: Record<string, unknown>;
      }
    ).service;
  const metric = async (name: string): Promise<string | undefined> => {
    const text = await (await fetch(`${gateway.url}/gateway/metrics`, { headers: gateway.here })).text();
    return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];
  };
  await expect.poll(async () => (await service())['reachable']).toBe(true);
  expect(await service()).toMatchObject({
    asked: expect.stringMatching(/Z$/),
    lastAnswer: expect.stringMatching(/Z$/),
  });
  expect(await metric('scanline_service_reachable')).toBe('1');
  const answeredAt = await metric('scanline_service_last_answer_seconds');
  expect(Number(answeredAt)).toBeGreaterThan(1_700_000_000);
  await upstream[Symbol.asyncDispose]();
  let tries = 0; // the port is free now: another test's server may have it for a moment
  await expect.poll(async () => (await post(gateway.url, `call-000${(tries += 1)}`)).code).toBe('not-forwarded');
  expect(await service()).toMatchObject({
    reachable: false,
    since: expect.stringMatching(/Z$/),
    lastFailure: { at: expect.stringMatching(/Z$/), why: expect.stringContaining('The service was not reached') },
  });
  expect([await metric('scanline_service_reachable'), await metric('scanline_service_last_answer_seconds')]).toEqual([
    '0',
    answeredAt,
  ]);
});
