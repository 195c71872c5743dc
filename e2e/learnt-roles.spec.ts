import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expectRows,
  openRevertOff,
  readyToScan,
  scanPair,
  unfold,
  openAtRevertOff,
  openWithDemo,
  startAtRevertOff,
} from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

const SHELVES = ['S-01-A', 'S-02-A', 'S-03-A'] as const;
const PAIRS = 30;
const pairs = Array.from({ length: PAIRS }, (_, index) => ({
  deliveryCode: `D-${2001 + index}`,
  storeCode: SHELVES[index % SHELVES.length] as string,
}));

/** The shelves are known from calls that the service has accepted; the site says nothing of how codes look. */
async function shelvesAreKnown(page: Page, gateway: Gateway): Promise<void> {
  await startAtRevertOff(page, gateway);
  for (const [index, shelf] of SHELVES.entries()) await scanPair(page, `D-${1001 + index}`, shelf);
  await expectRows(page, { answered: SHELVES.length });
  await page.getByRole('link', { name: 'Home' }).click(); // another run, which has made no call yet
  await page.locator('.tiles .way', { hasText: 'Back on shelf' }).click();
}

async function executed(gateway: Gateway) {
  const all = await gateway.executions('RevertOff');
  return all.slice(SHELVES.length).map(({ parameters }) => {
    const { deliveryCode, storeCode } = Object.fromEntries(parameters);
    return { deliveryCode, storeCode };
  });
}

const prompt = (page: Page, noun: string) => page.getByRole('heading', { name: `Scan the ${noun}` });

test('thirty pairs scanned in the wrong order: each is stopped, and one tap puts it right @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await shelvesAreKnown(page, gateway);
  for (const { deliveryCode, storeCode } of pairs) {
    await expect(prompt(page, 'delivery')).toBeVisible();
    await burst(page, storeCode);
    await page.getByRole('button', { name: 'It is the shelf' }).click();
    await burst(page, deliveryCode);
  }
  await expectRows(page, { answered: SHELVES.length + PAIRS });
  expect(await executed(gateway)).toEqual(pairs);
});

for (const [where, seen] of [
  ['the handheld has seen three others', SHELVES.length],
  ['nothing was ever scanned but the pair before', 1],
] as const) {
  test(`thirty pairs in the wrong order with shelves never seen: each is stopped, and one tap puts it right, where ${where} @night`, async ({
    gateway,
    handheld,
  }) => {
    const { page } = await handheld.open();
    if (seen > 1) await shelvesAreKnown(page, gateway);
    else {
      await startAtRevertOff(page, gateway);
      await scanPair(page, 'D-1001', 'S-01-A');
      await expectRows(page, { answered: 1 });
    }
    const isOffline = seen === 1;
    if (isOffline) await gateway.stop();
    for (const [index, { deliveryCode }] of pairs.entries()) {
      const shelf = `S-${41 + index}-${'BCD'[index % 3]}`;
      await expect(prompt(page, 'delivery')).toBeVisible();
      await burst(page, shelf);
      await expect(page.getByText(`${shelf} looks like the shelf. Scan the delivery.`)).toBeVisible();
      await page.getByRole('button', { name: 'It is the shelf' }).click();
      await burst(page, deliveryCode);
      await expect(page.locator('.said')).toContainText(`${deliveryCode} → ${shelf}`);
    }
  });
}

test('a shelf that was only looked up is stopped in the place of a delivery, and a bag is; what the service did not know is not', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  for (const [task, code, answer, was] of [
    ['shelf', 'X-1', 'The shelf is unknown', undefined],
    ['shelf', 'S-02-A', 'All that the service said', 'shelf'],
    ['bag', 'BAG-2001', 'All that the service said', 'bag'],
  ] as const) {
    await page.goto(`${gateway.origin}/tasks/${task}`);
    await readyToScan(page);
    await burst(page, code);
    await expect(page.getByText(answer).first()).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.locator('.tiles .way', { hasText: 'Back on shelf' }).click();
    await readyToScan(page, 'Back on shelf');
    await burst(page, code);
    if (was) await expect(page.getByText(`${code} was the ${was} before. Scan the delivery.`)).toBeVisible();
    else await page.getByRole('button', { name: 'Undo' }).click(); // it was taken
    await expect(prompt(page, 'delivery')).toBeVisible();
    await expect(page.getByRole('button', { name: 'It is the shelf' })).toHaveCount(was === 'shelf' ? 1 : 0);
  }
});

test('the first pair of all says what its codes were taken for, and can be taken back while it waits', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.stop();
  await burst(page, 'S-01-A');
  await expect(page.locator('.said')).toContainText('Delivery S-01-A. Now scan the shelf.');
  await burst(page, 'D-1001');
  await expect(page.locator('.said')).toContainText('S-01-A → shelf D-1001');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.said')).toContainText('S-01-A → D-1001');
  await expectRows(page, { cancelled: 1 });
});

test('a shelf in the place of a delivery is stopped after a restart too, and the next pair goes past it without a tap', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await shelvesAreKnown(page, gateway);
  await page.reload();
  await readyToScan(page);
  const stopped = page.getByText('S-02-A was the shelf before. Scan the delivery.');
  await expect(async () => {
    await burst(page, 'S-02-A');
    await expect(stopped.or(prompt(page, 'shelf'))).toBeVisible();
    if (!(await stopped.isVisible())) await page.getByRole('button', { name: 'Undo' }).click(); // it was before the calls were read
    await expect(stopped).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const { deliveryCode, storeCode } of pairs) {
    await burst(page, storeCode); // a delivery whose scan did not come
    await burst(page, deliveryCode);
    await burst(page, storeCode);
  }
  await expectRows(page, { answered: SHELVES.length + PAIRS });
  expect(await executed(gateway)).toEqual(pairs);
});

