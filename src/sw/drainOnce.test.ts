import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { DecisionsAsked, DecisionsHeard } from '#contract/decision.ts';
import { unknownSite } from '#site/site.ts';
import { createPause } from '#device/pause.ts';
import { writeSettings } from '#device/settings.ts';
import { writeTaught } from '#device/taughtRules.ts';
import type { Vault } from '#device/vault.ts';
import { type Connection, connect, createKept } from '#outbox/store/database.ts';
import { DRAIN_LOCK } from '#outbox/names.ts';
import { createDecisionExchange } from '#outbox/store/decisionExchange.ts';
import { type Store, createStore } from '#outbox/store/store.ts';
import { UNKNOWN, claimAs, trouble } from '#outbox/testing/storeRig.ts';
import { drainOnce } from '#sw/drainOnce.ts';
import { PROBLEM_MEDIA_TYPE, makeProblem } from '#wire/problem.ts';

const XML = { 'content-type': 'text/xml; charset=utf-8' };
let connection: Connection;
let store: Store;
let clock = 0;
/** The effect of each POST before it is answered. */
let onPost: (sent: number) => void = () => undefined;
let posts = 0;
/** The fields of its hello beside the usual. */
let said: { enrolled?: boolean; decisions?: true } = {};
/** Its answer to decisions; absent: it is older, and has no such path. */
let taking: ((asked: DecisionsAsked) => DecisionsHeard) | undefined;
let told = 0;
/** True where the gateway has taken this handheld off its list. */
let isRevoked = false;
const REVOKED = { status: 401, headers: { 'content-type': PROBLEM_MEDIA_TYPE } };

function reply(path: string, body: unknown): Response {
  const url = new URL(path, 'http://localhost');
  if (url.pathname === '/gateway/decisions') {
    told += 1;
    if (!taking) return new Response('', { status: 404 });
    return Response.json(taking(JSON.parse(String(body)) as DecisionsAsked));
  }
  if (url.pathname === '/gateway/hello') {
    const nonce = url.searchParams.get('nonce');
    return Response.json({ nonce, epoch: 'e-1', version: '1', upstream: 'stand-in', now: 1, ...said });
  }
  posts += 1;
  onPost(posts);
  if (isRevoked) return Response.json(makeProblem('not-enrolled', 'It was revoked.'), REVOKED);
  return new Response('<string xmlns="http://tempuri.org/">OK</string>', { headers: XML });
}

beforeEach(async () => {
  clock = 0;
  posts = 0;
  said = {};
  taking = undefined;
  told = 0;
  isRevoked = false;
  onPost = () => undefined;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string, { body }: RequestInit = {}) => Promise.resolve(reply(path, body))),
  );
  connection = connect('scanline');
  store = createStore(connection);
  const keep = createKept(connection);
  await keep.write('site', { ...unknownSite, keyOnGateway: true });
  await writeSettings(keep, { userId: '7', warehouseId: '1' });
  for (let index = 0; index < 12; index += 1) {
    const call = makeCall('RevertOff', { deliveryCode: `D-${index}`, storeCode: 'S-1', userID: '7' });
    await store.enqueue({ call, callId: `call-${index}`, operator: '7', scans: [] }, 1);
  }
});

afterEach(() => {
  connection.close();
  indexedDB.deleteDatabase('scanline');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a sync event drains everything, in slices', async () => {
  onPost = () => (clock += 3_000);
  await drainOnce();
  expect(await store.totals()).toMatchObject({ waiting: 0, answered: 12 });
});

test('a page that wants the lead has it within a slice, and the worker leaves the rest to it', async () => {
  let pageLeadsAt: number | undefined;
  let asked: Promise<unknown> | undefined;
  let leave: (() => void) | undefined;
  onPost = (sent) => {
    clock += 3_000;
    if (sent !== 1) return;
    asked = navigator.locks.request(DRAIN_LOCK, () => {
      pageLeadsAt = clock;
      return new Promise<void>((resolve) => (leave = resolve)); // a page keeps it for its life
    });
  };
  await drainOnce();
  await expect.poll(() => pageLeadsAt).toBeDefined();
  expect(pageLeadsAt).toBeLessThanOrEqual(20_000);
  expect((await store.totals()).waiting).toBeGreaterThan(0);
  leave?.();
  await asked;
});

