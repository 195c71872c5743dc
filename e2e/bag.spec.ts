import { expectRows, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test('a bag is looked at, weighed, completed and opened again, in that order at the service @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.getByLabel('Transfer line number')).toHaveValue('5001');

  await page.getByLabel('Weight').fill('1,25');
  await expect(page.getByText('= 1.25 will be sent')).toBeVisible();
  await page.getByRole('button', { name: 'Complete bag' }).click();
  await expectRows(page, { answered: 1 });
  await expect(page.locator('.said-saved')).toHaveText('Done: Complete bag · BAG-2001 · 1.25');
  await page.getByRole('button', { name: 'Reopen bag' }).click();
  await expectRows(page, { answered: 2 });
  await expect(page.locator('.said-saved')).toHaveText('Done: Reopen bag · BAG-2001'); // it comes into sight, and no more does after it
  await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await burst(page, 'BAG-2002', { terminator: 'Enter' }); // what it brings is seen, however far the page was scrolled
  await expect(page.locator('.said')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.hero').getByText('BAG-2002')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-scan-sink]')).toBeFocused();

  await page.getByRole('button', { name: 'Reopen bag' }).click();
  await expectRows(page, { answered: 3 });
  await page.goto(gateway.origin); // as from the icon: a bag that is done is no half task
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();

  const writes = (await gateway.executions()).filter(({ operation }) => !operation.startsWith('Get'));
  expect(writes.map(({ operation, parameters }) => [operation, Object.fromEntries(parameters)])).toEqual([
    ['CompleteBag', { logTransferDtlID: '5001', userID: '7', sWeight: '1.25', WarehouseID: '1' }],
    ['AgainOpenBag', { logTransferDtlID: '5001' }],
    ['AgainOpenBag', { logTransferDtlID: '5002' }],
  ]);
});

test('a scan into the weight field leaves the weight alone and is offered as another bag', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  const weight = page.getByLabel('Weight');
  await weight.fill('1.5');
  await weight.focus();
  await burst(page, 'BAG-2002', { terminator: 'Enter' });

  await expect(weight).toHaveValue('1.5');
  await expect(
    page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'BAG-2002' }).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Stay with BAG-2001' }).click();
  await expect(weight).toHaveValue('1.5');
  expect((await gateway.executions()).filter(({ operation }) => operation === 'CompleteBag')).toEqual([]);
});

for (const [entered, sentence] of [
  ['1,234.5', /Weight: .*grouped/],
  ['1e3', /Weight: .*exponent/],
  ['abc', /Weight: .*not a number/],
  ['0', /Weight: enter more than zero/],
] as const) {
  test(`the weight ${entered} is refused with one sentence, and nothing is saved`, async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    await startWithDemo(page, gateway);
    await page.goto(`${gateway.origin}/tasks/bag`);
    await expect(page.locator('[data-scan-sink]')).toBeFocused();
    await burst(page, 'BAG-2001', { terminator: 'Enter' });
    await page.getByLabel('Weight').fill(entered);
    await page.getByRole('button', { name: 'Complete bag' }).click();
    await expect(page.getByText(sentence).first()).toBeVisible();
    await expectRows(page, {});
    await page.getByLabel('Weight').fill('2');
    await page.getByRole('button', { name: 'Complete bag' }).click();
    await expectRows(page, { answered: 1 });
  });
}

test('without a gateway the last answer is shown with its age, and completing still saves', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.getByLabel('Transfer line number')).toHaveValue('5001');
  await gateway.stop();
  await page.reload();
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.getByText(/Heard .*You are offline/)).toBeVisible();
  await expect(page.getByLabel('Transfer line number')).toHaveValue('5001');
  await page.getByLabel('Weight').fill('3');
  await page.getByRole('button', { name: 'Complete bag' }).click();
  await expectRows(page, { waiting: 1 });
  await gateway.start();
  await expectRows(page, { answered: 1 });
});
