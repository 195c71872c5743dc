import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { unknownSite } from '#contract/site.ts';
import { createPause } from '#device/pause.ts';
import { writeSettings } from '#device/settings.ts';
import { writeTaught } from '#device/taughtRules.ts';
import type { Vault } from '#device/vault.ts';
import { type Connection, connect, createKept } from '#outbox/store/database.ts';
import { DRAIN_LOCK } from '#outbox/names.ts';
import { type Store, createStore } from '#outbox/store/store.ts';
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
let said: { enrolled?: boolean } = {};
/** True where the gateway has taken this handheld off its list. */
let isRevoked = false;
const REVOKED = { status: 401, headers: { 'content-type': PROBLEM_MEDIA_TYPE } };

function reply(path: string): Response {
  const url = new URL(path, 'http://localhost');
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
  isRevoked = false;
  onPost = () => undefined;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string) => Promise.resolve(reply(path))),
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
