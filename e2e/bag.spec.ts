import type { Locator } from '@playwright/test';
import { expectRows, readyToScan, startWithDemo, openWithDemo } from './rig/app.ts';
import { expect, inMemory, online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { standinSite } from '#standin/site.ts';

test('a weight that is typed needs no Enter beside the button, and is no weight of the next bag', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await expect(page.locator('.hero')).toContainText('OPEN');
  await page.keyboard.type('0.8', { delay: 150 }); // on the handheld's own keys
  await expect(page.getByLabel('Weight')).toHaveValue('0.8');
  await page.getByRole('button', { name: 'Complete BAG-2001 · 0.8 kg' }).click();
  await expectRows(page, { answered: 1 });
  const [weighed] = await gateway.executions('CompleteBag');
  expect(Object.fromEntries(weighed?.parameters ?? [])).toMatchObject({ logTransferDtlID: '5001', sWeight: '0.8' });

  await burst(page, 'BAG-2002');
  await expect(page.locator('.hero')).toContainText('OPEN');
  await page.keyboard.type('8.5', { delay: 150 });
  await expect(page.getByLabel('Weight')).toHaveValue('8.5');
  await page.getByLabel('Weight').fill('1'); // what is entered last goes before it
  await page.getByRole('button', { name: /^Complete / }).click();
  await expectRows(page, { answered: 2 });
  await expect(page.locator('.hero')).not.toContainText('8.5');
  expect(Object.fromEntries((await gateway.executions('CompleteBag'))[1]?.parameters ?? [])).toMatchObject({
    logTransferDtlID: '5002',
    sWeight: '1',
  });

  await burst(page, 'BAG-2003');
  await expect(page.locator('.hero-captured')).toContainText('BAG-2003');
  await page.getByLabel('Weight').fill('925'); // its packages weigh 0.75
  await page.getByRole('button', { name: /^Complete / }).click();
  await expect(page.locator('.band')).toContainText('925 kg, its packages 0.75 kg together. Save it?');
  await page.getByRole('button', { name: 'Do not save' }).click();
  await expectRows(page, { answered: 2 });
});

test('what the service said before the save is said to be of before, and that nothing is wrong', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await expect(page.locator('.hero')).toContainText('OPEN');
  await page.getByLabel('Weight').fill('0.8');
  await gateway.stop();
  await page.getByRole('button', { name: 'Complete BAG-2001 · 0.8 kg' }).click();
  await expect(page.getByText('Nothing is wrong: below it stands as it was before you saved.')).toBeVisible();
  await expect(page.locator('.problem')).toHaveCount(0);
});

test('figures typed on the handheld’s own keys stand in the weight under its code, and no tap loses them', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.getByRole('link', { name: 'Weight', exact: true }).click();
  await readyToScan(page, 'Weight');
  const weight = page.getByRole('textbox', { name: 'Weight', exact: true });
  const kilograms = page.getByText('kg', { exact: true });
  const main = page.locator('.dock .button-lead');
  /** Types as slowly as each figure is seen where it belongs. */
  const typeSlowly = async (figures: string): Promise<void> => {
    for (let length = 1; length <= figures.length; length += 1) {
      await page.keyboard.press(figures.charAt(length - 1));
      await expect(weight).toHaveValue(figures.slice(0, length));
    }
  };
  await burst(page, 'D-1001');
  await expect(weight).toBeVisible();
  await typeSlowly('0.7');
  await expect(page.locator('.hero')).toContainText('D-1001'); // nothing stands over what is weighed
  for (const _ of ['chosen now', 'chosen already']) {
    await kilograms.click();
    await expect(page.getByRole('radio', { name: 'kg' })).toBeChecked();
    await expect(weight).toHaveValue('0.7');
  }
  await expect(main).toHaveText('Save D-1001 · 0.7 kg');
  await main.click();
  await expectRows(page, { answered: 1 });

  await burst(page, 'D-1002');
  await expect(weight).toHaveValue('');
  await typeSlowly('1.');
  await page.getByRole('button', { name: '5', exact: true }).click(); // the pad goes on with them
  await expect(weight).toHaveValue('1.5');
  await kilograms.click();
  await expect(main).toHaveText('Save D-1002 · 1.5 kg');
  await typeSlowly('2');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('region', { name: 'D-1002 is not finished' })).toBeVisible();
  await expect(page.locator('.dock').getByRole('button')).toHaveText(['Stay here', 'Leave']);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('link', { name: /^Weight/ }).click();
  await expect(weight).toHaveValue('2');
  await main.click();
  await expectRows(page, { answered: 2 });

  await burst(page, 'D-1003');
  await typeSlowly('3');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('link', { name: /^Weight/ })).toContainText('Begun: D-1003'); // at once, and not only after a start
  const sent = (await gateway.executions('ResetWeightClone')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(sent.map(({ code, weight: text }) => [code, text])).toEqual([
    ['D-1001', '0.7'],
    ['D-1002', '2'],
  ]);
});

