import type { Page } from '@playwright/test';
import { expectRows, readyToScan, scanPair, startAtRevertOff } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { moveTo } from './rig/inPage.ts';

test.use({ worker: 'blocked' });

const band = (page: Page) => page.locator('.band');
const rows = (page: Page) => page.getByRole('list', { name: 'Outbox' }).getByRole('listitem');
const decide = (page: Page) => page.locator('.dock').getByRole('link', { name: 'Decide on #1' });

/** D-1007 → S-01-A was sent, and nobody knows whether it was done. */
async function doubt(page: Page, gateway: Gateway): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, gateway);
  await gateway.fault({ kind: 'drop-before', operation: 'RevertOff' });
  await scanPair(page, 'D-1007', 'S-01-A');
  await expectRows(page, { unconfirmed: 1 });
  await expect(rows(page).first()).toContainText('Check it'); // the page knows it too
}

test('a code whose last call is a doubt is asked about at its scan, over a restart too; saved behind it, all say what it waits for and lead there', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await doubt(page, gateway);
  await burst(page, 'D-1007');
  await expect(band(page)).toContainText('D-1007: its last call, #1, needs your decision first.');
  await burst(page, 'S-02-A');
  await expect(band(page)).toContainText('Answer below first');
  await expect(band(page)).toContainText('S-02-A is not used');
  await page.reload();
  await expect(band(page)).toContainText('D-1007: its last call, #1, needs your decision first.');
  for (const name of ['Go on, behind it', 'Do not use it'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expect(decide(page)).toBeInViewport({ ratio: 1 });
  await expect(band(page).locator('.said-text')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Go on, behind it' }).click();
  await readyToScan(page);
  await burst(page, 'S-02-A');
  await expectRows(page, { unconfirmed: 1, waiting: 1 });
  const status = page.locator('a.status');
  await expect(status).toHaveAccessibleName(/1 needs you.*\b1 Waiting/);
  await expect(status.locator('.status-more')).toBeHidden(); // no room
  await page.setViewportSize({ width: 480, height: 800 });
  await expect(status.locator('.status-more')).toHaveText('1');
  await page.setViewportSize({ width: 360, height: 640 });
  const saved = rows(page).filter({ hasText: 'S-02-A' });
  await expect(saved).toContainText('Waits for your decision on #1');
  await expect(saved.getByRole('link', { name: 'Decide on #1' })).toBeVisible();
  await expect(band(page).getByRole('link', { name: /Waits for your decision on #1/ })).toBeVisible();

  await saved.getByRole('link', { name: /D-1007/ }).click();
  await expect(page.locator('.standing')).toContainText('Waits for your decision on #1');
  await page.evaluate(moveTo, '/queue');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('link', { name: '1 call waits for your decision on #1.' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call #1');
  await page.getByRole('button', { name: 'It was done' }).click();
  await expectRows(page, { answered: 2 });
  const sent = (await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(sent.map(({ storeCode }) => storeCode)).toEqual(['S-02-A']);
});

test('left it is not used; decided about, the code is asked about no more than what it is', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await doubt(page, gateway);
  await burst(page, 'D-1007');
  await page.getByRole('button', { name: 'Do not use it' }).click();
  await burst(page, 'D-1008');
  await expect(page.locator('.slot').first()).toContainText('D-1008'); // another one is asked nothing
  await burst(page, 'S-01-A');
  await expectRows(page, { unconfirmed: 1, answered: 1 });
  await burst(page, 'D-1007');
  await decide(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call #1');
  await page.getByRole('button', { name: 'It was done' }).click();
  await expectRows(page, { answered: 2 });
  await page.evaluate(moveTo, '/tasks/revert-off');
  await expect(band(page)).toContainText('D-1007 was scanned. What is it?');
  await page.getByRole('button', { name: 'Nothing: forget it' }).click();
  await expect(band(page)).not.toContainText('D-1007 was scanned');
});

test('what the disk alone knows of is asked about before it is saved, and the same pair again takes a hold', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await doubt(page, gateway);
  await page.evaluate(moveTo, '/operations/RevertOff');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('RevertOff');
  await readyToScan(page);
  for (const code of ['D-1007', 'S-02-A']) await burst(page, code);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(band(page)).toContainText('would wait for your decision on #1');
  await expectRows(page, { unconfirmed: 1 });
  await page.getByRole('button', { name: 'Save it, behind #1' }).click();
  await expectRows(page, { unconfirmed: 1, waiting: 1 });

  await page.evaluate(moveTo, '/tasks/revert-off');
  await readyToScan(page);
  await burst(page, 'D-1007');
  await page.getByRole('button', { name: 'Go on, behind it' }).click();
  await burst(page, 'S-01-A');
  await expect(band(page)).toContainText('Nobody knows whether D-1007 → S-01-A was done (#1). Save it again?');
  const again = page.getByRole('button', { name: /^Save again/ });
  await again.click(); // a tap does nothing
  await expectRows(page, { unconfirmed: 1, waiting: 1 });
  await again.hover();
  await page.mouse.down();
  await expectRows(page, { unconfirmed: 1, waiting: 2 });
  await page.mouse.up();
});
