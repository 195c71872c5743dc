import type { Page } from '@playwright/test';
import { startWithDemo, openWithDemo } from './rig/app.ts';
import { createGateway } from './rig/gateway.ts';
import { seedHistory, seedPair } from './rig/seedHistory.ts';
import { expect, inMemory as test } from './rig/test.ts';

const ROWS = 50_000;
/** Rows that may be in the page at once: a screen of them, and some around it. */
const MOST_ROWS = 40;

const rowsIn = (page: Page): Promise<number> => page.locator('.history-row').count();
const row = (page: Page, delivery: string) => page.locator('.history-row', { hasText: delivery });

async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

test('50,000 calls are one list: the page stays small, its end is one key away, filters find, and a call leads back', async ({
  handheld,
  gateway,
}) => {
  test.slow(); // 50,000 rows are written first
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await seedHistory(page, ROWS);

  await page.goto(`${gateway.origin}/queue`);
  await page.getByRole('link', { name: 'Show all (100)' }).click(); // what is held
  await expect(page.getByText('100 calls.', { exact: true })).toBeVisible();
  await expect(row(page, 'D-50000')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.getByText('50,000 calls.', { exact: true })).toBeVisible();
  const before = await heapOf(page);

  // scrolled through from end to end, nothing piles up
  const body = page.locator('.history-body');
  for (let step = 1; step <= 10; step += 1) {
    await body.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), step / 10);
    await expect(page.locator('.history-row .code').first()).toBeVisible();
    expect(await rowsIn(page)).toBeLessThan(MOST_ROWS);
  }
  await body.focus();
  await page.keyboard.press('Home');
  // the browser scrolls a moment later: an End before that finds itself at the end still
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(0);
  await page.keyboard.press('End');
  await expect(row(page, 'D-1 →')).toBeInViewport(); // and none of those that it goes past
  await expect(page.locator('.history-row').last()).toHaveAttribute('aria-posinset', '50000');
  await expect(page.locator('.history-row').last()).toHaveAttribute('aria-setsize', '50000');
  expect((await heapOf(page)) - before).toBeLessThan(15);

  // a place in the middle is kept over a look at a call
  await body.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  const middle = row(page, 'D-25000');
  await expect(middle).toBeVisible();
  const place = await body.evaluate((element) => element.scrollTop);
  await middle.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Call #25000' })).toBeVisible();
  await page.locator('.top-link').first().click();
  await expect(row(page, 'D-25000')).toBeInViewport();
  expect(await body.evaluate((element) => element.scrollTop)).toBe(place);
  await page.goBack(); // to the call again, and by the browser's own key back
  await page.goBack();
  await expect(row(page, 'D-25000')).toBeInViewport();

  // a search goes through the rows
  await body.evaluate((element) => element.scrollTo(0, 0));
  await page.getByLabel('Code or value').fill('d-4999');
  await expect(page.getByText('11 calls.', { exact: true })).toBeVisible();
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('User id').fill('8');
  await expect(page.getByText('5 calls.', { exact: true })).toBeVisible();
  await page.getByLabel('State').selectOption('Not done');
  await expect(page.getByText('0 calls.', { exact: true })).toBeVisible();
  await page.getByLabel('Code or value').fill('');
  await expect(page.getByText('400 calls.', { exact: true })).toBeVisible();

  // what is shown is kept as a file
  const file = page.waitForEvent('download');
  await page.getByText('Save this list').click();
  await page.getByRole('button', { name: /CSV/ }).click();
  expect((await file).suggestedFilename()).toMatch(/^scanline-list-.*-calls\.csv$/);

  await page.goto(`${gateway.origin}/queue/abc`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such call on this handheld.');
});

test('two unsent calls that undo each other are dropped together, only where the site has confirmed the pair', async ({
  handheld,
}) => {
  const pair = { first: 'CompleteBag', second: 'AgainOpenBag' };
  const gateway = await createGateway();
  try {
    await gateway.configure({ opposites: [pair] });
    await gateway.start();
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/queue`);
    await page.locator('.switch', { hasText: 'Hold sending' }).click();
    await expect(page.locator('.banner', { hasText: 'hold' })).toBeVisible();
    await seedPair(page);
    await page.reload();
    await expect(page.getByRole('main').getByRole('link', { name: /555/ })).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'These undo each other' })).toBeHidden();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Sending is on hold. Switch that off to send.')).toBeVisible();

    await gateway.stop();
    await gateway.configure({ opposites: [{ ...pair, confirmedBy: 'M. Weber' }] });
    await gateway.start();
    await page.reload();
    const offer = page.getByRole('region', { name: 'These undo each other' });
    await offer.getByRole('button', { name: 'Send neither' }).click();
    await offer.getByRole('button', { name: 'Yes, send neither' }).click();
    await expect(page.locator('a.status')).toContainText('0 Waiting');
    const given = page.getByRole('list', { name: 'Finished' }).getByRole('link', { name: /Taken back/ });
    await expect(given).toHaveCount(2);
    await given.first().click();
    await expect(page.getByText(/undo each other; neither was sent/)).toBeVisible();
    expect(await gateway.executions()).toEqual([]);
  } finally {
    await gateway.remove();
  }
});