test('after Reopen the field of the weight is in sight, and a figure that is typed further down brings it there', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2004');
  await page.getByRole('button', { name: 'Reopen BAG-2004' }).click();
  await expect(page.locator('.band')).toContainText('Done');
  const weight = page.getByRole('textbox', { name: 'Weight', exact: true });
  const standsFree = async (): Promise<boolean> => {
    const [field, band] = await Promise.all([weight.boundingBox(), page.locator('.band').boundingBox()]);
    return field !== null && band !== null && field.y + field.height <= band.y;
  };
  await expect(weight).toBeInViewport({ ratio: 1 });
  expect(await standsFree()).toBe(true);
  await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await expect(weight).not.toBeInViewport();
  await page.keyboard.press('7');
  await expect(weight).toHaveValue('7');
  await expect(weight).toBeInViewport({ ratio: 1 });
  expect(await standsFree()).toBe(true);
});

test('figures, the unit and Enter save a weight; while it is asked which object goes on no figure changes it', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.getByRole('link', { name: 'Weight', exact: true }).click();
  await readyToScan(page, 'Weight');
  const weight = page.getByRole('textbox', { name: 'Weight', exact: true });
  const kilograms = page.getByText('kg', { exact: true });
  const pad = page.getByRole('group', { name: 'Number keys' });
  const tapPad = async (text: string): Promise<void> => {
    for (const figure of text) await pad.getByRole('button', { name: figure, exact: true }).click();
  };
  await burst(page, 'D-1001');
  await expect(weight).toBeVisible();
  await page.keyboard.type('0.7', { delay: 150 });
  await expect(weight).toHaveValue('0.7');
  await kilograms.click();
  await page.keyboard.press('Enter');
  await expectRows(page, { answered: 1 });
  await expect(page.locator('.said-saved')).toContainText('D-1001 · 0.7 kg');

  await burst(page, 'D-1002');
  await tapPad('1.25'); // the unit stays chosen
  await expect(page.locator('.hero .prompt')).toHaveText('Save');
  await burst(page, 'D-1003');
  const hero = page.locator('.hero');
  await expect(page.locator('.band')).toContainText('D-1003 was scanned, and what was entered for D-1002 is not saved');
  await expect(hero).toHaveAttribute('data-ready', 'false');
  await expect(hero).toContainText('Answer below first');
  await page.keyboard.type('2.5', { delay: 150 });
  await expect(hero).toContainText('2.5');
  await page.keyboard.press('Enter');
  await tapPad('3');
  await expect(weight).toHaveValue('1.25');
  await page.getByRole('button', { name: 'Stay with D-1002' }).click();
  await expect(weight).toHaveValue('1.25');
  await page.keyboard.press('Enter');
  await expectRows(page, { answered: 2 });
  const sent = (await gateway.executions('ResetWeightClone')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(sent.map(({ code, weight: text }) => [code, text])).toEqual([
    ['D-1001', '0.7'],
    ['D-1002', '1.25'],
  ]);
});

