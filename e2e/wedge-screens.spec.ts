import type { Page } from '@playwright/test';
import { expectRows, openRevertOff, readyToScan, startWithDemo } from './rig/app.ts';
import { scansOnDisk } from './rig/early.ts';
import { expect, test } from './rig/test.ts';
import { burst, injectText } from './rig/wedge.ts';

/** Screens on which a scan is taken. */
const screens = [
  '/',
  '/tasks/revert-off',
  '/tasks/bag',
  '/tasks/batch',
  '/queue',
  '/rescue',
  '/settings',
  '/settings/scanner',
];

/** Notes every focus that a tap's own handler gives to a sink: Chrome shows the soft keyboard for it. */
function watchFocus(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const focus = HTMLElement.prototype.focus;
    HTMLElement.prototype.focus = function (...parameters) {
      const during = window.event?.type ?? '';
      const isTap = /^(?:click|mouse|pointer|touch)/.test(during) && this.inputMode === 'none';
      const seen = globalThis as { tapped?: string[] };
      if (isTap) (seen.tapped ??= []).push(during);
      return focus.apply(this, parameters);
    };
  });
}

test('F C1: on every screen the sink asks for no soft keyboard, no tap focuses it, and a text scan is taken', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await watchFocus(page);
  await startWithDemo(page, gateway);
  const height = await page.evaluate(() => visualViewport?.height);
  for (const screen of screens) {
    await page.goto(gateway.origin + screen);
    await expect(page.locator(':focus')).toHaveAttribute('inputmode', 'none');
    await page.locator('main').click({ position: { x: 4, y: 4 } });
    await expect(page.locator(':focus')).toHaveAttribute('inputmode', 'none');
    await injectText(page, `X${screen.length}-0001\n`);
    expect(await page.evaluate(() => visualViewport?.height)).toBe(height);
    expect(await page.evaluate(() => (globalThis as { tapped?: string[] }).tapped)).toBeUndefined();
  }
});

test('F C2: wherever the focus is, whatever was opened and shut, the next scan is taken', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.getByRole('link', { name: /back on shelf/i }).click();
  await readyToScan(page);
  const fired: string[] = [];
  async function scanTwo(): Promise<void> {
    const [delivery, shelf] = [`D-${5000 + fired.length}`, `S-${5001 + fired.length}`];
    await burst(page, delivery);
    await burst(page, shelf);
    fired.push(delivery, shelf);
    await expect.poll(() => scansOnDisk(page)).toEqual(fired);
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await scanTwo();
  await page.locator('main').click({ position: { x: 4, y: 4 } });
  await scanTwo();
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await scanTwo();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /Scan the delivery/ })).toBeVisible();
  await scanTwo();
  for (const name of ['Home', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).focus();
    await scanTwo();
  }
  for (const name of ['Type', 'Camera']) {
    await page.getByRole('button', { name, exact: true }).focus();
    await scanTwo();
  }
});

test('F C5: fifty bursts behind one another, while the service answers late, are twenty-five calls in order', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await gateway.fault({ kind: 'delay', delayMs: 2_000, times: 25 });
  await openRevertOff(page, gateway);
  const codes = Array.from({ length: 50 }, (_, index) => `${index % 2 === 0 ? 'D' : 'S'}-${6000 + index}`);
  await Promise.all(codes.map((code) => burst(page, code)));
  await expect.poll(() => scansOnDisk(page)).toEqual(codes);
});

test('F C8: ten blank Enters make no call and ask nothing of the service', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('Enter');
  await expect(page.getByText('That was an empty scan')).toBeVisible();
  await expectRows(page, {});
  expect(await gateway.executions()).toEqual([]);
});

test('F C9, C10: with the focus on “Complete bag” or in the weight, a burst with Enter is a scan and nothing else', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await expect(page.getByLabel('Transfer line number')).toHaveValue('5001');
  await page.getByLabel('Weight').fill('1.5');
  await page.getByRole('button', { name: 'Complete bag' }).focus();
  await burst(page, 'BAG-2002');
  await expect(page.getByText(/BAG-2002 was scanned/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Stay with BAG-2001' }).click();
  await page.getByLabel('Weight').focus();
  await burst(page, 'BAG-2003', { terminator: 'Tab' });
  await expect(page.getByText(/BAG-2003 was scanned/).first()).toBeVisible();
  await expect(page.getByLabel('Weight')).toHaveValue('1.5');
  await expectRows(page, {});
});
