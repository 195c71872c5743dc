import type { Page } from '@playwright/test';
import { axeFaults } from './rig/axe.ts';
import { expectRows, openRevertOff, openWithDemo, readyToScan, scanPair, startWithDemo } from './rig/app.ts';
import { createGateway } from './rig/gateway.ts';
import { seedHistory } from './rig/seedHistory.ts';
import { expect, test as onDisk, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

/** Makes a call as another handheld would. */
async function otherCalls(origin: string, key: string, path: string, fields: Readonly<Record<string, string>>) {
  const reply = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: new URLSearchParams({ ...fields, apiKey: 'demo-key-0001' }),
  });
  expect(reply.status).toBe(200);
}

const putBack = (origin: string, key: string, deliveryCode: string, storeCode: string) =>
  otherCalls(origin, key, '/PDAAPIV1.asmx/RevertOff', { deliveryCode, storeCode, userID: '8' });

const weigh = (origin: string, key: string, code: string) =>
  otherCalls(origin, key, '/WareHouseAPIV1.asmx/ResetWeightClone', {
    code,
    weight: '7.5',
    opUserID: '8',
    WeightUnit: '1',
  });

const entries = (page: Page) => page.getByRole('list', { name: 'What was done with it' }).getByRole('listitem');

const keeping = {
  ledgerKeepsCodes: true,
  workers: [
    { userId: '7', name: 'Ada Moreno', badge: 'W-007' },
    { userId: '8', name: 'Li Wei', badge: 'W-008' },
  ],
  weightUnits: [{ value: '1', name: 'kg', grams: 1000 }],
  answerRules: [
    { contains: 'is not off-shelf', verdict: 'refused', says: { en: 'It is not off the shelf' } },
    { matches: '^ERR: ', verdict: 'refused' },
    { matches: '^OK: ', verdict: 'accepted' },
  ],
};