test('a bag is looked at, weighed, completed and opened again, in that order at the service @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
  await expect(page.getByLabel('Transfer line number')).toBeHidden(); // nobody enters what the answer gives

  await page.getByLabel('Weight').fill('1,25');
  await expect(page.getByText('= 1.25 will be sent')).toBeVisible();
  await page.getByRole('button', { name: /^Complete / }).click();
  await expectRows(page, { answered: 1 });
  await expect(page.locator('.said-saved')).toHaveText('Done: Complete bag · BAG-2001 · 1.25 kg');
  await page.getByRole('button', { name: /^Reopen / }).click();
  await expectRows(page, { answered: 2 });
  await expect(page.locator('.said-saved')).toHaveText('Done: Reopen bag · BAG-2001'); // it comes into sight, and no more does after it
  await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await burst(page, 'BAG-2004', { terminator: 'Enter' }); // what it brings is seen, however far the page was scrolled
  await expect(page.locator('.hero').getByText('BAG-2004')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-scan-sink]')).toBeFocused();

  await page.getByRole('button', { name: /^Reopen / }).click();
  await expectRows(page, { answered: 3 });
  await page.goto(gateway.origin); // as from the icon: a bag that is done is no half task
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();

  const writes = (await gateway.executions()).filter(({ operation }) => !operation.startsWith('Get'));
  expect(writes.map(({ operation, parameters }) => [operation, Object.fromEntries(parameters)])).toEqual([
    ['CompleteBag', { logTransferDtlID: '5001', userID: '7', sWeight: '1.25', WarehouseID: '1' }],
    ['AgainOpenBag', { logTransferDtlID: '5001' }],
    ['AgainOpenBag', { logTransferDtlID: '5004' }],
  ]);
});

test('a bag is offered what fits it; what cannot succeed is under “More” and says why, until the service was asked anew', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  // The same bag is scanned once more sooner than a hand could: it is no double trigger here.
  const site = { ...standinSite, scanning: { duplicateWindowMs: 0 } };
  await page.context().route('**/gateway/site', (route) => route.fulfill({ json: site }));
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  const [complete, reopen] = [/^Complete /, /^Reopen /].map((name) => page.getByRole('button', { name })) as [
    Locator,
    Locator,
  ];
  const prompt = page.locator('.hero .prompt');
  const more = page.getByText('More', { exact: true });
  await expect(prompt).toHaveText('Scan the bag');
  await burst(page, 'BAG-2001');
  await expect(complete).toHaveClass(/button-lead/);
  await expect(reopen).toBeHidden();
  await more.click();
  await expect(reopen).toBeDisabled();
  await expect(page.getByText('It is OPEN.')).toHaveCount(1);
  await expect(prompt).toHaveText('Weigh it');
  await page.getByLabel('Weight').fill('1.25');
  await expect(prompt).toHaveText('Complete');
  await page.getByRole('button', { name: 'Complete BAG-2001 · 1.25 kg' }).click();
  await expect(prompt).toHaveText('Scan the next');
  await expect(page.getByLabel('Weight')).toBeHidden();
  await expect(reopen).toBeInViewport({ ratio: 1 }); // the one thing that is left, without scrolling
  await expect(complete).toBeDisabled(); // under “More” now: the service was asked anew, once it was done
  await expect(page.getByText('It is COMPLETE.')).toHaveCount(1);
  await expect(page.locator('.dock').getByRole('button')).toHaveText(['Type', 'Camera']); // a second tap does nothing else
  await expectRows(page, { answered: 1 });
  await burst(page, 'BAG-2001');
  await expect(reopen).toBeInViewport({ ratio: 1 }); // where it stood before
  await expect(page.locator('.dock').getByRole('button')).toHaveText(['Type', 'Camera']);
  await expect(prompt).toHaveText('Scan the next');
  await expect(page.getByLabel('Weight')).toBeHidden(); // it is not weighed before it is open
  await page.keyboard.type('7.5', { delay: 150 });
  await page.keyboard.press('Enter');
  await expect(page.locator('.band')).toContainText('7.5 was typed into no field');
  await expectRows(page, { answered: 1 }); // and its Enter reopens nothing
  await page.getByRole('button', { name: 'Reopen BAG-2001' }).click();
  await expect(prompt).toHaveText('Weigh it'); // as after it was opened
  await expectRows(page, { answered: 2 });
  await page.getByLabel('Weight').fill('1.5');
  await expect(complete).toHaveClass(/button-lead/);

  await page.getByLabel('Weight').fill('');
  await gateway.stop();
  await burst(page, 'BAG-2004');
  await expect(complete).toBeEnabled(); // nobody knows how it stands
  await expect(reopen).toBeEnabled();
  await expect(page.getByLabel('Transfer line number')).toBeVisible(); // no answer gives it
});

