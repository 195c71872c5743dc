import { cp, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectRows, openRevertOff, readyToScan, scanPair, startAtRevertOff } from './rig/app.ts';
import { scansOnDisk } from './rig/early.ts';
import { burst } from './rig/wedge.ts';
import { expect, test } from './rig/test.ts';

test('storage that fails to open is never deleted: scanning is off, and what was saved is there when it opens again', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...asked) {
      if (localStorage.getItem('test-broken') === null) return open.apply(this, asked);
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
    const { deleteDatabase } = IDBFactory.prototype;
    IDBFactory.prototype.deleteDatabase = function (name) {
      if (name !== 'scanline') return deleteDatabase.call(this, name);
      localStorage.setItem('test-deleted', 'yes');
      throw new DOMException('not here', 'UnknownError');
    };
  });
  await startAtRevertOff(page, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });

  await page.evaluate(() => localStorage.setItem('test-broken', 'yes'));
  await page.reload();
  await expect(page.getByText(/Scanning is off/i)).toBeVisible();
  await expect(page.locator('[data-scan-sink]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/Scanning is off/i)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('test-deleted'))).toBeNull();

  await page.evaluate(() => localStorage.removeItem('test-broken'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await expectRows(page, { waiting: 1 });
});

test('a newer version upgrades while an old page sends: it is not held up, no row is lost, and the old page takes no more scans', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 2_000 });
  await scanPair(page, 'D-1001', 'S-01-A');
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { sending: 1, waiting: 1 });

  const newer = await context.newPage();
  await newer.goto(`${gateway.origin}/manifest.webmanifest`); // the origin without the app
  const upgraded = await newer.evaluate(async () => {
    const open = async (version?: number): Promise<{ database: IDBDatabase; wasBlocked: boolean }> => {
      const opening = indexedDB.open('scanline', version);
      let wasBlocked = false;
      opening.addEventListener('blocked', () => (wasBlocked = true));
      opening.addEventListener('upgradeneeded', () =>
        opening.transaction?.objectStore('attempts').createIndex('byOwner', 'owner'),
      );
      await new Promise((resolve, reject) => {
        opening.addEventListener('success', resolve);
        opening.addEventListener('error', reject);
      });
      return { database: opening.result, wasBlocked };
    };
    const { database } = await open();
    const version = database.version;
    database.close();
    const after = await open(version + 1);
    after.database.close();
    return { wasBlocked: after.wasBlocked, grew: after.database.version - version };
  });
  expect(upgraded).toEqual({ wasBlocked: false, grew: 1 });

  await expect(page.getByText(/newer Scanline is open/i)).toBeVisible(); // its settle is refused, and it says why
  await expect(page.locator('[data-scan-sink]')).toBeHidden();
  await scanPair(page, 'D-1003', 'S-03-A');
  await expectRows(newer, { sending: 1, waiting: 1 }); // for the newer one to go on with
  expect(await gateway.executions('RevertOff')).toHaveLength(1);

  // The same once more as after a roll-back: the old program is started on the newer database.
  await page.reload();
  await expect(page.getByText(/newer Scanline/i)).toBeVisible();
  await expect(page.locator('[data-scan-sink]')).toHaveCount(0);
  await expectRows(newer, { sending: 1, waiting: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

/**
 * Waits until the browser has `localStorage` on its disk, which it comes to five seconds after the first write and then
 * once a minute: to be called before the app is opened.
 */
async function untilStored(page: Page, profile: string, gateway: { readonly origin: string }): Promise<void> {
  const mark = 'this-is-on-the-disk';
  await page.goto(`${gateway.origin}/manifest.webmanifest`); // the origin without the app
  await page.evaluate((text) => localStorage.setItem('test', text), mark);
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb');
  const isThere = async (): Promise<boolean> => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
    const kept = await Promise.all(files.map((name) => readFile(join(folder, name))));
    return kept.some((bytes) => bytes.includes(mark) || bytes.includes(Buffer.from(mark, 'utf16le')));
  };
  await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
}

/** Expects that this step asks for a scan. */
const asksFor = (page: Page, what: 'delivery' | 'shelf') =>
  expect(page.getByRole('heading', { name: new RegExp(`Scan the ${what}`) })).toBeVisible();

const HALF = 'scanline-draft-revert-off-of-7';

for (const [what, before, after] of [
  ['brings no half back that was finished', ['S-01-A'], ['D-1002', 'S-02-A']],
  ['takes no half away', ['S-01-A', 'D-1002'], ['S-02-A']],
] as const) {
  test(`a storage process that dies under two pages ${what}`, async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await startAtRevertOff(first.page, gateway);
    await burst(first.page, 'D-1001');
    await asksFor(first.page, 'shelf');
    await handheld.close(); // all of it is on the disk

    const { context, page } = await handheld.open();
    await untilStored(page, handheld.profile, gateway);
    const other = await context.newPage();
    await openRevertOff(other, gateway);
    await page.bringToFront();
    await openRevertOff(page, gateway);
    for (const code of before) await burst(page, code);
    await asksFor(other, before.length > 1 ? 'shelf' : 'delivery');
    for (const each of [page, other]) {
      await each.evaluate((half) => {
        addEventListener('storage', ({ key, newValue }) => {
          if (key === half && newValue?.includes('D-1001')) Object.assign(globalThis, { hasFallenBack: true });
        });
      }, HALF);
    }
    const died = await handheld.processes('storage.mojom.StorageService');
    for (const pid of died) process.kill(pid, 'SIGKILL');
    // A page is told of it as of another's work; whichever is the first puts it right for both.
    await Promise.any([page, other].map((each) => each.waitForFunction(() => 'hasFallenBack' in globalThis)));
    for (const code of after) await burst(page, code);
    await expect.poll(() => scansOnDisk(page)).toEqual(['D-1001', 'S-01-A', 'D-1002', 'S-02-A']);
    await asksFor(other, 'delivery');
    await other.reload();
    await asksFor(other, 'delivery');
  });
}

test('a localStorage that is older than the queue brings no half back that is in a row, of no task', async ({
  gateway,
  handheld,
}) => {
  const first = await handheld.open();
  await startAtRevertOff(first.page, gateway);
  await burst(first.page, 'D-1001');
  await asksFor(first.page, 'shelf');
  await handheld.close(); // all of it is on the disk
  const folder = join(handheld.profile, 'Default', 'Local Storage');
  await cp(folder, `${folder} before`, { recursive: true });

  const { page } = await handheld.open();
  await openRevertOff(page, gateway);
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
  await page.goto(`${gateway.origin}/tasks/bag`); // another one is the last that is noted
  await readyToScan(page);
  await burst(page, 'B-001');
  await expect(page.getByText('B-001').first()).toBeVisible();
  await handheld.kill();
  await rm(folder, { recursive: true });
  await cp(`${folder} before`, folder, { recursive: true });

  const last = await handheld.open();
  await openRevertOff(last.page, gateway);
  await asksFor(last.page, 'delivery');
  await scanPair(last.page, 'D-1002', 'S-02-A');
  await expect.poll(() => scansOnDisk(last.page)).toEqual(['D-1001', 'S-01-A', 'D-1002', 'S-02-A']);
});
