import {
  expectRows,
  openRevertOff,
  readyToScan,
  scanPair,
  startWithDemo,
  unfold,
  openAtRevertOff,
  startAtRevertOff,
} from './rig/app.ts';
import { expect, test as onDisk, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

onDisk(
  'a cold browser without a gateway reaches a ready scan screen, and what is scanned there is saved and sent later @promise',
  async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await startWithDemo(first.page, gateway);
    await handheld.close();
    await gateway.stop();

    const { page } = await handheld.open();
    await openRevertOff(page, gateway);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${gateway.origin}/sw.js`);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { waiting: 1 });

    await gateway.start();
    await expectRows(page, { answered: 1 });
    expect(await gateway.executions('RevertOff')).toHaveLength(1);

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Supervisor' }).click();
    await unfold(page.getByRole('region', { name: 'This app' }));
    await expect(page.getByRole('term').filter({ hasText: 'Start without network' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: /^ready$/ })).toBeVisible();
  },
);

test('a start is answered from the cache by the browser itself: it waits for no worker to be started', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  const sources = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => /\/(?:assets\/|tasks\/)/.test(name))
      .map((entry) => (entry.toJSON() as { workerFinalSourceType?: string }).workerFinalSourceType),
  );
  expect(sources.length).toBeGreaterThan(2); // the page, its script, its styles
  expect(sources.filter((source) => source !== 'cache')).toEqual([]);
});

test('half a task is still there after a reload', async ({ gateway, handheld }) => {
  const first = await handheld.open();
  await startAtRevertOff(first.page, gateway);
  await burst(first.page, 'D-1003', { terminator: 'Enter' });
  await expect(first.page.getByText('Scan the shelf').first()).toBeVisible();
  await first.page.reload();
  await readyToScan(first.page);
  await burst(first.page, 'S-03-A', { terminator: 'Enter' });
  await expectRows(first.page, { answered: 1 });
  const [execution] = await gateway.executions('RevertOff');
  expect(Object.fromEntries(execution?.parameters ?? [])).toMatchObject({
    deliveryCode: 'D-1003',
    storeCode: 'S-03-A',
  });
});

test('half a task that one page finished is not finished a second time by another', async ({ gateway, handheld }) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await burst(page, 'D-1004', { terminator: 'Enter' });
  await expect(page.getByText('Now scan the shelf')).toBeVisible();
  const other = await context.newPage();
  await openRevertOff(other, gateway);
  await expect(other.getByText('Scan the shelf').first()).toBeVisible();
  await burst(other, 'S-04-A', { terminator: 'Enter' });
  await expectRows(other, { answered: 1 });
  await page.bringToFront();
  await expect(page.getByRole('heading', { name: /Scan the delivery/ })).toBeVisible();
  await expect(page.getByText('Now scan the shelf')).toHaveCount(0); // nor does a word of it stand there
});
