import type { Page } from '@playwright/test';
import type { SiteConfiguration } from '#site/site.ts';
import { standinSite } from '#standin/site.ts';
import { expectRows, openRevertOff, readyToScan, scanPair, signInAs, startWithDemo, openWithDemo } from './rig/app.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

const site: SiteConfiguration = {
  ...standinSite,
  opens: [],
  codes: {
    deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' },
    storeCode: { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A', strict: true },
    bagCode: { pattern: 'BAG-\\d{4}', example: 'BAG-2001', strict: true },
    str: { pattern: 'T-\\d{4}', example: 'T-4001' },
  },
  tasks: ['bag', 'revert-off', 'images', 'transfer', 'print-kjy'],
  operationsOff: ['PrintKJYOrder'],
  typedOff: ['RevertOff'],
};

let sited: Gateway;

test.beforeAll(async () => {
  sited = await createGateway();
  await sited.configure(site);
  await sited.start();
});
test.afterAll(() => sited.remove());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tiles = (page: Page) => page.locator('main').getByRole('link');
const leaving = (page: Page) => page.getByRole('region', { name: /is not finished/ });

test('F12: a scan at home opens the one task it fits, lets a person choose of two, and is kept where nobody knows it @promise', async ({
  handheld,
}) => {
  const page = await openWithDemo(handheld, sited);
  await expect(tiles(page).locator('b')).toHaveText([
    'Bag',
    'Back on shelf',
    'Product pictures',
    'Transfer',
    'What is known',
  ]); // the site's, in its order; what is switched off is not there
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await expect(heading(page)).toHaveText('Bag');
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');

  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('.tiles').first()).toBeVisible();
  await readyToScan(page);
  await burst(page, 'D-1001');
  const fits = page.getByRole('navigation', { name: 'Tasks that it fits' });
  await expect(fits.getByRole('link')).toHaveText(['Back on shelf', 'Product pictures']);
  await page.reload();
  await fits.getByRole('link', { name: 'Back on shelf' }).click();
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('.tiles').first()).toBeVisible();
  await readyToScan(page);
  await burst(page, 'WHAT-1');
  await expect(page.getByText(/Unknown code/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Unknown code/)).toBeVisible();
  await expect(page.getByText('WHAT-1')).toBeVisible();
  await page.getByRole('button', { name: 'Nothing: forget it' }).click();
  await expect(page.getByText('WHAT-1')).toHaveCount(0);
  await page.goto(`${sited.origin}/tasks/print-kjy`);
  await expect(page.getByText(/switched it off/)).toBeVisible();
  await page.goto(`${sited.origin}/operations`);
  await expect(tiles(page)).toHaveCount(19);
  await page.goto(`${sited.origin}/operations/PrintKJYOrder`);
  await expect(page.getByText(/switched it off/)).toBeVisible();
});

test('F12, F14: a half-filled task asks before it is left, and a wrong code moves nothing but may be taken elsewhere', async ({
  handheld,
}) => {
  const page = await openWithDemo(handheld, sited);
  await page.getByRole('link', { name: 'Back on shelf' }).click();
  await readyToScan(page, 'Back on shelf');
  await expect(page.getByRole('button', { name: 'Type', exact: true })).toHaveCount(0); // F11: switched off here
  await burst(page, 'D-1002');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(leaving(page)).toContainText('D-1002');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(leaving(page)).toHaveCount(0);
  await page.goBack();
  await expect(leaving(page)).toBeVisible();
  await expect(heading(page)).toHaveText('Back on shelf');
  await page.getByRole('button', { name: 'Stay here' }).click();

  await burst(page, 'BAG-2002'); // at the step of the shelf
  await expect(page.getByRole('alert').filter({ hasText: 'This looks like a bag' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await page.getByRole('region', { name: 'Not taken' }).getByRole('button', { name: 'Bag', exact: true }).click();
  await expect(heading(page)).toHaveText('Bag');
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5002');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible(); // what was begun is kept
  await page.goBack();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page)).toHaveText('Scanline');
  await expect(page.getByText('Begun: D-1002')).toBeVisible();

  await page.getByRole('link', { name: /Back on shelf/ }).click();
  await readyToScan(page, 'Back on shelf');
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
  await page.getByRole('link', { name: 'Home' }).click(); // nothing is begun: nobody is asked
  await expect(heading(page)).toHaveText('Scanline');
});

test('Home stands still at 360 px: a begun task says so on its tile, and neither that nor what needs you moves or grows one; a way is 56 px high, and a name touches no line', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  const places = () =>
    tiles(page).evaluateAll((ways) =>
      ways.map((way) => {
        const { left, top, width, height } = way.getBoundingClientRect();
        return [way.querySelector('b')?.textContent, left, top, width, height];
      }),
    );
  await expect(tiles(page).first()).toBeVisible();
  const before = await places();
  await gateway.fault({ kind: 'no-method', operation: 'RevertOff' });
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { held: 1 });
  await burst(page, '00340123456789012345');
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(tiles(page).first()).toHaveText('Back on shelf Begun: 00340123456789012345');
  await expect(page.locator('a.status')).toContainText('1 needs you'); // there alone
  await expect(page.getByRole('main').getByText('1 needs you')).toHaveCount(0);
  expect(await places()).toEqual(before);
  await expect(page.getByRole('link', { name: 'All operations' })).toHaveCount(0); // the supervisor's
  const heights = await tiles(page).evaluateAll((ways) => ways.map((way) => way.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(56);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Scan anything',
    'Work',
    'Look up',
    'Labels',
  ]);
  const [line, name] = [page.getByRole('heading', { name: 'Scan anything' }), page.getByText('Ada Moreno (7)')];
  const { y = 0, height = 0 } = (await line.boundingBox()) ?? {};
  expect((await name.boundingBox())?.y).toBeGreaterThanOrEqual(y + height);
});

test('beside the name stands how many of this worker’s calls the service did today: what it refused does not count, nor another one’s', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  const name = page.locator('.hero-note');
  await expect(name).toHaveText('Ada Moreno (7)');
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await scanPair(page, 'D-9999', 'S-01-A');
  await scanPair(page, 'D-1002', 'S-01-A');
  await expectRows(page, { answered: 3 });
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(name).toHaveText('Ada Moreno (7), 2 done today');
  await page.reload();
  await expect(name).toHaveText('Ada Moreno (7), 2 done today');
  await signInAs(page, gateway, '8');
  await page.goto(gateway.origin);
  await expect(name).toHaveText(/\(8\)$/);
  await signInAs(page, gateway, '7');
  await page.goto(gateway.origin);
  await expect(name).toHaveText('Ada Moreno (7), 2 done today');
});
