import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectRows, readyToScan } from './rig/app.ts';
import { axeFaults } from './rig/axe.ts';
import { fakeCameras } from './rig/cameras.ts';
import { chromiumArgs, chromiumPath } from './rig/chromium.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { siteKnowsCodes } from './rig/scene.ts';
import { expect, test } from './rig/test.ts';

const codes = ['D-1001', 'D-1002', 'D-1003', 'S-01-A'];
const patterns = {
  deliveryCode: { pattern: String.raw`D-\d{4}`, example: 'D-1001' },
  storeCode: { pattern: String.raw`S-\d{2}-[A-Z]`, example: 'S-01-A' },
};

const executablePath = chromiumPath();
test.use({
  serviceWorkers: 'block', // the files that it would keep are many, and each test has a new browser context
  viewport: { width: 360, height: 640 },
  launchOptions: {
    args: [...chromiumArgs, '--use-fake-device-for-media-stream'],
    ...(executablePath && { executablePath }),
  },
});

let gateway: Gateway;

test.beforeEach(async () => {
  gateway = await createGateway();
  await gateway.start();
});
test.afterEach(() => gateway.remove());

const panel = (page: Page) => page.getByRole('region', { name: 'Camera' });
const boxes = (page: Page) => panel(page).locator('.camera-box');
const show = (page: Page, ...held: string[]): Promise<void> => page.evaluate((all) => window.cameras.show(all), held);

/** The task's screen with its camera open, and nothing before it. */
async function openCamera(page: Page, knowsCodes = false): Promise<void> {
  await fakeCameras(page, [{ deviceId: 'rear', facing: 'environment', code: 'D-1001' }], codes);
  await page.goto(gateway.origin);
  await page.getByRole('button', { name: 'Use the training values' }).click();
  await page.getByRole('link', { name: /back on shelf/iu }).click();
  await readyToScan(page, 'Back on shelf');
  if (knowsCodes) {
    await siteKnowsCodes({ page, gateway }, patterns);
    await page.reload();
    await readyToScan(page);
  }
  await show(page);
  await page.getByRole('button', { name: 'Camera', exact: true }).click();
  await expect(panel(page).locator('.camera:not(.is-off)')).toBeVisible();
}

async function choose(page: Page, option: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Options' }).click();
  await panel(page).locator('.choice', { hasText: option }).click();
  await panel(page).getByRole('button', { name: 'Done' }).click();
}

const nextStep = (page: Page, code: string) => page.getByText(new RegExp(`${code}\\. Now scan the shelf`, 'u'));

test('of several codes each has a box that can be tapped, by finger and by keys, and a tap takes that one alone @promise', async ({
  page,
}) => {
  await openCamera(page);
  await show(page, 'D-1001', 'D-1002', 'D-1003');
  await expect(boxes(page)).toHaveCount(3);
  await expect(panel(page).getByText('3 codes: tap the one to take.')).toBeVisible();
  await expect(panel(page).locator('.camera-boxes polygon')).toHaveCount(3);
  for (const box of await boxes(page).all()) {
    const { width, height } = (await box.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  }
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' }); // it changes colours only
  expect(await axeFaults(page, 'colours')).toEqual([]);
  await expect(page.locator('.hero').getByText('Scan the delivery', { exact: true })).toBeVisible(); // nothing is taken
  await panel(page).getByRole('button', { name: 'D-1002', exact: true }).click();
  await expect(nextStep(page, 'D-1002')).toBeVisible();
  await expect(boxes(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await panel(page).getByRole('button', { name: 'D-1003', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(nextStep(page, 'D-1003')).toBeVisible();
  await show(page);
  await expect(panel(page).locator('.camera-boxes')).toHaveCount(0);
});

test('of several codes the one that fits the step is taken, and then the one that fits the next step', async ({
  page,
}) => {
  await openCamera(page, true);
  await show(page, 'S-01-A', 'D-1002');
  await expectRows(page, { answered: 1 });
  const [execution] = await gateway.executions('RevertOff');
  expect(Object.fromEntries(execution?.parameters ?? [])).toMatchObject({
    deliveryCode: 'D-1002',
    storeCode: 'S-01-A',
  });
  await show(page, 'D-1001', 'D-1003');
  await expect(boxes(page)).toHaveCount(2);
});

test('with the cross the code under it is taken, and the others are offered', async ({ page }) => {
  await openCamera(page);
  await choose(page, 'A cross');
  await show(page, 'D-1001', 'D-1002', 'D-1003');
  await expect(nextStep(page, 'D-1002')).toBeVisible();
  await expect(boxes(page)).toHaveCount(2);
  await page.reload();
  await readyToScan(page);
  await page.getByRole('button', { name: 'Camera', exact: true }).click();
  await expect(panel(page).locator('.camera[data-cross]')).toBeVisible(); // it is kept
});

test('where codes are collected, all of the picture are, each once, and none is offered', async ({ page }) => {
  await page.addInitScript(() => {
    const signals: unknown[] = [];
    Object.assign(window, { signals });
    navigator.vibrate = (pattern) => signals.push(pattern) > 0;
  });
  await openCamera(page);
  await choose(page, 'Collect');
  await show(page, 'D-1001', 'D-1002', 'D-1003', 'S-01-A');
  const list = panel(page).getByRole('listitem');
  await expect(list).toHaveCount(4);
  for (const code of codes) await expect(list.filter({ hasText: code })).toHaveCount(1);
  await expect(panel(page).locator('[data-state="taken"]')).toHaveCount(4);
  await expect(boxes(page)).toHaveCount(0);
  const signals = await page.evaluate(() => (window as unknown as { signals: unknown[] }).signals.length);
  expect(signals).toBeGreaterThan(0);
  expect(signals).toBeLessThan(4); // one for each picture that brought some
});