test('what is left when the event has run for two minutes is for the next one', async () => {
  onPost = () => (clock += 15_000);
  await expect(drainOnce()).rejects.toThrow('calls are left');
  const { waiting, answered } = await store.totals();
  expect([waiting, answered]).toEqual([4, 8]);
});

test('the worker judges by what was taught on this handheld', async () => {
  await writeTaught(createKept(connection), [{ contains: 'OK', verdict: 'accepted', taughtBy: '7', taughtAt: 1 }]);
  await drainOnce();
  expect((await store.get(1))?.result).toEqual({ text: 'OK', verdict: 'accepted' });
});

test('the worker prints nothing: what was asked for before is left to a person', async () => {
  const print = makeCall('PrintCNOrder', { code: 'D-1', company: 'c', userId: '7' });
  await store.enqueue({ call: print, callId: 'print-1', operator: '7', scans: [] }, Date.now() - 1_000);
  await drainOnce();
  expect(await store.totals()).toMatchObject({ asking: 1, answered: 12 });
  expect(posts).toBe(12);
});

test('a handheld that was revoked keeps every call; the worker tries one, then none, and all once it is enrolled', async () => {
  isRevoked = true;
  await drainOnce();
  await drainOnce();
  expect(posts).toBe(1);
  expect(await store.totals()).toMatchObject({ waiting: 12, held: 0, unconfirmed: 0 });
  isRevoked = false;
  await createPause(createKept(connection), { has: async () => false } as Vault, () => unknownSite).keyChanged();
  await drainOnce();
  expect(await store.totals()).toMatchObject({ waiting: 0, answered: 12 });
});

test('at a gateway that takes no decisions nothing waits for them: each is kept, and told once one takes it', async () => {
  const { seq } = await claimAs('token-1', store);
  await store.settle(seq, 'token-1', UNKNOWN, { kind: 'nobodyKnows', trouble }, 1);
  await store.decide(seq, { kind: 'saidNotDone', operator: '7' }, 1, 'decision-1');
  const queue = createDecisionExchange(connection);
  const kept = async (): Promise<number> => (await queue.toTell(Date.now())).tell.length;
  expect(await kept()).toBe(1);
  await drainOnce();
  expect([posts, told, await kept()]).toEqual([12, 0, 1]); // an older one says nothing of decisions, and is not asked
  said = { decisions: true };
  const more = (name: string) =>
    store.enqueue(
      {
        call: makeCall('RevertOff', { deliveryCode: name, storeCode: 'S-1', userID: '7' }),
        callId: name,
        operator: '7',
        scans: [],
      },
      1,
    );
  await more('call-12');
  await drainOnce();
  expect([posts, told, await kept()]).toEqual([13, 1, 1]); // one of two gateways: the other one said hello
  taking = ({ tell }) => ({
    told: tell.map(({ id }) => ({ id, holds: true, stands: { is: 'sent-again', version: 1 } })),
    asked: [],
  });
  await more('call-13');
  await drainOnce();
  expect([posts, told, await kept()]).toEqual([14, 2, 0]);
});

test('where hello says that it is not enrolled the worker sends nothing', async () => {
  said = { enrolled: false };
  await drainOnce();
  expect(posts).toBe(0);
  expect((await store.totals()).waiting).toBe(12);
});

test('where a page leads the worker sends nothing', async () => {
  await navigator.locks.request(DRAIN_LOCK, async () => drainOnce());
  expect(posts).toBe(0);
});

test('a new log of the storage is begun before anything else is written', async () => {
  const made = vi.spyOn(indexedDB, 'open');
  await drainOnce();
  expect(made.mock.calls[0]?.[0]).toBe('scanline-fresh-log');
});
