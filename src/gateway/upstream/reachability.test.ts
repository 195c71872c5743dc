import { expect, test } from 'vitest';
import { startHere } from '#gateway/testing/appRig.ts';
import { post, startUpstream } from '#gateway/testing/rig.ts';
import { wsdlOf } from '#gateway/testing/wsdlRig.ts';
import { defaultNames } from '#wire/names.ts';
import { createReachability } from './reachability.ts';
import { startUpstreamCheck } from './upstreamCheck.ts';

const NEVER = 2 ** 30;
const WSDL = wsdlOf(['http-post']);

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
  step(() => reachability.heard({ kind: 'broken', cause: 'too-large', reason: 'Too large.' })); // somebody is there
  expect([reachability.isReachable(), turned]).toEqual([true, 0]);
  step(() => reachability.heard({ kind: 'broken', cause: 'timed-out', reason: 'It did not answer.' }));
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
    ((await (await fetch(`${gateway.url}/gateway/health`)).json()) as { service: Record<string, unknown> }).service;
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
  expect((await post(gateway.url, 'call-0001')).code).toBe('not-forwarded');
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
