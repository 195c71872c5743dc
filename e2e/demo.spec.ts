import type { Page } from '@playwright/test';
import { standinSite } from '#standin/site.ts';
import { demoCodes } from './demoCodes.ts';
import { readyToScan, startWithDemo } from './rig/app.ts';
import { moveTo } from './rig/inPage.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked', site: standinSite });

/** Goes home from wherever it is; what is begun stays there. */
async function home(page: Page): Promise<void> {
  await page.evaluate(moveTo, '/');
  const leave = page.getByRole('button', { name: 'Leave' });
  await expect(leave.or(page.getByRole('heading', { name: 'Scan anything' }))).toBeVisible();
  if (await leave.isVisible()) await leave.click();
  await readyToScan(page);
}

test('each code of the demonstration, scanned at home, opens its task with its headline above the fold, and no name of the service on it', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  for (const { code, task, title, headline } of demoCodes) {
    await home(page);
    await burst(page, code, { terminator: 'Enter' });
    await expect(page.getByRole('heading', { level: 1 }), code).toHaveText(title);
    expect(new URL(page.url()).pathname, code).toBe(`/tasks/${task}`);
    await expect(page.locator('.hero'), code).toContainText(code);
    if (headline === undefined) continue;
    const said = page.locator('.card-headline');
    await expect(said, code).toHaveText(headline);
    await expect(said, code).toBeInViewport({ ratio: 1 });
    const text = await page.locator('main').innerText();
    expect(text.match(/\b[a-z]+[A-Z]\w*/g), `${code}: names of the service`).toBeNull();
  }
});

test('pictures of products are drawn over the width, one beside the other, and a mark of paint in its colour', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await home(page);
  await burst(page, 'D-1101', { terminator: 'Enter' });
  const pictures = page.getByRole('region', { name: 'Pictures of the answer' }).getByRole('img');
  await expect(pictures).toHaveCount(3);
  for (const code of ['SKU-31', 'SKU-32', 'SKU-33']) await expect(page.getByRole('img', { name: code })).toHaveCount(1);
  const sizes = await pictures.evaluateAll((all) =>
    all.map((one) => ({ shown: one.getBoundingClientRect().width, own: (one as HTMLImageElement).naturalWidth })),
  );
  for (const { shown, own } of sizes) {
    expect(shown).toBeGreaterThan(360 * 0.8);
    expect(own).toBeGreaterThan(1); // it is a picture, and no point
  }
  const sources = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src')));
  expect(new Set(sources).size).toBe(3);

  await home(page);
  await burst(page, 'D-1202', { terminator: 'Enter' });
  const mark = page.locator('.paint-mark');
  await expect(mark).toHaveCSS('color', 'rgb(21, 101, 192)');
  await expect(mark).toHaveClass(/is-stripe/);
});

test('a row of an answer is one line of a finger’s height; what is cut in it is whole once it is open', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.context().route(/GetReportDataPartner/, async (route) => {
    const reply = await route.fetch();
    const long = 'DD-70001, and more than a line of it can hold';
    await route.fulfill({ response: reply, body: (await reply.text()).replace('DD-70001', long) });
  });
  await startWithDemo(page, gateway);
  await home(page);
  await burst(page, 'R-9001', { terminator: 'Enter' });
  const row = page.locator('.card-row').first();
  const line = row.locator('.card-line');
  await expect(line).toContainText('D-1001');
  const height = () => line.evaluate((one) => one.getBoundingClientRect().height);
  expect(await height()).toBeLessThan(60);
  await row.getByRole('button', { name: 'More of D-1001' }).click();
  expect(await height()).toBeGreaterThan(60);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
