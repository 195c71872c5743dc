import { expectRows, readyToScan, startWithDemo } from './rig/app.ts';
import { expect, test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test('a label is printed at once, a second one is asked about, and one asked for without a gateway waits for a person', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/print-kjy`);
  await readyToScan(page);
  await burst(page, 'D-1001');
  await expectRows(page, { answered: 1 });
  await expect(page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();

  await burst(page, 'D-1002');
  await expectRows(page, { answered: 2 });
  await burst(page, 'D-1001');
  await page.getByRole('button', { name: 'Print copy 2' }).click();
  await expectRows(page, { answered: 3 });
  await expect(page.getByRole('figure', { name: /Label: .*copy 2/ })).toBeVisible();

  await gateway.stop();
  await burst(page, 'D-1003');
  await expectRows(page, { answered: 3, asking: 1 });
  await page.getByRole('link', { name: 'All tasks' }).or(page.locator('.top-link').first()).first().click();
  await gateway.start();
  await expect(page.getByText('1 label waits for you.')).toBeVisible({ timeout: 40_000 });
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(3); // it is back, and nothing was printed by itself
  await page.getByRole('link', { name: 'Print now' }).click();
  await page.getByRole('button', { name: 'Print now' }).click();
  await expectRows(page, { answered: 4 });

  // shown again from the history, without asking the service; another copy is asked for by a person who knows the number
  await page.goto(`${gateway.origin}/queue/1`);
  await expect(page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(4);
  await page.getByRole('button', { name: 'Ask the service for another copy' }).click();
  await page.getByRole('button', { name: 'Print copy 3' }).click();
  await expectRows(page, { answered: 5 });
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(5);
});

test('a handheld that cannot print or share says which way is closed, and a test label asks nobody', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'print', { value: undefined });
    Object.defineProperty(navigator, 'canShare', { value: () => false });
  });
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/print-cn`);
  await readyToScan(page);
  await burst(page, 'D-1001');
  await expect(page.getByText('A company is needed.').first()).toBeVisible();
  await page.getByLabel('Company').pressSequentially('ACME', { delay: 150 }); // by hand: faster is a scanner
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expectRows(page, { answered: 1 });
  const [print] = await gateway.executions('PrintCNOrder');
  expect(Object.fromEntries(print?.parameters ?? [])).toMatchObject({ code: 'D-1001', company: 'ACME' });

  await page.goto(`${gateway.origin}/tasks/print-kjy`);
  await page.getByText('Print a test label').click();
  await expect(page.getByRole('figure', { name: /TEST-0123/ })).toBeVisible();
  await page.getByRole('button', { name: 'Print from this handheld' }).click();
  await expect(page.getByText('This browser cannot print')).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('This browser gives no labels to other apps')).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await file).suggestedFilename()).toBe('test-label.zpl');
  expect(await gateway.executions('PrintKJYOrder')).toEqual([]);
});
