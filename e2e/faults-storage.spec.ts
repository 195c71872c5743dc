import { expectRows, openRevertOff, scanPair, startWithDemo } from './rig/app.ts';
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
    IDBFactory.prototype.deleteDatabase = () => {
      localStorage.setItem('test-deleted', 'yes');
      throw new DOMException('not here', 'UnknownError');
    };
  });
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
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
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
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
