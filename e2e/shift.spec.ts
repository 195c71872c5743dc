import type { Page } from '@playwright/test';
import { axeFaults } from './rig/axe.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';

const SITE = {
  floorShowsWorkers: true,
  workers: [{ userId: '7', name: 'Ada <b>Moreno</b>' }],
  shifts: ['06:00', '14:00', '22:00'],
};

async function call(origin: string, key: string, deliveryCode: string): Promise<void> {
  await fetch(`${origin}/PDAAPIV1.asmx/RevertOff`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: new URLSearchParams({ deliveryCode, storeCode: 'S-01-A', apiKey: 'demo-key-0001', userID: '7' }),
  });
}

/** Has a shift of two calls that were done, one that was refused, and one of which nobody knows. */
async function startShift(gateway: Gateway): Promise<void> {
  await gateway.configure(SITE);
  await gateway.start();
  for (const n of [1, 2]) await call(gateway.origin, `call-000${n}`, `D-100${n}`);
  await call(gateway.origin, 'call-0003', 'D-9999');
  await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff' });
  await call(gateway.origin, 'call-0004', 'D-1003');
}

async function openShift(page: Page, { origin }: Gateway): Promise<void> {
  await page.goto(`${origin}/gateway/shift`);
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'What went wrong' })).toBeVisible();
}

/** Returns a figure of the shift by its name. */
const figure = (page: Page, name: string) =>
  page
    .locator('.figures > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

for (const [width, height, javaScriptEnabled] of [
  [360, 640, false],
  [480, 800, true],
  [1280, 800, true],
] as const)
  test(`a supervisor sees what went wrong first and opens its call, then what was done in another time, at ${width} × ${height}${javaScriptEnabled ? '' : ', without script'}`, async ({
    browser,
  }) => {
    const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password' });
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height }, locale: 'en-GB' });
    try {
      await startShift(gateway);
      const page = await context.newPage();
      await openShift(page, gateway);
      await expect(page.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'true');
      const wrong = page.getByRole('listitem').filter({ hasText: 'nobody knows whether it was done' });
      await expect(wrong).toBeInViewport(); // before anything else
      await expect(figure(page, 'Done')).toHaveText('2');
      await expect(figure(page, 'Not done')).toHaveText('1');
      await expect(page.getByRole('img', { name: /^Done by hour\. Most were done at \d\d:00: 2\.$/ })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Ada <b>Moreno</b> (7)' })).toBeVisible();

      await wrong.getByRole('link').first().click();
      await expect(page.locator('code').filter({ hasText: 'call-0004' })).toBeVisible();
      await page.goBack();

      for (const preset of ['Yesterday', '7 days', 'This shift', 'Last shift']) {
        await page.getByRole('link', { name: preset }).click();
        await expect(page.getByRole('link', { name: preset })).toHaveAttribute('aria-current', 'true');
        const isEmpty = preset === 'Yesterday' || preset === 'Last shift';
        await expect(page.getByText('No calls came in this time.')).toHaveCount(isEmpty ? 1 : 0);
      }
      await page.getByText('Another time').click();
      await page.getByLabel('From').fill('2020-01-01T06:00');
      await page.getByLabel('Until').fill('2020-01-01T05:00');
      await page.getByRole('button', { name: 'Show' }).click();
      await expect(page.getByRole('alert')).toHaveText('Until: expected a time after From.');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    } finally {
      await context.close();
      await gateway.remove();
    }
  });

test('the plots and tables of a shift are read by everybody, light and dark, and its tables say what the plots draw', async ({
  page,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password' });
  try {
    await startShift(gateway);
    await openShift(page, gateway);
    await page.getByText('As a table').click();
    const rows = page.locator('table').first().getByRole('row');
    await expect(rows.last()).toContainText(/\d\d:00/);
    const drawn = await page
      .locator('.plot')
      .first()
      .locator('rect')
      .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().height > 0));
    expect(drawn).toEqual([true, true]); // what was done, and what was refused
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'These as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('scanline-shift.csv');
  } finally {
    await gateway.remove();
  }
});
