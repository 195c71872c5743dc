import { expectRows, readyToScan, scanPair, openAtRevertOff, openWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test.describe('where the site says how codes look', () => {
  test.use({
    site: {
      codes: {
        batchCode: { pattern: String.raw`B-\d{4}`, example: 'B-3001' },
        bagCode: { pattern: String.raw`BAG-\d{4}`, example: 'BAG-2001' },
        deliveryCode: { pattern: String.raw`D-\d{4}`, example: 'D-1001' },
      },
    },
  });

  test('a bag in the answer to a batch is one tap from its screen @promise', async ({ gateway, handheld }) => {
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/tasks/batch`);
    await readyToScan(page);
    await burst(page, 'B-3001');
    const said = page.getByRole('region', { name: 'The service says' });
    const bag = said.getByRole('link', { name: 'BAG-2001', exact: true }).first();
    await expect(bag).toBeVisible();
    await expect(said.getByRole('link', { name: 'B-3001' })).toHaveCount(0); // it is in hand
    await bag.click();
    await expect(page.getByRole('heading', { name: 'Bag', level: 1 })).toBeVisible();
    await expect(page.getByText(/BAG-2001/).first()).toBeVisible();
    await expect(page.getByText(/OPEN/).first()).toBeVisible();
    await expectRows(page, {});
  });
});

test('where the site says nothing, a code is known by the calls that took it, and a person chooses its task', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await page.getByRole('link', { name: 'Home' }).click();
  await page.locator('.way', { hasText: 'Shelf contents' }).click();
  await readyToScan(page, 'Shelf contents');
  await burst(page, 'S-01-A');
  const said = page.getByRole('region', { name: 'The service says' });
  await expect(said.getByRole('link', { name: 'D-1001' }).first()).toBeVisible();
  await expect(said.locator('a:not(.card-more)').filter({ hasNotText: 'D-1001' })).toHaveCount(0); // no call has taken another one
  await said.getByRole('link', { name: 'D-1001' }).first().click();
  await page.getByRole('navigation', { name: 'Tasks that it fits' }).getByText('Back on shelf').click();
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
});
