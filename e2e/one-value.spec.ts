import { expectRows, scanPair, unfold, openAtRevertOff, openWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst, injectText } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('a scan takes the place of a value that is corrected, and nothing is sent before a tap @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'no-method', operation: 'RevertOff' });
  await scanPair(page, 'D-1001', 'S-01-B');
  await expectRows(page, { held: 1 });
  await page.goto(`${gateway.origin}/queue/1`);
  await page.getByRole('button', { name: /Correct/ }).click();
  const shelf = page.getByLabel('Shelf');
  await shelf.focus();
  await burst(page, 'S-02-C');
  await expect(shelf).toHaveValue('S-02-C');
  await injectText(page, 'S-03-A\n');
  await expect(shelf).toHaveValue('S-03-A');
  await expectRows(page, { held: 1 });
  await page.getByRole('button', { name: 'Save the new call' }).click();
  await expectRows(page, { answered: 1, discarded: 1 });
  expect((await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters))).toMatchObject(
    [{ deliveryCode: 'D-1001', storeCode: 'S-03-A' }],
  );
});

test('a scan while a code is typed is the scan alone, and nothing of what was typed', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('textbox', { name: /Type/ }).fill('D-10');
  await burst(page, 'D-1012');
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /Type/ })).toHaveCount(0);
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
  expect((await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters))).toMatchObject(
    [{ deliveryCode: 'D-1012', storeCode: 'S-01-A' }],
  );
});

test('a scan on the question for the PIN is no PIN: it is said, costs no try, and goes nowhere @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/settings/supervisor`);
  await unfold(page.getByRole('region', { name: 'Supervisor’s PIN' }));
  await page.getByLabel('New PIN').fill('2468');
  await page.getByRole('button', { name: 'Set the PIN' }).click();
  await expect(page.getByText('The PIN is set.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Open for the supervisor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Supervisor’s PIN' });
  const pin = dialog.getByRole('textbox');
  for (const code of ['4006381333931', '1234', 'D-1001', '2468', '1.50', '123456']) {
    await pin.focus();
    await burst(page, code);
    await expect(dialog.getByText('That was a scan.')).toBeVisible();
    await expect(pin).toHaveValue('');
  }
  await injectText(page, '1234\n');
  await pin.pressSequentially('1111', { delay: 120 });
  await pin.press('Enter');
  await expect(dialog.getByText('That is not the PIN: 4 tries left.')).toBeVisible(); // the first
  await pin.pressSequentially('2468', { delay: 120 });
  await pin.press('Enter');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('.way').first()).toBeVisible();
  await expect(page.locator('.panel')).toHaveCount(0);
});
