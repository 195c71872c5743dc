import { expectRows, openAtRevertOff, readyToScan, scanPair } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked', site: { weightUnits: [{ value: '1', name: 'kg', grams: 1000 }] } });

test('what was done today is told by task, with its weight in kilograms, and no pace is made up of a minute', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  await scanPair(page, 'D-1001', 'S-01-A');
  await scanPair(page, 'D-1002', 'S-01-A');
  await page.goto(`${gateway.origin}/tasks/weight`);
  await readyToScan(page);
  await burst(page, 'D-1003');
  await page.getByLabel('Weight', { exact: true }).fill('7,5');
  await page.getByRole('button', { name: /^Save D-1003/ }).click();
  await page.getByText('kg', { exact: true }).click();
  await page.getByRole('button', { name: /^Save D-1003/ }).click();
  await expectRows(page, { answered: 3 });
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('.hero-note')).toContainText('3 done today');
  await page.getByRole('link', { name: /^Done today/ }).click();
  const totals = page.getByRole('list', { name: 'Done today' }).getByRole('listitem');
  await expect(totals).toHaveText([/^2\s*Back on shelf$/, /^1\s*Save weight\s*7\.5 kg$/]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