test('a weight is tapped on the screen’s own keys, all in sight on small screens, upright and lying down, with its unit and what the packages weigh', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined }));
  await startWithDemo(page, gateway);
  for (const [path, code] of [
    ['/tasks/weight', 'D-1001'],
    ['/tasks/bag', 'BAG-2003'],
  ] as const) {
    await page.goto(`${gateway.origin}${path}`);
    await readyToScan(page);
    await burst(page, code);
    const pad = page.getByRole('group', { name: 'Number keys' });
    for (const [width, height] of [
      [320, 568],
      [640, 360],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const whole of await page.locator('.weighing, .weighing .input, .pad').all()) {
        await expect(whole).toBeInViewport({ ratio: 1 });
      }
      for (const key of await pad.getByRole('button').or(page.locator('.choice')).all()) {
        const box = (await key.boundingBox()) ?? { width: 0, height: 0 };
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(48);
      }
    }
    await expect(page.locator('[data-scan-sink]')).toBeFocused(); // no soft keyboard
  }
  await expect(page.locator('.beside')).toHaveText('kgpackages 0.75 kg');
  const main = page.locator('.dock .button-lead');
  const before = await main.boundingBox();
  const names = ['0', '.', '8', '5', 'Take away the last figure'];
  for (const name of names) await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByLabel('Weight')).toHaveValue('0.8');
  await expect(main).toHaveText('Complete BAG-2003 · 0.8 kg');
  expect(await main.boundingBox()).toEqual(before); // nothing has moved under the thumb
  await page.setViewportSize({ width: 480, height: 800 });
  const { height } = (await main.boundingBox()) ?? { height: 0 };
  for (let figure = 0; figure < 3; figure += 1) {
    await page.getByRole('button', { name: 'Take away the last figure' }).click();
  }
  await expect(main).toHaveText('Complete BAG-2003');
  expect(await main.boundingBox()).toMatchObject({ height });
  for (const name of ['0', '.', '8']) await page.getByRole('button', { name, exact: true }).click();
  await main.click();
  await expectRows(page, { answered: 1 });
});

test('Enter completes: on the handheld’s own keys, and in the field', async ({ gateway, handheld }) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await expect(page.locator('.hero')).toContainText('OPEN');
  await page.keyboard.type('0.8', { delay: 150 });
  await page.keyboard.press('Enter');
  await expectRows(page, { answered: 1 });
  await burst(page, 'BAG-2002');
  await expect(page.locator('.hero')).toContainText('OPEN');
  await page.getByLabel('Weight').pressSequentially('1', { delay: 150 });
  await page.getByLabel('Weight').press('Enter');
  await expectRows(page, { answered: 2 });
  const sent = (await gateway.executions('CompleteBag')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(sent.map(({ sWeight }) => sWeight)).toEqual(['0.8', '1']);
});

