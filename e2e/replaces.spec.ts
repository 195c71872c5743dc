import { expectRows, readyToScan, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('a call that takes something’s place says what it takes, stops at a code of another kind, and is undone while it waits', async ({
  gateway,
  handheld,
}) => {
  const { page, context } = await handheld.open();
  await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined }));
  await startWithDemo(page, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  const main = page.locator('.dock .button-lead');
  await page.goto(`${gateway.origin}/tasks/external-code`);
  await readyToScan(page);
  await burst(page, 'EX-50001');
  await expect(main).toHaveText('Store EX-50001');
  await burst(page, 'DD-70001'); // its own domestic code
  await expect(page.locator('.band')).toContainText('EX-50001 has DD-70001 already');
  await page.getByRole('button', { name: 'Do not use it' }).click();
  await expect(main).toHaveText('Store EX-50001');
  await burst(page, 'ORD-9');
  await expect(main).toHaveText('Store EX-50001 · ORD-1-0001 → ORD-9');
  await expect(main).toBeInViewport({ ratio: 1 });
  await context.setOffline(true);
  await main.click();
  await expectRows(page, { waiting: 1 });
  await page.getByRole('list', { name: 'Outbox' }).getByRole('button', { name: 'Undo' }).click();
  await expectRows(page, { cancelled: 1 });
  await context.setOffline(false);

  await page.goto(`${gateway.origin}/tasks/weight`);
  await readyToScan(page);
  for (const [text, unit, name] of [
    ['1.25', 'kg', 'Save D-1001 · 1.25 kg'],
    ['1300', 'g', 'Save D-1001 · 1.25 kg → 1300 g'],
  ] as const) {
    await expect(async () => {
      await burst(page, 'D-1001'); // sooner it counts as the same pull of the trigger
      await expect(page.getByLabel('Weight', { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByLabel('Weight', { exact: true }).fill(text);
    await page.getByText(unit, { exact: true }).click();
    await expect(main).toHaveText(name);
    await main.click();
    await expect(page.getByLabel('Weight', { exact: true })).toBeHidden();
  }
  await expectRows(page, { answered: 2, cancelled: 1 });

  expect(await gateway.executions('OrderCodeExStorage')).toEqual([]);
});
