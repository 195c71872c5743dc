import type { Page } from '@playwright/test';
import {
  expectRows,
  openRevertOff,
  readyToScan,
  scanPair,
  startWithDemo,
  openWithDemo,
  startAtRevertOff,
} from './rig/app.ts';
import { readKept } from './rig/inPage.ts';
import { expect, test as onDisk, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

/** Stops the page for ever between a call's commit and everything that would follow it: the battery dies there. */
function stopAfterCommit(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const transaction = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...parameters) {
      const made = transaction.apply(this, parameters);
      made.addEventListener('complete', () => {
        const { isArmed, hasAdded } = globalThis as { isArmed?: boolean; hasAdded?: boolean };
        if (isArmed && hasAdded) for (;;);
      });
      return made;
    };
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...parameters) {
      if (this.name === 'calls') Object.assign(globalThis, { hasAdded: true });
      return add.apply(this, parameters);
    };
  });
}

const hasBallast = async (page: Page): Promise<boolean> => (await page.evaluate(readKept, 'ballast')) !== undefined;

onDisk(
  'a call that was saved when the battery died before the beep is shown after it, and the same scans are asked about',
  async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await stopAfterCommit(first.page);
    await startAtRevertOff(first.page, gateway);
    await scanPair(first.page, 'D-1001', 'S-01-A');
    await expectRows(first.page, { answered: 1 });
    await gateway.stop();
    await first.page.evaluate(() => Object.assign(globalThis, { isArmed: true, hasAdded: false }));
    const other = await first.context.newPage();
    await other.goto(`${gateway.origin}/settings`);
    await scanPair(first.page, 'D-1002', 'S-02-A').catch(() => undefined); // the page stops under the last key
    await expectRows(other, { answered: 1, waiting: 1 });
    await handheld.kill();

    const { page } = await handheld.open();
    await openRevertOff(page, gateway);
    const notice = page.getByRole('alert').filter({ hasText: /not confirmed to you/i });
    await expect(notice).toContainText('D-1002 → S-02-A');
    await gateway.start();
    await expectRows(page, { answered: 2 });
    await scanPair(page, 'D-1002', 'S-02-A');
    await expect(page.getByRole('button', { name: /save (it )?again|twice|once more/i })).toBeVisible();
    await expectRows(page, { answered: 2 });
    expect(await gateway.executions('RevertOff')).toHaveLength(2);
  },
);

onDisk('after a beep nothing is shown: the worker was told', async ({ gateway, handheld }) => {
  const first = await handheld.open();
  await startAtRevertOff(first.page, gateway);
  await scanPair(first.page, 'D-1001', 'S-01-A');
  await expectRows(first.page, { answered: 1 });
  await expect.poll(() => first.page.evaluate(readKept, 'heard')).toBe(1);
  await handheld.kill();
  const { page } = await handheld.open();
  await openRevertOff(page, gateway);
  await expectRows(page, { answered: 1 });
  await expect(page.getByText(/not confirmed to you/i)).toHaveCount(0);
});

test('a storage that the browser emptied is said to be lost until a person has read it, not passed over @promise', async ({
  gateway,
  handheld,
}) => {
  const first = await handheld.open();
  await startAtRevertOff(first.page, gateway);
  await gateway.stop();
  for (const code of ['D-1001', 'D-1002', 'D-1003']) await scanPair(first.page, code, 'S-01-A');
  await expectRows(first.page, { waiting: 3 });
  await first.page.goto('about:blank');
  const devtools = await first.context.newCDPSession(first.page);
  await devtools.send('Storage.clearDataForOrigin', { origin: gateway.origin, storageTypes: 'indexeddb' });
  await gateway.start();
  await first.page.goto(gateway.origin);
  const notice = first.page.getByRole('alert').filter({ hasText: /storage of this handheld was emptied/i });
  await expect(notice).toContainText(/3 saved calls/);
  await first.page.reload();
  await expect(notice).toContainText(/3 saved calls/);
  await notice.getByRole('button', { name: 'Read' }).click();
  await expect(notice).toBeHidden();
  await first.page.reload();
  await expect(first.page.getByRole('button', { name: 'Use the training values' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a storage that is emptied under the open app is noticed at the next scan, which is not pretended to be saved', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  await page.waitForFunction(() => /"open":1\b/.test(localStorage.getItem('scanline-canary') ?? ''));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: gateway.origin, storageTypes: 'indexeddb' });
  await scanPair(page, 'D-1002', 'S-02-A').catch(() => undefined);
  await expect(page.getByRole('alert').filter({ hasText: /storage of this handheld was emptied/i })).toContainText(
    /1 saved call/,
  );
});

test('all of a site that is cleared under the open app is told there, with the calls that the page still holds, to be taken over again @promise', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await gateway.stop();
  for (const code of ['D-1001', 'D-1002', 'D-1003']) await scanPair(page, code, 'S-01-A');
  await expectRows(page, { waiting: 3 });
  await page.waitForFunction(() => /"open":3\b/.test(localStorage.getItem('scanline-canary') ?? ''));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: gateway.origin, storageTypes: 'all' });

  const told = page.getByRole('alert').filter({ hasText: /storage of this handheld was emptied/i });
  await expect(told).toContainText(/3 saved calls/);
  const held = page.getByRole('list', { name: 'Calls that may be gone' });
  await expect(held.getByRole('listitem')).toHaveCount(3);
  await expect(held).toContainText('D-1002 → S-01-A');
  await burst(page, 'D-1004');
  await expect(page.getByRole('alert').filter({ hasText: 'This scan was not taken' })).toContainText('D-1004');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const file = await download.path();
  await gateway.start();
  await page.reload(); // and in the next page it is told still
  await expect(told).toContainText(/3 saved calls/);
  await told.getByRole('button', { name: 'Read' }).click();
  await page.getByRole('button', { name: 'Use the training values' }).click();
  await readyToScan(page);
  await page.goto(`${gateway.origin}/rescue/take`);
  await page.locator('input[type=file]').setInputFiles(file);
  await expectRows(page, { answered: 3 });
  expect(await gateway.executions('RevertOff')).toHaveLength(3);
});

