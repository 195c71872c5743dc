import { expectRows, openRevertOff, scanPair, startWithDemo, openAtRevertOff, startAtRevertOff } from './rig/app.ts';
import { expect, inMemory as test, test as onDisk } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test('an unknown code is answered by the service with a refusal, shown as such, and the next scan works', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'NO-SUCH-DELIVERY', 'S-01-A');
  await expectRows(page, { answered: 1 });
  const outbox = page.getByRole('list', { name: 'Outbox' });
  await expect(outbox).toContainText('Not done');
  await expect(outbox).not.toContainText('Done');
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 2 });
  await expect(outbox).toContainText('Done');
});

test('a first start without a warehouse says where it is to be chosen, in sight and with the focus there', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(gateway.origin);
  const warehouses = page.getByRole('group', { name: 'Warehouse' }); // once the site is known: before that a number is typed
  await expect(warehouses).toBeAttached();
  await page.getByLabel('Access key', { exact: true }).fill('demo-key');
  await page.getByLabel('User id').fill('7');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(warehouses.getByText('Choose the warehouse.')).toBeInViewport({ ratio: 1 });
  await expect(warehouses.getByRole('radio').first()).toBeFocused();
});

test('an empty scan is said and saves nothing', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/empty scan/i)).toBeVisible();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
});

test('a scan too short for a code is not said to be an empty one alone', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await burst(page, '12');
  await expect(page.getByText(/too short for a code/)).toBeVisible();
});

test('what is said stays in sight, however far the page is scrolled', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await expect(page.locator('.said-saved')).toContainText('Done');
  await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await expect(page.locator('.band')).toBeInViewport({ ratio: 1 });
  await expect(async () => {
    await page.keyboard.press('Enter'); // where the answer came at once, this is the second half of the code's CR LF
    await expect(page.locator('.said-wrong')).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await expect(page.locator('.said-wrong')).toBeInViewport({ ratio: 1 });
});

test('the delivery scanned again is not taken for the shelf', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await burst(page, 'D-1001', { terminator: 'Enter' });
  await burst(page, 'D-1001', { terminator: 'Enter' });
  await expect(page.getByText(/Scan the shelf/i).first()).toBeVisible();
  await burst(page, 'S-01-A', { terminator: 'Enter' });
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

test('the same pair again while it is still in the queue is asked about, and saved twice only on a word', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  await scanPair(page, 'D-1001', 'S-01-A');
  await expect(page.getByText(/in the queue already/i).first()).toBeVisible();
  await expectRows(page, { waiting: 1 });
  await page.getByRole('button', { name: 'Save again' }).click();
  await expectRows(page, { waiting: 2 });
});

test('a wrong key stops the queue with one sentence; a new key sends every call that waited', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.goto(gateway.origin);
  await page.getByLabel('Access key').fill('not-the-right-key');
  await page.getByLabel('User id').fill('7');
  await page.getByText('Main warehouse').click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expect(page.getByText(/enter a new one in Settings/)).toBeVisible();
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { waiting: 2 });

  await page.goto(`${gateway.origin}/settings/supervisor`);
  await page.getByLabel('New access key').fill('demo-key-0001');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectRows(page, { answered: 2 });
  await expect(page.getByText(/enter a new one in Settings/)).toBeHidden();
});

onDisk(
  'a full disk is said, the scan stays on the screen, and is saved once there is room',
  async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await startWithDemo(first.page, gateway);
    await handheld.close();
    await gateway.stop();
    const { context, page } = await handheld.open();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: gateway.origin, quotaSize: 1_000 });
    await openRevertOff(page, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expect(page.getByText(/storage of this handheld is full/i).first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Outbox' })).toContainText('D-1001');
    await expectRows(page, {});

    await devtools.send('Storage.overrideQuotaForOrigin', { origin: gateway.origin });
    await expect(async () => {
      await page.getByRole('button', { name: 'Save again' }).click(); // Chromium may take a moment to see the room
      await expectRows(page, { waiting: 1 }, 2_000);
    }).toPass();
    await scanPair(page, 'D-1002', 'S-02-A');
    await expectRows(page, { waiting: 2 });
  },
);

test('a database that was closed under the app is opened again, and the scan is saved', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    const opened: IDBDatabase[] = [];
    Object.assign(globalThis, { opened });
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...parameters) {
      const request = open.apply(this, parameters);
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    };
  });
  await startAtRevertOff(page, gateway);
  await page.evaluate(() => {
    for (const database of (globalThis as unknown as { opened: IDBDatabase[] }).opened) database.close();
  });
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
});

test('storage that does not open is said in plain words, and no scan is pretended to be taken', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
  });
  await page.goto(gateway.origin);
  await expect(page.getByText(/Scanning is off/i)).toBeVisible();
  await expect(page.locator('[data-scan-sink]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a page of HTML in the place of the answer is never taken for one, and is not repeated', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'html-200', operation: 'RevertOff' });
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { unconfirmed: 1 });
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { unconfirmed: 1, answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(2);
});

test('a captive portal in the place of the gateway gets no call', async ({ gateway, handheld }) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  const posted: string[] = [];
  await context.route(/\/gateway\/|\.asmx/, async (route) => {
    if (route.request().method() === 'POST') posted.push(route.request().url());
    await route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<html><body>Welcome. Accept the terms.</body></html>',
    });
  });
  await scanPair(page, 'D-1001', 'S-01-A');
  await expect(page.locator('.top').getByText(/Offline/i)).toBeVisible();
  await expectRows(page, { waiting: 1 });
  expect(posted).toEqual([]);
  await context.unroute(/\/gateway\/|\.asmx/);
  await expectRows(page, { answered: 1 });
});
