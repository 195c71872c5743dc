import { expectRows, readyToScan } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test('from the first start to the tenth pair a worker taps twice, is asked nothing, and needs less than two minutes', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  const startedAt = Date.now();
  await page.goto(gateway.origin);
  await page.getByRole('button', { name: 'Use the training values' }).click();
  await page.getByRole('link', { name: 'Back on shelf' }).click();
  await readyToScan(page, 'Back on shelf');
  for (let pair = 1; pair <= 10; pair += 1) {
    await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();
    await burst(page, `D-${1000 + pair}`, { gapMs: () => 5 });
    await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
    await burst(page, 'S-01-A', { gapMs: () => 5 });
    const said = pair === 1 ? 'D-1001 → shelf S-01-A' : `D-${1000 + pair} → S-01-A`;
    await expect(page.locator('.said')).toContainText(said);
    if (pair === 1) await expect(page.locator('.said')).toContainText('Done'); // from then on it is known what is a shelf
  }
  await expectRows(page, { answered: 10 });
  expect(Date.now() - startedAt).toBeLessThan(120_000);
  expect(await gateway.executions('RevertOff')).toHaveLength(10);
  await expect(page.locator('a.status')).not.toContainText('need');
});
