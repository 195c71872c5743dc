import type { Locator, Page } from '@playwright/test';
import { expectRows, openRevertOff, scanPair, startWithDemo } from './rig/app.ts';
import { fakeCameras } from './rig/cameras.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { readKept } from './rig/inPage.ts';
import { expect, test } from './rig/test.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

let gateway: Gateway;

test.beforeAll(async () => {
  gateway = await createGateway();
  await gateway.start();
});
test.afterAll(() => gateway.remove());

/** The header and the dock are where they were: only what is between them scrolls. */
async function expectFrameStill(page: Page): Promise<void> {
  const { scrollTop, tooHigh } = await page.evaluate(() => {
    const { scrollTop: top, scrollHeight, clientHeight } = document.documentElement;
    return { scrollTop: top, tooHigh: scrollHeight - clientHeight };
  });
  expect({ scrollTop, tooHigh, at: new URL(page.url()).pathname }).toMatchObject({ scrollTop: 0, tooHigh: 0 });
}

/** Taps each, and looks whether they are of one size all the time, in full rows. */
async function tapEach(page: Page, group: Locator): Promise<void> {
  const choices = group.locator('.choice');
  await expect(choices).not.toHaveCount(0);
  const sizes = new Set<string>();
  for (const choice of await choices.all()) {
    await choice.tap();
    await expect(choice.getByRole('radio')).toBeChecked();
    await expectFrameStill(page);
    const boxes = await choices
      .locator('span')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().toJSON() as DOMRect));
    for (const { width, height } of boxes) sizes.add(`${Math.round(width)}×${Math.round(height)}`);
    expect([...sizes]).toHaveLength(1);
    const rows = boxes.map(({ top }) => boxes.filter((other) => other.top === top).length);
    expect(new Set(rows).size).toBe(1);
  }
}

test('a tap on a choice leaves the page where it is, on every screen', async ({ page }) => {
  await fakeCameras(page, [
    { deviceId: 'rear', facing: 'environment' },
    { deviceId: 'far', facing: 'environment' },
  ]);
  await startWithDemo(page, gateway);
  await page.getByRole('link', { name: /settings/iu }).tap();
  await expect(page.getByRole('group')).not.toHaveCount(0);
  for (const group of await page.getByRole('group').all()) await tapEach(page, group);
  await page.locator('.choice', { hasText: 'English' }).tap(); // the last language that was tapped is another
  await expect.poll(() => page.evaluate(readKept, 'settings')).toMatchObject({ language: 'en' }); // else the next page has that
  for (const part of ['supervisor', 'screen', 'scanner']) {
    await page.goto(`${gateway.origin}/settings/${part}`);
    const choices = page.locator('fieldset:has(.choice)');
    await expect(choices).not.toHaveCount(0);
    const folds = page.locator('details:not([open]) > summary:visible');
    while ((await folds.count()) > 0) await folds.first().tap();
    for (const group of await choices.all()) await tapEach(page, group);
  }
  for (const name of ['Sound', 'Vibration']) {
    await page.locator('.switch', { hasText: name }).tap();
    await expectFrameStill(page);
  }

  await gateway.fault({ kind: 'drop-before', operation: 'RevertOff' });
  await openRevertOff(page, gateway);
  await page.getByRole('button', { name: 'Camera', exact: true }).tap();
  await page.getByRole('button', { name: 'Options' }).tap();
  const groups = await page.getByRole('group').all();
  for (const group of groups.reverse()) await tapEach(page, group); // where codes are collected no other choice is left
  const done = page.getByRole('button', { name: 'Done' });
  await expect(done).toBeInViewport({ ratio: 1 });
  await done.tap();
  await expectFrameStill(page);

  await page.getByRole('button', { name: 'Close camera' }).tap();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { unconfirmed: 1 });
  await page.goto(`${gateway.origin}/queue/1`);
  await page.getByRole('button', { name: 'Give up' }).tap();
  await tapEach(page, page.getByRole('group'));
  for (const path of [
    '',
    'queue',
    'rescue',
    'rescue/take',
    'settings/calibration',
    'tasks/bag',
    'tasks/batch-packages',
  ]) {
    await page.goto(`${gateway.origin}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page
      .getByRole('main')
      .locator('> .page-body')
      .evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await expectFrameStill(page);
  }
});