test('after a storage that was emptied under the app, the screens begin anew: no new call is shown in an old one’s place', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await page.waitForFunction(() =>
    /(?=.*"seq":1\b)(?=.*"open":0\b)/.test(localStorage.getItem('scanline-canary') ?? ''),
  );
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: gateway.origin, storageTypes: 'all' });
  await expect(page.getByRole('alert').filter({ hasText: /only their history is gone/ })).toBeVisible();
  await page.getByRole('button', { name: 'Set up anew' }).click();
  await page.getByRole('button', { name: 'Use the training values' }).waitFor();
  await burst(page, 'D-1009');
  await expect(page.getByRole('alert').filter({ hasText: 'This scan was not taken' })).toContainText('D-1009');
  await page.getByRole('button', { name: 'Use the training values' }).click();
  await readyToScan(page);
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { answered: 1 });
  await expect(page.getByText('D-1001')).toHaveCount(0);
});

onDisk(
  'a full storage gives up the room that was held back, and holds it back again when there is some',
  async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await startWithDemo(first.page, gateway);
    await expect.poll(() => hasBallast(first.page)).toBe(true);
    await handheld.close();
    await gateway.stop();
    const { context, page } = await handheld.open(); // a browser that has written already has room in hand
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: gateway.origin, quotaSize: 1_000 });
    await openRevertOff(page, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expect(page.getByText(/storage of this handheld is full/i).first()).toBeVisible();
    await expectRows(page, {});
    await expect.poll(() => hasBallast(page)).toBe(false);
    await expect(page.getByRole('link', { name: 'Export what is saved' })).toBeVisible();
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: gateway.origin });
    await page.getByRole('button', { name: 'Save again' }).click();
    await expectRows(page, { waiting: 1 });
    await expect(page.getByRole('link', { name: 'Export what is saved' })).toBeHidden();
    await page.reload();
    await expect.poll(() => hasBallast(page)).toBe(true);
  },
);

test('a half that a call has ended stays ended where that call could not be saved: no start brings it back', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  const half = async (): Promise<string> => JSON.stringify(await page.evaluate(readKept, 'half'));
  await startAtRevertOff(page, gateway);
  await burst(page, 'D-1001');
  await expect.poll(half).toContain('D-1001');
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...parameters) {
      if (this.name !== 'calls') return add.apply(this, parameters);
      IDBObjectStore.prototype.add = add;
      throw new DOMException('once', 'QuotaExceededError');
    };
  });
  await burst(page, 'S-01-A');
  await expect(page.getByText('not saved').first()).toBeVisible();
  await expect.poll(half).not.toContain('D-1001');
  await expectRows(page, {});
});

onDisk(
  'the settings say whether the browser keeps the storage, and how much of it is used',
  async ({ gateway, handheld }) => {
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/settings/supervisor`);
    const isKept = await page.evaluate(() => navigator.storage.persisted());
    await expect(page.getByRole('region', { name: 'This app' })).toContainText(
      isKept
        ? /the browser keeps it; \d+ of [\d,]+ MB used/
        : /may clear it when space is short; \d+ of [\d,]+ MB used/,
    );
  },
);

test('where the browser may clear the storage the queue says so for as long as a call is open', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    StorageManager.prototype.persist = async () => false;
    StorageManager.prototype.persisted = async () => false;
  });
  await startAtRevertOff(page, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  await page.goto(`${gateway.origin}/queue`);
  const warning = page.getByText(/browser may clear/i);
  await expect(warning).toBeVisible();
  await gateway.start();
  await expectRows(page, { answered: 1 });
  await expect(warning).toBeHidden();
});

test('as long as the queue was not counted its figures are dashes, and not a nought that nobody knows', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  const other = await page.context().newPage();
  await other.goto(`${gateway.origin}/gateway/health`);
  await other.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const writing = opening.result.transaction('totals', 'readwrite'); // whoever counts waits for its end
    const goOn = (): void => {
      if ('isLetGo' in globalThis) return;
      writing.objectStore('totals').get('calls').addEventListener('success', goOn);
    };
    goOn();
  });
  await page.goto(`${gateway.origin}/settings`);
  const figures = page.locator('.status-cell b');
  await expect(page.locator('a.status')).toBeVisible();
  await expect(figures).toHaveCount(0);
  await other.evaluate(() => Object.assign(globalThis, { isLetGo: true }));
  await expect(figures).toHaveText(['0', '0', '0', '0', '0', '0']);
});
