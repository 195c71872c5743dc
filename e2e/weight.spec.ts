import { expectRows, readyToScan, startWithDemo } from './rig/app.ts';
import { readKept } from './rig/inPage.ts';
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
  await expect(page.getByText('1250 kg, its packages 0.75 kg together. Save it?').first()).toBeVisible();
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

test('a slipped point is asked about, and the weight that was meant is a tap: for a bag, on its form, and by the last weight', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined }));
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  const answers = page.locator('.dock').getByRole('button');
  const meant = page.getByRole('button', { name: 'Save 0.75 kg', exact: true });
  await burst(page, 'BAG-2003');
  await expect(page.locator('.beside')).toContainText('packages 0.75 kg');
  await page.getByLabel('Weight').fill('7.5');
  await page.getByRole('button', { name: 'Complete BAG-2003 · 7.5 kg' }).click();
  await expect(page.locator('.band')).toContainText('7.5 kg, its packages 0.75 kg together. Save it?');
  await expect(answers).toHaveText(['Do not save it', 'Save it anyway', 'Save 0.75 kg']);
  await meant.click();
  await expect(page.locator('.said-saved')).toContainText('BAG-2003 · 0.75 kg');
  await expect(page.getByRole('list', { name: 'Outbox' }).getByRole('link')).toContainText('0.75 kg'); // and its row
  await expectRows(page, { answered: 1 });
  await expect.poll(() => page.evaluate(readKept, 'heard')).toBe(1); // else the same call again is asked about

  await page.goto(`${gateway.origin}/operations/CompleteBag`); // the service named its packages to the task before
  await readyToScan(page);
  await page.getByLabel('logTransferDtlID').fill('5003');
  await page.getByLabel('sWeight').fill('75');
  await page.locator('.dock .button-lead').click();
  await expect(page.locator('.band')).toContainText('75 kg, its packages 0.75 kg together. Save it?');
  await meant.click();
  await expectRows(page, { answered: 2 });

  await page.goto(`${gateway.origin}/tasks/weight`);
  await readyToScan(page);
  const weigh = async (text: string): Promise<void> => {
    await expect(async () => {
      await burst(page, 'D-1001'); // sooner it counts as the same pull of the trigger
      await expect(page.getByLabel('Weight', { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByLabel('Weight', { exact: true }).fill(text);
    await page.getByText('kg', { exact: true }).click();
    await page.getByRole('button', { name: /^Save D-1001/ }).click();
  };
  await weigh('12.5'); // nothing is known of it
  await expectRows(page, { answered: 3 });
  await weigh('130');
  await expect(page.locator('.band')).toContainText('130 kg, last 12.5 kg. Save it?');
  await page.getByRole('button', { name: 'Save 13 kg', exact: true }).click();
  await expectRows(page, { answered: 4 });
  const sent = async (operation: string, of: string) =>
    (await gateway.executions(operation)).map(({ parameters }) => Object.fromEntries(parameters)[of]);
  expect(await sent('CompleteBag', 'sWeight')).toEqual(['0.75', '0.75']);
  expect(await sent('ResetWeightClone', 'weight')).toEqual(['12.5', '13']);
});

test('the second tap of a hand that shakes answers no question that has come under it', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2003');
  await expect(page.locator('.beside')).toContainText('packages 0.75 kg');
  await page.getByLabel('Weight').fill('7.5');
  const complete = page.getByRole('button', { name: 'Complete BAG-2003 · 7.5 kg' });
  await complete.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.is-asked')) return;
      watch.disconnect();
      const under = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button');
      document.body.dataset['under'] = under?.textContent ?? 'nothing';
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await complete.click();
  await expect(page.locator('body[data-under]')).toHaveAttribute('data-under', 'nothing');
  await page.getByRole('button', { name: 'Save 0.75 kg', exact: true }).click(); // half a second later it is meant
  await expectRows(page, { answered: 1 });
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
