import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { SiteConfiguration } from '#site/site.ts';
import { standinSite } from '#standin/site.ts';
import { expectRows, readyToScan, scanPair, openAtRevertOff, openWithDemo, startAtRevertOff } from './rig/app.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { expect, test as onDisk, inMemory as test } from './rig/test.ts';
import { barcodeVideo } from './rig/video.ts';
import { burst, injectText } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

const GS1 = ']C1010952123454321310LOT-7<GS>21SN9';
const RAW = '010952123454321310LOT-7\u001d21SN9';
const site: SiteConfiguration = {
  ...standinSite,
  opens: [],
  codes: {
    deliveryCode: { pattern: 'D-\\d{4}|\\d{14}', example: 'D-1001', gs1: '01' },
    storeCode: { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A', strict: true },
    bagCode: { pattern: 'BAG-\\d{4}', example: 'BAG-2001' },
  },
  scanning: { formats: ['QRCode'], itfLengths: [14], duplicateWindowMs: 0 },
};

let sited: Gateway;

test.beforeAll(async () => {
  sited = await createGateway();
  await sited.configure(site);
  await sited.start();
});
test.afterAll(() => sited.remove());

const notTaken = (page: Page) => page.getByRole('region', { name: 'Not taken', exact: true });

async function faults(page: Page): Promise<unknown> {
  return (await new AxeBuilder({ page }).analyze()).violations;
}

async function exported(page: Page, kind: string): Promise<string> {
  await page.goto(`${sited.origin}/queue`);
  await page.getByRole('link', { name: 'Export or hand over' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: kind }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

test('a code of another step is refused with what was expected, shown, and used only on a word', async ({
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, sited);
  await burst(page, 'S-01-A');
  await expect(page.getByRole('alert')).toContainText('This looks like a shelf. Scan the delivery, such as D-1001.');
  await expect(notTaken(page)).toContainText('S-01-A');
  await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();

  await page.getByRole('button', { name: 'Do not use it' }).click();
  await expect(notTaken(page)).toBeHidden();
  await burst(page, 'BAG-2001');
  await page.getByRole('button', { name: 'Use it anyway' }).click();
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();

  await burst(page, 'D-1001'); // the shelf's rule is strict
  await expect(page.getByRole('alert')).toContainText('This looks like a delivery. Scan the shelf, such as S-01-A.');
  await expect(notTaken(page)).toContainText('D-1001');
  await expect(page.getByRole('button', { name: 'Use it anyway' })).toBeHidden();
  await expectRows(page, {});
  await burst(page, 'S-02-B');
  await expectRows(page, { answered: 1 });
  const [ran] = await sited.executions('RevertOff');
  expect(Object.fromEntries(ran?.parameters ?? [])).toMatchObject({ deliveryCode: 'BAG-2001', storeCode: 'S-02-B' });
});

test('a misfit inside a burst holds nothing up, and stays in sight until a person removes it', async ({ handheld }) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, sited);
  for (const code of ['D-1001', 'S-01-A', 'D-1002', 'XYZ', 'S-01-B', 'BAG-2001', 'D-1003', 'S-01-C']) {
    await burst(page, code);
  }
  await expectRows(page, { answered: 3 });
  const left = page.getByRole('region', { name: '2 scans not taken' });
  const height = async (): Promise<number> => (await left.boundingBox())?.height ?? Number.NaN;
  await expect.poll(height).toBeLessThan(640 / 8); // one line, so that what was scanned since has the screen
  await expect(left).toContainText('BAG-2001'); // the newest
  await expect(left.getByRole('button', { name: 'Remove BAG-2001' })).toBeHidden();
  await left.locator('summary').click();
  await expect(left.getByRole('listitem')).toContainText([
    'BAG-2001',
    /XYZ.*No shelf looks like this\. Scan one such as S-01-A\./u,
  ]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page)).toEqual([]);
  }
  for (const code of ['D-1004', 'S-01-A']) await burst(page, code);
  await expectRows(page, { answered: 4 });
  await expect(left.getByRole('listitem').first()).toBeHidden(); // one line again
  await page.reload();
  await left.locator('summary').click();
  await left.getByRole('button', { name: 'Remove BAG-2001' }).click();
  await page.getByRole('region', { name: '1 scan not taken' }).getByRole('button', { name: 'Remove XYZ' }).click();
  await expect(page.getByRole('region', { name: 'not taken' })).toBeHidden();
});

test('what was not taken for one bag stands in one line as long as that is in hand, and does not follow to the next', async ({
  handheld,
}) => {
  const page = await openWithDemo(handheld, sited);
  await page.goto(`${sited.origin}/tasks/bag`);
  await readyToScan(page);
  const left = page.getByRole('region', { name: '1 scan not taken' });
  await burst(page, 'BAG-2001');
  await burst(page, 'XYZ');
  await expect(notTaken(page)).toContainText('XYZ');
  await burst(page, 'BAG-2001');
  await expect(left).toContainText('XYZ');
  await burst(page, 'BAG-2002');
  await expect(page.locator('.filled, .hero').getByText('BAG-2002').first()).toBeVisible();
  await expect(left).toBeHidden();
});

