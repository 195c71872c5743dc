import { expectRows, openRevertOff, readyToScan, scanPair, startWithDemo } from './rig/app.ts';
import { expect, test } from './rig/test.ts';

test('a cold browser without a gateway reaches a ready scan screen, and what is scanned there is saved and sent later', async ({
  gateway,
  handheld,
}) => {
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
});

test('half a task is still there after the browser was killed', async ({ gateway, handheld }) => {
  const first = await handheld.open();
  await startWithDemo(first.page, gateway);
  await openRevertOff(first.page, gateway);
  const { burst } = await import('./rig/wedge.ts');
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
