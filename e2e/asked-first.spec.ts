import type { Page } from '@playwright/test';
import { expectRows, readyToScan, startWithDemo, startAtRevertOff } from './rig/app.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { standinSite } from '#standin/site.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { moveTo, readKept } from './rig/inPage.ts';

test.use({ worker: 'blocked' });

/** A gateway whose site says what its codes look like, and which task each opens: as in training. */
let sited: Gateway;

test.beforeAll(async () => {
  sited = await createGateway();
  await sited.configure(standinSite);
  await sited.start();
});
test.afterAll(() => sited.remove());

async function ran(gateway: Gateway, operation: string): Promise<readonly (readonly string[])[]> {
  return (await gateway.executions(operation)).map(({ parameters }) => parameters.slice(0, 2).map(([, text]) => text));
}

async function leaveForHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.locator('.tiles').first()).toBeVisible();
  await readyToScan(page);
}

const begun = (page: Page, code: string) => page.getByText(`Begun: ${code}`);

for (const [task, path, operation, [first, second], [nextCode, otherCode]] of [
  ['Back on shelf', '/tasks/revert-off', 'RevertOff', ['D-1027', 'D-1028'], ['S-06-B', 'S-01-A']],
  ['Transport order', '/tasks/transport-order', 'ChangeTransportOrder', ['TO-6002', 'TO-6003'], ['I-8003', 'I-8004']],
] as const) {
  test(`${task}: a code that is scanned at Home begins anew, and what was left half done stays begun, a tap away`, async ({
    handheld,
  }) => {
    const { page } = await handheld.open();
    await page.setViewportSize({ width: 360, height: 640 });
    await startWithDemo(page, sited);
    await page.evaluate(moveTo, path);
    await readyToScan(page);
    await burst(page, first);
    await expect(page.locator('.slot').first()).toContainText(first);
    await leaveForHome(page);
    await burst(page, second);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('.slot').first()).toContainText(second);
    await expect(begun(page, first)).toBeVisible();
    await readyToScan(page);
    await burst(page, nextCode);
    await expectRows(page, { answered: 1 });
    expect(await ran(sited, operation)).toEqual([[second, nextCode]]);

    await page.getByRole('link', { name: 'Home' }).click();
    const row = page.getByRole('link', { name: new RegExp(`${task}.*Begun: ${first}`) });
    await expect(row).toBeVisible();
    await expect(page).toHaveURL(`${sited.origin}/`); // the way back through the browser's own list is over
    await expect.poll(() => page.evaluate(readKept, 'half')).not.toHaveProperty('path', path); // a start leads to where one was
    await page.reload();
    await expect(page.locator('.tiles').first()).toBeVisible();
    await readyToScan(page);
    await row.click();
    await expect(page.locator('.slot').first()).toContainText(first);
    await expect(begun(page, first)).toHaveCount(0);
    await readyToScan(page);
    await burst(page, otherCode);
    await expectRows(page, { answered: 2 });
    expect(await ran(sited, operation)).toEqual([
      [second, nextCode],
      [first, otherCode],
    ]);
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.locator('.tiles').first()).toBeVisible();
    await expect(page.getByText('Begun:')).toHaveCount(0);
  });
}

test('while it is asked what a code is no scan does anything, and the question and its answers are whole on the smallest screen', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, gateway);
  await burst(page, 'D-1027');
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.append(document.createElement('button'));
    document.body.append(dialog);
    dialog.showModal();
  });
  await burst(page, 'D-1028');
  await page.evaluate(() => document.querySelector('dialog')?.remove());
  const band = page.locator('.band');
  await expect(band).toContainText('D-1028 was scanned. What is it?');
  await expect(page.locator('.hero')).toContainText('Answer below first');
  await page.locator('[data-scan-sink]').focus();
  await burst(page, 'S-06-B');
  await expect(band.locator('.said-asked')).toContainText('Answer below first');
  await expect(band).toContainText('D-1028 was scanned. What is it? S-06-B is not used.');
  await page.screenshot({ path: '/tmp/e-asked.png' });
  const anew = page.getByRole('button', { name: 'Start anew: it is the delivery' });
  for (const name of ['Nothing: forget it', 'It is the shelf', 'Start anew: it is the delivery'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expect(band.locator('.said-text')).toBeInViewport({ ratio: 1 });
  expect(await band.locator('.said-text').evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThan(2);
  await anew.click();
  await expect(begun(page, 'D-1027')).toBeVisible();
  await burst(page, 'S-06-B'); // within the moment of a repeat: after a tap it is a pull of its own
  await expectRows(page, { answered: 1 });
  expect(await ran(gateway, 'RevertOff')).toEqual([['D-1028', 'S-06-B']]);
  await expect(page.getByText(/not taken/)).toHaveCount(0);
});
