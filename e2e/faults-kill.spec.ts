import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectRows, openRevertOff, scanPair, startWithDemo, startAtRevertOff } from './rig/app.ts';
import { expect, test } from './rig/test.ts';

/** Places where the handheld dies: what is put in its way there, to be looked at as `globalThis.reached`. */
const places: readonly [name: string, stop: () => void, ranBefore: number][] = [
  [
    'after a call was claimed, before it is sent',
    () => {
      const { fetch } = globalThis;
      globalThis.fetch = (...asked) => {
        if (asked[1]?.method !== 'POST') return fetch(...asked);
        Object.assign(globalThis, { reached: true });
        return new Promise(() => undefined);
      };
    },
    0,
  ],
  [
    'after the answer came, before it is on the disk',
    () => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...values) {
        const request = put.apply(this, values);
        if (this.name === 'attempts' && (values[0] as { endedAt?: number }).endedAt !== undefined) {
          Object.assign(globalThis, { reached: true });
          this.transaction.abort(); // as if it had not come to its end
        }
        return request;
      };
    },
    1,
  ],
];

for (const [name, stop, ranBefore] of places) {
  test(`a battery that dies ${name}: the call runs once`, async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await first.page.addInitScript(stop);
    await startAtRevertOff(first.page, gateway);
    await scanPair(first.page, 'D-1001', 'S-01-A');
    await first.page.waitForFunction(() => 'reached' in globalThis);
    await expectRows(first.page, { sending: 1 });
    expect(await gateway.executions('RevertOff')).toHaveLength(ranBefore);
    await handheld.kill();

    const { page } = await handheld.open();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
    });
    await openRevertOff(page, gateway);
    await expectRows(page, { answered: 1 });
    expect(keys).toEqual([await callIdOf(page)]);
    expect(await gateway.executions('RevertOff')).toHaveLength(1);
  });
}

test('a write that was cut off by a dying handheld costs nothing, also at the second start after it', async ({
  gateway,
  handheld,
}) => {
  const first = await handheld.open();
  await startAtRevertOff(first.page, gateway);
  for (const code of ['D-1001', 'D-1002']) await scanPair(first.page, code, 'S-01-A');
  await expectRows(first.page, { answered: 2 });
  await handheld.kill();
  const torn = await newestLog(handheld.profile);
  await truncate(torn, (await stat(torn)).size - 20); // half a record stands at its end now

  const second = await handheld.open();
  await openRevertOff(second.page, gateway);
  await expect.poll(() => newestLog(handheld.profile)).not.toBe(torn); // Chromium would write on behind the half one
  await scanPair(second.page, 'D-1003', 'S-01-A');
  await expectRows(second.page, { answered: 3 });
  await handheld.kill();

  const { page } = await handheld.open();
  await openRevertOff(page, gateway);
  await expectRows(page, { answered: 3 });
  expect(await gateway.executions('RevertOff')).toHaveLength(3);
});

test('a start begins a new log of the storage before it writes anything', async ({ gateway, handheld }) => {
  const first = await handheld.open();
  await startWithDemo(first.page, gateway);
  await handheld.close();
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      asked.push(name);
      return open.call(this, name, version);
    };
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') asked.push('write');
      return transaction.call(this, stores, mode, options);
    };
  });
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  const asked = await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  expect(asked.filter((one, at) => asked.indexOf(one) === at)).toEqual(['scanline', 'scanline-fresh-log', 'write']);
});

/** The file that Chromium's storage of the app writes into now. */
async function newestLog(profile: string): Promise<string> {
  const storages = join(profile, 'Default', 'IndexedDB');
  const folder = (await readdir(storages)).find((name) => name.endsWith('.leveldb')) ?? '';
  const logs = (await readdir(join(storages, folder))).filter((name) => /^\d+\.log$/.test(name));
  return join(storages, folder, logs.sort().at(-1) ?? '');
}

test('when the page that drains crashes in the middle of a call another one goes on within seconds, under the same key', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 1_500 });
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { sending: 1 });
  const other = await context.newPage();
  await openRevertOff(other, gateway);
  const asked = other.waitForRequest((request) => request.method() === 'POST', { timeout: 20_000 });
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  devtools.send('Page.crash').catch(() => undefined); // never answered
  await crashed;
  const crashedAt = Date.now();
  const again = await asked;
  expect(Date.now() - crashedAt).toBeLessThan(10_000); // seen within three; taking the lock from a frozen page takes fifteen
  await expectRows(other, { answered: 1 });
  expect(again.headers()['idempotency-key']).toBe(await callIdOf(other));
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

/** The id of the only call. */
function callIdOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const first = opening.result.transaction('calls').objectStore('calls').get(1);
    await new Promise((resolve) => first.addEventListener('success', resolve));
    opening.result.close();
    return (first.result as { callId: string }).callId;
  });
}