test.describe('where the site has codes kept', () => {
  test.use({ site: keeping });

  test('one scan shows what this handheld and another one did with a delivery, the newest first: shelf, weight, refusal and by whom @promise', async ({
    gateway,
    handheld,
  }) => {
    const page = await openWithDemo(handheld, gateway);
    await page.setViewportSize({ width: 360, height: 640 });
    await openRevertOff(page, gateway);
    await putBack(gateway.origin, 'another-0001', 'D-1001', 'S-02-B');
    await scanPair(page, 'D-1001', 'S-01-A'); // it lies on a shelf already
    await expectRows(page, { answered: 1 });
    await weigh(gateway.origin, 'another-0002', 'D-1001');
    await putBack(gateway.origin, 'another-0003', 'D-1002', 'S-02-B'); // of another thing

    await page.goto(gateway.origin);
    await page.getByRole('link', { name: /^What is known/ }).click();
    await readyToScan(page, 'What is known');
    await expect(page.locator('.top-link').first()).toHaveAccessibleName('Home'); // as everywhere
    await burst(page, 'D-1001');
    await expect(entries(page)).toHaveCount(3);
    const [weighed, refused, back] = await entries(page).allInnerTexts();
    expect(weighed).toMatch(/^Save weight\s+Done\s+OK: D-1001 weighs 7\.5 kg\s.*Li Wei \(8\) · on another handheld$/s);
    expect(refused).toMatch(/^Back on shelf\s+→ S-01-A\s+Not done\s+It is not off the shelf\s.*Ada Moreno \(7\)$/s);
    expect(back).toMatch(/^Back on shelf\s+→ S-02-B\s+Done\s.*Li Wei \(8\) · on another handheld$/s);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeFaults(page)).toEqual([]);

    await burst(page, 'S-02-B'); // a shelf: all that went there
    await expect(entries(page)).toHaveCount(2);
    await page.getByRole('link', { name: /Shelf/ }).click();
    await expect(page.getByRole('region', { name: 'The service says' })).toContainText('D-1002');

    await page.getByRole('link', { name: 'What is known of it' }).click(); // from any answer
    await expect(entries(page)).toHaveCount(2);
    expect(await gateway.executions('RevertOff')).toHaveLength(3); // to look is no call
  });

  test('a refusal leads there from the band, from the queue and from the call’s own page', async ({
    gateway,
    handheld,
  }) => {
    const page = await openWithDemo(handheld, gateway);
    await putBack(gateway.origin, 'another-0001', 'D-1003', 'S-02-B');
    await openRevertOff(page, gateway);
    await scanPair(page, 'D-1003', 'S-01-A');
    const band = page.locator('.band a');
    await expect(band).toContainText('It is not off the shelf');
    await band.click();
    await expect(entries(page)).toHaveCount(2);
    await expect(page).toHaveURL(/\/known\?code=D-1003$/);

    await page.goto(`${gateway.origin}/queue`);
    await page.getByRole('link', { name: 'What is known of it' }).click();
    await expect(entries(page)).toHaveCount(2);
    await entries(page).getByRole('link').click(); // this handheld's own: its page
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call #1');
    await page.getByRole('button', { name: 'Note or picture' }).click();
    await page.getByRole('textbox', { name: 'A few words' }).fill('box is wet');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByText('box is wet')).toBeVisible();
    await page.getByRole('link', { name: 'What is known of it' }).click();
    await expect(entries(page)).toHaveCount(2);
    await expect(entries(page).filter({ has: page.getByRole('link') })).toContainText('· Note'); // which its page has
    await page.locator('.top-link').first().click(); // back to the call
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call #1');
  });

  test('a bag is known by the line of its transfer, under which its calls went', async ({ gateway, handheld }) => {
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/tasks/bag`);
    await readyToScan(page);
    await burst(page, 'BAG-2001');
    await expect(page.getByRole('region', { name: 'The service says' })).toContainText('T-4001');
    await otherCalls(gateway.origin, 'another-0001', '/WareHouseAPIV1.asmx/CompleteBag', {
      logTransferDtlID: '5001',
      userID: '8',
      sWeight: '0.75',
      WarehouseID: '1',
    });
    await page.goto(`${gateway.origin}/known?code=BAG-2001`);
    await expect(entries(page)).toHaveCount(1);
    await expect(entries(page)).toContainText('Complete bag');
  });

  onDisk(
    'without a network what this handheld knows is there at once, and it is said that nobody else was asked; with the network the rest comes by itself',
    async ({ gateway, handheld }) => {
      const page = await openWithDemo(handheld, gateway);
      await openRevertOff(page, gateway);
      await scanPair(page, 'D-1004', 'S-01-A');
      await expectRows(page, { answered: 1 });
      await putBack(gateway.origin, 'another-0001', 'D-1004', 'S-02-B'); // refused, as it is on a shelf
      await gateway.stop();
      await page.goto(`${gateway.origin}/known?code=D-1004`);
      await expect(entries(page)).toHaveCount(1);
      await expect(entries(page)).toContainText('S-01-A');
      await expect(page.getByText(/^Offline: the other handhelds’ calls were not asked for/)).toBeVisible();
      await gateway.start();
      await expect(entries(page)).toHaveCount(2, { timeout: 60_000 });
      await expect(page.getByText(/^Offline/)).toHaveCount(0);
    },
  );
});

test('where no codes are kept that is said, and nothing is claimed of other handhelds', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await putBack(gateway.origin, 'another-0001', 'D-1005', 'S-02-B');
  await page.goto(`${gateway.origin}/known?code=D-1005`);
  await expect(page.getByText('This handheld has no call of it.')).toBeVisible();
  await expect(page.getByText('The calls of other handhelds cannot be found by a code at this site.')).toBeVisible();
  await expect(entries(page)).toHaveCount(0);
});

test('a gateway of before, which does not know the question, is said to have none of it', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.route('**/gateway/known', (route) => route.fulfill({ status: 404, body: '{}' }));
  await page.goto(`${gateway.origin}/known?code=D-1006`);
  await expect(page.getByText(/^The other handhelds’ calls cannot be asked for here yet/)).toBeVisible();
});

test('among 20,000 calls and more a scan on the screen is taken at once, and the search says how far it went', async ({
  handheld,
}) => {
  test.slow(); // the rows are written first
  const gateway = await createGateway();
  try {
    await gateway.start();
    const { page } = await handheld.open();
    await startWithDemo(page, gateway);
    await seedHistory(page, 21_000);
    await page.goto(`${gateway.origin}/known?code=D-1`);
    await expect(
      page.getByText('Of 21,000 calls of this handheld only the newest 20,000 were looked through.'),
    ).toBeVisible();
    await readyToScan(page);
    await burst(page, 'D-20999');
    await expect(entries(page)).toHaveCount(1);
    await page.goto(`${gateway.origin}/known?code=D-1`);
    await page.getByRole('link', { name: 'Look through all of them' }).click();
    await expect(page.locator('.history-row').first()).toBeVisible();
  } finally {
    await gateway.remove();
  }
});
