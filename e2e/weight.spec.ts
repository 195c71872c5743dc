import { expectRows, startWithDemo } from './rig/app.ts';
import { pretendSerial, scaleSays } from './rig/scale.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('a weight far from the last one of its code is asked about, in any unit, and saved only on a word', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined }));
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Connect a scale' })).toHaveCount(0); // the browser knows no port
  const complete = page.getByRole('button', { name: /^Complete / });
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
  await page.getByLabel('Weight').fill('1,25');
  await complete.click();
  await expectRows(page, { answered: 1 });
  await page.getByRole('button', { name: 'Reopen BAG-2001' }).click();
  await expectRows(page, { answered: 2 });

  await page.getByLabel('Weight').fill('1250');
  await complete.click();
  await expect(page.getByText('1250, last 1.25. Save it?').first()).toBeVisible();
  await page.getByRole('button', { name: 'Do not save it' }).click();
  await expect(page.getByLabel('Weight')).toHaveValue('1250');
  await expectRows(page, { answered: 2 }); // nothing was saved
  await complete.click();
  await page.getByRole('button', { name: 'Save it anyway' }).click();
  await expectRows(page, { answered: 3 });

  await page.goto(`${gateway.origin}/tasks/weight`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  const save = page.getByRole('button', { name: /^Save D-1001/ });
  const prompt = page.locator('.hero .prompt');
  await expect(prompt).toHaveText('Scan the delivery or package');
  await burst(page, 'D-1001', { terminator: 'Enter' });
  await expect(prompt).toHaveText('Weigh it');
  await save.click(); // nothing is entered: the field is where the next key goes
  await expect(page.getByLabel('Weight', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Weight', { exact: true })).toBeInViewport();
  for (const [weight, unit, isAsked] of [
    ['1.25', 'kg', false],
    ['1250', 'g', false],
    ['1250', 'kg', true],
  ] as const) {
    await page.getByLabel('Weight', { exact: true }).fill(weight);
    await page.getByText(unit, { exact: true }).click();
    await save.click();
    const question = page.getByText('1250 kg, last 1250 g. Save it?').first();
    if (isAsked) await expect(question).toBeVisible();
    else {
      await expect(prompt).toHaveText('Scan the next');
      await expect(page.getByLabel('Weight', { exact: true })).toBeHidden(); // it is saved: nothing is entered twice
      await expect(async () => {
        await burst(page, 'D-1001'); // sooner it counts as the same pull of the trigger
        await expect(prompt).toHaveText('Weigh it', { timeout: 500 });
      }).toPass();
    }
  }
  await expectRows(page, { answered: 5 });
  const sent = (await gateway.executions('ResetWeightClone')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(sent.map(({ weight, WeightUnit }) => [weight, WeightUnit])).toEqual([
    ['1.25', '1'],
    ['1250', '2'],
  ]);
});

test('a weight and its units are in sight together on a small screen: nothing has to be scrolled for a unit', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(pretendSerial);
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/weight`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'D-1002', { terminator: 'Enter' });
  await expect(page.getByLabel('Weight', { exact: true })).toBeInViewport({ ratio: 1 });
  for (const unit of await page.locator('.choice').all()) await expect(unit).toBeInViewport({ ratio: 1 });
});

test('a scale fills the field when it is steady, in the unit that is chosen, is found again, and says when it is gone', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(pretendSerial);
  const says = (text: string): Promise<void> => scaleSays(page, text);
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/weight`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'D-1002', { terminator: 'Enter' });
  await page.getByText('kg', { exact: true }).click();
  await page.getByRole('button', { name: 'Connect a scale' }).click();
  await expect(page.getByText(/has sent nothing yet/)).toBeVisible();
  await says('US,GS,+  12');
  await says('48 g\r\n');
  await expect(page.getByText('1248 g, not steady yet')).toBeVisible();
  await says('ST,GS,+  1250 g\r\n'.repeat(3));
  await page.getByRole('button', { name: 'Take 1.25 kg' }).click();
  await expect(page.getByLabel('Weight', { exact: true })).toHaveValue('1.25');
  await page.getByRole('button', { name: 'Save D-1002 · 1.25 kg' }).click();
  await expectRows(page, { answered: 1 });

  await page.reload(); // the port that was chosen is opened again without a question
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'D-1003', { terminator: 'Enter' });
  await expect(page.getByText(/has sent nothing yet/)).toBeVisible();
  await page.evaluate(() => (globalThis as unknown as { unplugScale(): void }).unplugScale());
  await expect(page.getByText(/no longer connected/)).toBeVisible();
  await page.getByLabel('Weight', { exact: true }).fill('2'); // by hand, as ever
  await expect(page.getByRole('button', { name: 'Connect a scale' })).toBeVisible();
  const [sent] = await gateway.executions('ResetWeightClone');
  expect(Object.fromEntries(sent?.parameters ?? [])).toMatchObject({ weight: '1.25', WeightUnit: '1' });
});