test('a weight typed while another bag is asked about is no bag and no weight of the one in hand: the question stands', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await expect(page.locator('.hero')).toContainText('OPEN');
  await page.getByLabel('Weight').fill('1.5');
  await page.locator('.page-body').click({ position: { x: 5, y: 5 } });
  await burst(page, 'BAG-2002');
  await expect(page.getByText(/BAG-2002 was scanned/).first()).toBeVisible();
  await page.keyboard.type('2.5', { delay: 150 });
  await expect(page.locator('.hero')).toContainText('2.5');
  await page.keyboard.press('Enter');
  await expect(page.locator('.hero')).not.toContainText('2.5');
  await expect(page.getByLabel('Weight')).toHaveValue('1.5');
  await expect(page.getByRole('button', { name: 'Stay with BAG-2001' })).toBeVisible();
  await expectRows(page, {});
});

test('from a bag to its batch: the batch is asked about at once, and the bag is there on the way back', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'BAG-2001');
  await expect(page.getByLabel('Weight')).toBeVisible();
  await page.keyboard.type('3,25', { delay: 150 }); // without Enter: it is the bag's, and begins no code of another screen
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Open: Batch contents B-3001' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch contents');
  await expect(page.locator('.hero').getByText('B-3001')).toBeVisible();
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('BAG-2002');
  await page.goBack();
  await expect(page.locator('.hero').getByText('BAG-2001')).toBeVisible();
  await expect(page.getByLabel('Weight')).toHaveValue('3,25');
});

test('a transfer with open bags says how many, and is not closed before they are complete', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/transfer`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'T-4001');
  const close = page.getByRole('button', { name: /^Close T-/ });
  await expect(close).toBeDisabled();
  await expect(page.locator('section').filter({ has: close }).getByText('3 bags open')).toBeInViewport({ ratio: 1 });
  await expect(close).toBeInViewport({ ratio: 1 });
  await burst(page, 'T-4004');
  await expect(close).toBeEnabled();
  await close.click();
  await expectRows(page, { answered: 1 });
  await expect(page.getByRole('button', { name: 'Reopen T-4004' })).toBeInViewport({ ratio: 1 });
  await expect(close).toBeHidden(); // under “More”, with why
});

test('a scan into the weight field leaves the weight alone and is offered as another bag', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
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
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/tasks/bag`);
    await expect(page.locator('[data-scan-sink]')).toBeFocused();
    await burst(page, 'BAG-2001', { terminator: 'Enter' });
    await page.getByLabel('Weight').fill(entered);
    await page.getByRole('button', { name: /^Complete / }).click();
    await expect(page.getByText(sentence).first()).toBeVisible();
    await expectRows(page, {});
    await page.getByLabel('Weight').fill('2');
    await page.getByRole('button', { name: /^Complete / }).click();
    await expectRows(page, { answered: 1 });
  });
}

inMemory(
  'without a gateway the last answer is shown with its age, and completing still saves',
  async ({ gateway, handheld }) => {
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/tasks/bag`);
    await expect(page.locator('[data-scan-sink]')).toBeFocused();
    await burst(page, 'BAG-2001', { terminator: 'Enter' });
    await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
    await gateway.stop();
    await page.reload();
    await expect(page.locator('[data-scan-sink]')).toBeFocused();
    await burst(page, 'BAG-2001', { terminator: 'Enter' });
    await expect(page.getByText(/Heard .*You are offline/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
    await page.getByLabel('Weight').fill('1');
    await page.getByRole('button', { name: /^Complete / }).click();
    await expectRows(page, { waiting: 1 });
    await gateway.start();
    await expectRows(page, { answered: 1 });
  },
);

test('a bag that was scanned without a network is asked about when it is back', async ({ gateway, handheld }) => {
  const { context, page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await context.setOffline(true);
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.locator('.said')).toContainText('The service could not be asked about BAG-2001.');
  await expect(page.locator('.top-words')).toContainText('Offline');
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
  await expect(page.locator('.said')).toContainText('Bag BAG-2001.');
});
