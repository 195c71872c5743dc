import { axeFaults } from './rig/axe.ts';
import { createGateway } from './rig/gateway.ts';
import { expect, test } from './rig/test.ts';

async function call(origin: string, key: string, deliveryCode: string): Promise<void> {
  await fetch(`${origin}/PDAAPIV1.asmx/RevertOff`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: new URLSearchParams({ deliveryCode, storeCode: 'S-01-A', apiKey: 'demo-key-0001', userID: '7' }),
  });
}

test('a supervisor signs in on the way to the ledger and finds a call that nobody knows of, on a small screen and without script', async ({
  handheld,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password' });
  try {
    await gateway.configure({ workers: [{ userId: '7', name: 'Ada Moreno' }], ledgerKeepsCodes: true });
    await gateway.start();
    for (let i = 0; i < 55; i += 1) await call(gateway.origin, `call-${i + 100}`, `D-${1001 + i}`);
    await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff' });
    await call(gateway.origin, 'call-unknown', 'D-1001');

    const { page } = await handheld.open(['--host-resolver-rules=MAP scanline.test 127.0.0.1']);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${gateway.origin.replace('localhost', 'scanline.test')}/gateway/ledger?state=outcome-unknown`);
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('link', { name: 'call-unknown' })).toHaveCount(1);
    await expect(page.getByRole('link', { name: /^call-/ })).toHaveCount(1);
    await page.getByRole('link', { name: 'call-unknown' }).click();
    await expect(page.locator('pre')).toHaveText(/^\d+ bytes\s+Welcome\s+Please sign in\.$/); // what a person would have seen of it

    await page.getByRole('link', { name: 'The whole ledger' }).click();
    await page.getByRole('link', { name: 'Older' }).click();
    await expect(page.getByRole('link', { name: /^call-/ })).toHaveCount(6);

    await page.getByText('Search the ledger').click();
    await page.getByLabel('Code, or a part of it').fill('d-1007');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await expect(page.getByRole('link', { name: /^call-/ })).toHaveText(['call-106']);
    await page.goto(page.url()); // as a bookmark would
    await expect(page.getByText('One call, and no more.')).toBeVisible();
    await page.getByRole('link', { name: 'call-106' }).click();
    await expect(page.locator('h3')).toHaveText([
      'Came to the gateway',
      'Sent to the service, once',
      'The service answered',
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'The whole ledger' }).click();

    await page.getByText('Find by what was entered').click();
    await page.getByLabel('Choose the operation').selectOption('RevertOff');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Delivery', { exact: true }).fill('D-1007');
    await page.getByLabel('Shelf').fill('S-01-A');
    await page.getByLabel('User id').fill('7');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('link', { name: /^call-/ })).toHaveText(['call-106']);
    expect(page.url()).not.toContain('D-1007');

    await page.getByRole('link', { name: 'Ledger', exact: true }).click();
    await expect(page.getByRole('link', { name: 'call-unknown' })).toHaveCount(2);
    await expect(page.locator('td[data-name="Worker"]').first()).toHaveText('Ada Moreno (7)');
    await expect(page.locator('td[data-name="Codes"]').first()).toHaveText('D-1001 → S-01-A');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
    }
  } finally {
    await gateway.remove();
  }
});

test('without script a call is searched for, opened and decided with the keyboard, and then none is to be checked', async ({
  browser,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password' });
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  try {
    await gateway.start();
    await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff' });
    await call(gateway.origin, 'call-unknown', 'D-1001');
    await call(gateway.origin, 'call-done', 'D-1002');
    const page = await context.newPage();
    await page.goto(`${gateway.origin}/gateway/ledger?worker=7`);
    await page.getByLabel('Password').fill('a long password');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 calls, and no more.')).toBeVisible();
    await page.getByLabel('State').selectOption('check it');
    await page.getByLabel('Key, or its first eight letters').focus();
    await page.keyboard.type('call-unk');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'call-unknown' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Why').fill('seen on the shelf');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // It was done
    await expect(page.getByText('There are none.')).toBeVisible();
    await page.getByRole('link', { name: 'call-unknown' }).click();
    await expect(page.locator('h3').last()).toHaveText(/: done$/);
    await expect(page.getByText('Why: seen on the shelf')).toBeVisible();
  } finally {
    await context.close();
    await gateway.remove();
  }
});