test('a shelf that is scanned twice is no delivery unasked, also with no network', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.stop();
  await scanPair(page, 'D-2001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  await expect(prompt(page, 'delivery')).toBeVisible();
  await expect(async () => {
    await burst(page, 'S-01-A'); // within the moment of a repeat it counts as the same scan
    await expect(page.getByText('S-01-A was the shelf before. Scan the delivery.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'It is the delivery' }).click();
  await expect(prompt(page, 'shelf')).toBeVisible();
});

test('three accepted deliveries of one shape are a pattern that a supervisor keeps by a tap: another code stops from then on', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  for (const delivery of ['D-1001', 'D-1002']) await scanPair(page, delivery, 'S-01-A');
  await expectRows(page, { answered: 2 });
  await page.goto(`${gateway.origin}/settings/supervisor`);
  const rules = page.getByRole('region', { name: 'Rules of this handheld' });
  await unfold(rules);
  await expect(rules.getByText('None yet', { exact: false })).toBeVisible();
  await expect(rules.getByRole('button', { name: 'Use this pattern' })).toHaveCount(0);

  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1003', 'S-01-A');
  await expectRows(page, { answered: 3 });
  await page.goto(`${gateway.origin}/settings`);
  await page.getByRole('link', { name: 'Deliveries look like D- and four digits' }).click();
  await unfold(page.getByRole('region', { name: 'Supervisor’s PIN' }));
  await page.getByLabel('New PIN').fill('2468');
  await page.getByRole('button', { name: 'Set the PIN' }).click();
  await expect(page.getByText('The PIN is set.')).toBeVisible();
  await page.goto(`${gateway.origin}/settings`); // a worker is offered nothing
  await expect(page.getByRole('link', { name: 'Supervisor' })).toContainText('training');
  await page.getByRole('link', { name: 'Supervisor' }).click();
  await expect(rules).toContainText('Seen in accepted calls: D-1001, D-1002, D-1003');
  await rules.getByRole('button', { name: 'Use this pattern' }).click();
  await enterPin(page);
  await expect(rules).toContainText('Kept. A code that looks different is asked about from now on.');
  await expect(rules.getByRole('button', { name: 'Use this pattern' })).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await rules.getByRole('button', { name: 'Save as a file for site.json' }).click();
  const file = await readFile(await (await saving).path());
  expect(JSON.parse(file.toString())).toEqual({ codes: { deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' } } });

  await openRevertOff(page, gateway);
  await burst(page, 'X-99');
  await expect(page.getByRole('alert').filter({ hasText: 'No delivery looks like this' })).toContainText('D-1001');
  await expect(prompt(page, 'delivery')).toBeVisible();
  await page.getByRole('button', { name: 'Do not use it' }).click();
  await scanPair(page, 'D-1004', 'S-01-A');
  await expectRows(page, { answered: 4 });

  await page.goto(`${gateway.origin}/settings/supervisor`);
  await unfold(rules);
  await rules.getByRole('button', { name: 'Remove' }).click();
  await enterPin(page);
  await expect(rules).toContainText('Deliveries look like D- and four digits');
  const taken = rules.locator('input[type=file]');
  await taken.setInputFiles({ name: 'rules.json', mimeType: 'application/json', buffer: file });
  await expect(rules.locator('.code')).toHaveText('D-\\d{4}');
  const wider = Buffer.from(file.toString().replace('{4}', '+'));
  await taken.setInputFiles({ name: 'wider.json', mimeType: 'application/json', buffer: wider });
  await expect(rules.locator('.code')).toHaveText(['D-\\d+']); // in the other one's place
});

async function enterPin(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Supervisor’s PIN' });
  await dialog.getByRole('textbox').fill('2468');
  await dialog.getByRole('button', { name: 'OK' }).click();
}

test('a pair the wrong way round that the service refused does not turn the right ones around that follow it', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'S-03-A', 'D-1001'); // the first of this handheld: nobody can know
  await expectRows(page, { answered: 1 });
  await expect(page.getByText('The delivery is unknown').first()).toBeVisible();
  for (const { deliveryCode, storeCode } of pairs.slice(0, 5)) await scanPair(page, deliveryCode, storeCode);
  await scanPair(page, 'D-1001', 'S-03-A');
  await expectRows(page, { answered: 7 });
  const rows = await gateway.executions('RevertOff');
  expect(rows.slice(1).map(({ parameters }) => Object.fromEntries(parameters)['storeCode'])).toEqual([
    ...pairs.slice(0, 5).map(({ storeCode }) => storeCode),
    'S-03-A',
  ]);
});

test('of two deliveries in a row the second is left, and nothing is offered that takes it for a shelf by the way', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await shelvesAreKnown(page, gateway);
  for (const code of ['D-2001', 'D-2002']) await burst(page, code);
  await expect(page.getByText('D-2002 looks like the delivery. Scan the shelf.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'It is the shelf' })).toHaveCount(0);
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: SHELVES.length + 1 });
  expect(await executed(gateway)).toEqual([{ deliveryCode: 'D-2001', storeCode: 'S-01-A' }]);
});