test('a code in the other case than those of its look is asked about, and the one that was meant is one tap', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByLabel('Type the delivery').fill('d-1021');
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.locator('.band')).toContainText('Did you mean D-1021?');
  await page.getByRole('button', { name: 'D-1021', exact: true }).click();
  await expect(page.locator('.hero')).toContainText('D-1021');
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await burst(page, 's-01-b'); // a scanner under Caps Lock
  await page.getByRole('button', { name: 'Use it anyway' }).click();
  await expectRows(page, { answered: 2 });
  const sent = (await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(sent[1]).toMatchObject({ deliveryCode: 'D-1021', storeCode: 's-01-b' });
});

test('a letter that only looks Latin is named, and the code with the Latin one is one tap', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await scanPair(page, 'D-1002', 'S-01-B');
  await expectRows(page, { answered: 2 });
  await burst(page, 'D-1003');
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await burst(page, 'S-01-\u0412');
  await expect(page.locator('.band')).toContainText('The \u0412 is Cyrillic: did you mean S-01-B?');
  await page.getByRole('button', { name: 'S-01-B', exact: true }).click();
  await expectRows(page, { answered: 3 });
  const sent = (await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(sent[2]).toMatchObject({ deliveryCode: 'D-1003', storeCode: 'S-01-B' });
});

test('the camera can be stopped while a question stands', async ({ handheld }) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, sited);
  await page.getByRole('button', { name: 'Camera' }).click();
  await burst(page, 'XYZ');
  await expect(page.getByRole('button', { name: 'Use it anyway' })).toBeVisible();
  await page.getByRole('button', { name: 'Close camera' }).click();
  await expect(page.getByRole('region', { name: 'Camera' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Use it anyway' })).toBeVisible();
});

test('a GS1 code gives its element, and the whole code is in the row, the export and the history', async ({
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, sited);
  await burst(page, GS1);
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
  const ran = (await sited.executions('RevertOff')).at(-1);
  expect(Object.fromEntries(ran?.parameters ?? [])).toMatchObject({ deliveryCode: '09521234543213' });

  const { calls } = JSON.parse(await exported(page, 'All (JSON)')) as { calls: { scans: unknown[] }[] };
  expect(calls[0]?.scans).toMatchObject([
    { text: '09521234543213', raw: RAW, source: 'wedge', symbology: 'GS1-128' },
    { text: 'S-01-A', source: 'wedge' },
  ]);
  expect(await exported(page, 'Calls (CSV)')).toContain(`"${RAW}\nS-01-A","wedge GS1-128\nwedge"`);

  await page.goto(`${sited.origin}/queue/1`);
  await page.getByRole('button', { name: '09521234543213' }).click();
  await expect(page.getByRole('row', { name: '(10) BATCH/LOT' })).toContainText('LOT-7');
});

test('what a code is opens by tap and by key, with its marks, its kind and what it looks like', async ({
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, sited);
  await burst(page, GS1);
  const code = page.getByRole('button', { name: '09521234543213' });
  await code.click();
  const detail = page.getByRole('region', { name: 'What it is' });
  await expect(detail).toContainText('010952123454321310LOT-7␝21SN9');
  await expect(detail).toContainText('GS1-128 (a Code 128 of GS1)');
  await expect(detail).toContainText('29 characters');
  await expect(detail).toContainText('Looks likeDelivery');
  await expect(detail.getByRole('row', { name: '(01) GTIN' })).toContainText('09521234543213');
  await expect(detail.getByRole('row', { name: '(21) SERIAL' })).toContainText('SN9');
  await burst(page, 'no shelf');
  await expect(notTaken(page)).toContainText('no shelf'); // a scan is taken while it is open
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page)).toEqual([]);
  }
  await code.focus();
  await page.keyboard.press('Enter');
  await expect(detail).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(detail).toBeVisible();
});

test('what cannot be seen has a mark wherever the code is shown, and nothing of it is cut off', async ({
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, sited);
  const long = `D-\u200b${'0123456789'.repeat(12)}`;
  await injectText(page, long);
  const line = page.locator('.hero-captured');
  await expect(line).toContainText('U+200B');
  await expect(line).not.toContainText('…');
  await page.keyboard.press('Enter');
  const shown = `D-U+200B${'0123456789'.repeat(12)}`;
  await expect(notTaken(page)).toContainText(shown);
  await notTaken(page).getByRole('button').click();
  await expect(page.getByRole('region', { name: 'What it is' })).toContainText('Not to be seenU+200B');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await faults(page)).toEqual([]);

  await injectText(page, 'x'.repeat(3_000));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This has 3,000 characters. The delivery has 128 at most.');
  await expect(page.getByRole('alert').filter({ hasText: 'This has 3,000 characters' })).toBeInViewport({ ratio: 1 });
  await expect(notTaken(page)).toContainText(/x{24} … x{8}/);
  await expect(page.getByRole('button', { name: 'Use it anyway' })).toBeHidden();
});

onDisk('the camera looks for what the site names, and the trigger’s window is the site’s', async ({ handheld }) => {
  const video = join(sited.dataDir, 'codes.y4m');
  await barcodeVideo(video, ['D-1005', { encoder: 'interleaved2of5', text: '12345678901231' }]);
  const { context, page } = await handheld.open([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]);
  await context.grantPermissions(['camera'], { origin: sited.origin });
  await startAtRevertOff(page, sited);
  await page.getByRole('button', { name: 'Camera' }).click();
  await expect(page.getByRole('button', { name: '12345678901231' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Close camera' }).click();
  for (const _time of [1, 2]) await burst(page, 'D-1001');
  await expect(page.getByText('D-1001 is the delivery already')).toBeVisible(); // and not held back as a bounce
});
