import type { Page } from '@playwright/test';
import { openRevertOff, startWithDemo, openAtRevertOff } from './rig/app.ts';
import { readKept } from './rig/inPage.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst, injectText } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

const CODE = 'Scan-Lazy/#07';

async function openCalibration(page: Page, gateway: { readonly origin: string }): Promise<void> {
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/settings/scanner`);
  await page.getByRole('link', { name: 'Set up the scanner' }).click();
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
}

/** Three pulls of the trigger, each when the one before was heard. */
async function thrice(page: Page, scan: () => Promise<void>): Promise<void> {
  for (let done = 0; done < 3; done += 1) {
    await expect(page.getByText(`Scan this code: ${done} of 3`)).toBeVisible();
    await scan();
  }
}

/** Returns what the settings on the disk hold of the scanner. */
async function keptScanner(page: Page): Promise<unknown> {
  const { terminator, wedge } = (await page.evaluate(readKept, 'settings')) as { terminator: unknown; wedge: unknown };
  return { terminator, wedge };
}

test('three scans of the code on the screen make the profile, and the next scan is read by it', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await openCalibration(page, gateway);
  await expect(page.getByRole('figure')).toContainText(CODE);
  await thrice(page, () => burst(page, `*]C0${CODE};`, { terminator: 'Tab' }));
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText('It types key by key.');
  await expect(found).toContainText('A code ends with Tab.');
  await expect(found).toContainText('“*” comes before each code');
  await expect(found).toContainText('“;” comes after each code');
  await expect(found).toContainText(']C0 before each code');
  await expect(found).toContainText('Nothing needs to be changed.');
  await page.getByRole('button', { name: 'Use what was found' }).click();
  await expect(page.getByText('Kept. From now on')).toBeVisible();
  expect(await keptScanner(page)).toEqual({ terminator: 'tab', wedge: { keyGapMs: 100, prefix: '*', suffix: ';' } });

  await openRevertOff(page, gateway);
  await burst(page, '*D-1001;', { terminator: 'Tab' });
  await expect(page.getByText('Delivery D-1001. Now scan the shelf.')).toBeVisible();

  await page.goto(`${gateway.origin}/settings/calibration`);
  await page.getByRole('button', { name: 'Back to the default' }).click();
  await expect(page.getByText('Scanline finds out by itself again')).toBeVisible();
  expect(await keptScanner(page)).toEqual({ terminator: 'auto', wedge: undefined });
});

test('a keyboard for France is named, with where to change it; the GS1 separator that is lost too', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await openCalibration(page, gateway);
  await thrice(page, () => injectText(page, 'Scqn)Lqwy!3àè\n'));
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText('this handheld reads them as French (AZERTY)');
  await expect(found).toContainText('Physical keyboard');
  await expect(found).toContainText('It puts the whole code in at once');
  await expect(page.getByRole('figure')).toContainText('1017A 2107');
  await injectText(page, '1017A2107\n');
  await expect(found).toContainText('The GS1 separator is lost');
  await expect(page.getByText('Change the scanner first')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use what was found' })).toBeHidden();
  await page.getByRole('button', { name: 'Use it all the same' }).click();
  await expect(page.getByText('Kept. From now on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use it all the same' })).toBeHidden();
  await page.getByRole('link', { name: 'Done: to the tasks' }).click();
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
});

for (const [arrived, named, where] of [
  ['Ысфт-Дфян.№07', 'this handheld reads them as Russian', 'Physical keyboard'],
  ['Scan-Lazy/£07', 'this handheld reads them as English (UK)', 'Physical keyboard'],
  ['Ｓｃａｎ－Ｌａｚｙ／＃０７', 'reads them as full-width letters', 'switch full width off'],
] as const) {
  test(`${arrived} is the code on the screen: ${named}`, async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    await openCalibration(page, gateway);
    await thrice(page, () => burst(page, arrived));
    const found = page.getByRole('region', { name: 'What was found' });
    await expect(found).toContainText(named);
    await expect(found).toContainText(where);
    await expect(page.getByText('Change the scanner first')).toBeVisible();
  });
}

for (const terminator of ['Enter', 'none'] as const) {
  test(`three pulls 400 ms apart are three scans, with the ending ${terminator}`, async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    await openCalibration(page, gateway);
    for (let pull = 0; pull < 3; pull += 1) {
      await burst(page, CODE, { terminator });
      await page.waitForTimeout(400); // how fast a finger pulls
    }
    const ending = terminator === 'none' ? 'Nothing ends a code' : 'A code ends with Enter';
    await expect(page.getByRole('region', { name: 'What was found' })).toContainText(ending);
  });
}

test('a scan of nothing but its ending is told so', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await openCalibration(page, gateway);
  await burst(page, '');
  await expect(page.getByText('Nothing came before the ending')).toBeVisible();
  await burst(page, CODE);
  await expect(page.getByText('Scan this code: 1 of 3')).toBeVisible();
  await expect(page.getByText('Nothing came before the ending')).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`at 360x640 each code is whole above the dock, ${colorScheme}; on paper there are the codes alone`, async ({
    gateway,
    handheld,
  }) => {
    const { page } = await handheld.open();
    await page.setViewportSize({ width: 360, height: 640 });
    await page.emulateMedia({ colorScheme });
    await openCalibration(page, gateway);
    async function expectWhole(): Promise<void> {
      const code = await page.getByRole('figure').boundingBox();
      const dock = await page.locator('.dock').boundingBox();
      expect(code && code.y + code.height).toBeLessThanOrEqual(dock?.y ?? 0);
    }
    await expectWhole();
    await thrice(page, () => burst(page, CODE));
    await expect(page.getByRole('figure')).toContainText('1017A 2107');
    await expectWhole();
    await page.emulateMedia({ colorScheme, media: 'print' });
    await expect(page.getByRole('figure')).toHaveCount(2);
    for (const part of ['.top', '.hero', '.dock', '.prompt']) await expect(page.locator(part)).toBeHidden();
    const paper = await page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor);
    expect(paper).toBe('rgb(255, 255, 255)');
  });
}

test('for a scanner that cannot see this screen the codes are printed by a tap, with nothing else of the page', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(() => {
    window.print = () =>
      document.documentElement.setAttribute('data-printed', document.documentElement.dataset['prints'] ?? '');
  });
  await openCalibration(page, gateway);
  await expect(page.getByText('cannot see this screen')).toBeInViewport();
  await page.getByRole('button', { name: 'Print the codes' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'codes');
});

test('scans that do not say the same, and another code, teach nothing', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await openCalibration(page, gateway);
  await burst(page, 'D-1001');
  await expect(page.getByText(/That was another code.*D-1001/)).toBeVisible();
  let ending: 'Enter' | 'Tab' = 'Tab';
  await thrice(page, async () => {
    await burst(page, CODE, { terminator: ending });
    ending = 'Enter';
  });
  await expect(page.getByText('The scans did not say the same. Nothing was learned.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use what was found' })).toBeHidden();
  expect(await keptScanner(page)).toEqual({ terminator: 'auto', wedge: undefined });
  await page.getByRole('button', { name: 'Start anew' }).click();
  await expect(page.getByText('Scan this code: 0 of 3')).toBeVisible();
});

test('a notice of a wrong ending leads to where the scanner is set up', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await burst(page, 'D-1001\\n');
  await page.getByRole('link', { name: 'Set up the scanner' }).click();
  await expect(page.getByRole('heading', { name: 'Set up the scanner' })).toBeVisible();
  await expect(page.getByText('Scan this code: 0 of 3')).toBeVisible();
});
