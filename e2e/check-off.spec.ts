import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectRows, readyToScan, scanPair, startWithDemo, openAtRevertOff, openWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('a batch is checked off by scanning: what is there, missing, not on it, twice; kept over a restart, and saved as a table @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${gateway.origin}/tasks/batch`);
  await readyToScan(page);
  await burst(page, 'B-3001');
  const toCheckOff = page.getByRole('button', { name: 'Check off: bags (4)' });
  await expect(toCheckOff).toBeInViewport({ ratio: 1 }); // one tap, and nothing to scroll for
  await toCheckOff.click();
  await readyToScan(page, 'Check off');
  const [hero, band] = [page.locator('.hero'), page.locator('.band')];
  await expect(hero).toContainText('0 of 4');
  await burst(page, 'BAG-2001');
  await expect(band.locator('.said-found')).toContainText('BAG-2001 is on the list.');
  await burst(page, 'BAG-2001');
  await expect(band).toContainText('was scanned already');
  await burst(page, 'BAG-9999');
  await expect(band).toContainText('BAG-9999 is not on this list.');
  const there = page.getByRole('region', { name: 'There: 1' });
  await expect(there.getByRole('listitem')).toHaveText([/^BAG-2001\s*\d\d:\d\d$/]); // with its time
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Not on the list' })).toHaveCount(0);
  await burst(page, 'BAG-9998');
  await expect(band).toContainText('BAG-9998 is not on this list.');

  await page.goto(`${gateway.origin}/settings`); // whoever signs out leaves it, and sees that before
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tasks begun' })).toHaveText('Check off: Batch contents B-3001, 1 of 4');
  await page.getByRole('button', { name: 'Stay signed in' }).click();

  await gateway.stop(); // it needs nobody
  await page.getByRole('link', { name: 'Home' }).click();
  await page.locator('a.banner', { hasText: 'Check off' }).click();
  await readyToScan(page, 'Check off');
  await expect(hero).toContainText('1 of 4');
  const missing = page.getByRole('region', { name: 'Missing: 3' });
  const codes = await missing.getByRole('listitem').allTextContents();
  const unexpected = page.getByRole('region', { name: 'Not on the list: 1' });
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  expect(await topOf(missing)).toBeLessThan(await topOf(unexpected));
  await page.setViewportSize({ width: 1280, height: 800 }); // beside it, where there is room
  expect(await topOf(missing)).toBe(await topOf(unexpected));
  await page.setViewportSize({ width: 360, height: 640 });
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a table' }).click();
  const table = await readFile(await (await file).path(), 'utf8');
  expect(table.startsWith('\uFEFF"')).toBe(true); // else a spreadsheet reads no Cyrillic in it
  for (const code of codes) expect(table).toContain(`"${code}","missing"`);
  expect(table).toContain('"BAG-2001","there"');
  expect(table).toContain('"BAG-9998","unexpected"');
  expect(table).toContain('"BAG-2001","scanned again"');

  for (const code of codes) await burst(page, code);
  const allThere = page.getByRole('button', { name: /^All are there 4 of 4/ });
  await expect(page.getByRole('heading', { name: 'All are there, 1 not on the list' })).toBeVisible();
  await expect(allThere).toBeHidden(); // something else is there too
  for (let scan = 0; scan < 4; scan += 1) await page.getByRole('button', { name: 'Undo' }).click();
  for (const code of codes) await burst(page, code);
  await expect(allThere).toBeInViewport({ ratio: 1 });
  expect(await allThere.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  await burst(page, 'BAG-9997'); // it takes no scan away, and goes with it
  await expect(allThere).toBeHidden();
  await expect(page.getByRole('region', { name: 'Not on the list: 1' })).toContainText('BAG-9997');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await burst(page, codes.at(-1) ?? '');
  await allThere.click(); // or with a touch
  await expect(allThere).toBeHidden();
  await expect(page.getByRole('heading', { name: 'All are there', exact: true })).toBeVisible();
  await expect(page.locator('.dock').getByRole('button', { name: 'Save as a table' })).toBeInViewport({ ratio: 1 });
  await burst(page, 'BAG-2001'); // and is not said again
  await expect(band).toContainText('was scanned already');
  await expect(allThere).toBeHidden();
  await expect(hero).toContainText('4 of 4');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('.tiles').first()).toBeVisible();
  await expect(page.locator('a.banner', { hasText: 'Check off' })).toHaveCount(0); // what is done is not begun
  await expectRows(page, {}); // nothing of it is a call
});

test('the deliveries of a scanning list are checked off, which stand inside the list', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/scanning-list`);
  await readyToScan(page);
  await burst(page, 'SL-1');
  const button = page.getByRole('button', { name: /^Check off: deliveries/ });
  await button.click();
  await readyToScan(page, 'Check off');
  const missing = page.getByRole('region', { name: /^Missing/ }).getByRole('listitem');
  const code = (await missing.first().textContent()) ?? '';
  expect(code).toMatch(/^D-/);
  await burst(page, code);
  await expect(page.locator('.band')).toContainText(`${code} is on the list.`);
});

test('of all scanning lists the deliveries alone are offered, once, and the shelf beside one checks nothing off @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A'); // so that a shelf stands beside it
  await expectRows(page, { answered: 1 });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${gateway.origin}/tasks/scanning-list`);
  await page.getByRole('button', { name: 'All lists' }).click();
  const buttons = page.getByRole('button', { name: /^Check off/ });
  await expect(buttons).toHaveText(['Check off: deliveries (6)']);
  await buttons.click();
  await readyToScan(page, 'Check off');
  const hero = page.locator('.hero');
  await burst(page, 'S-01-A');
  await expect(page.locator('.band')).toContainText('S-01-A stands beside D-1001 on this list. Scan the goods.');
  await expect(hero).toContainText('0 of 6');
  await burst(page, 'D-1001');
  await expect(hero).toContainText('1 of 6');
});

test('one tap leads from an answer to its check-off, and one from Home to the begun one; each of the goods is one scan', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${gateway.origin}/tasks/batch`);
  await readyToScan(page);
  const taps = await countTaps(page);
  await burst(page, 'B-3001');
  const start = page.getByRole('button', { name: 'Check off: bags (4)' });
  await expect(start).toBeInViewport({ ratio: 1 });
  await start.click();
  await readyToScan(page, 'Check off');
  expect(await taps()).toBe(1);
  await page.goto(gateway.origin);
  const again = await countTaps(page);
  await page.locator('a.banner', { hasText: 'Check off' }).click();
  await readyToScan(page, 'Check off');
  const codes = await page.getByRole('region', { name: 'Missing: 4' }).getByRole('listitem').allTextContents();
  for (const code of codes) await burst(page, code);
  await expect(page.getByRole('heading', { name: 'All are there' })).toBeVisible();
  expect(await again()).toBe(1);
});

async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { taps: 0 });
    addEventListener('pointerdown', () => ((globalThis as unknown as { taps: number }).taps += 1), true);
  });
  return () => page.evaluate(() => (globalThis as unknown as { taps: number }).taps);
}

test('of lists inside others a tap opens what is missing of one, and how many of each are there stands beside it', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/scanning-list`);
  await page.getByRole('button', { name: 'All lists' }).click();
  await page.getByRole('button', { name: /^Check off: deliveries/ }).click();
  await readyToScan(page, 'Check off');
  const one = page.locator('details', { hasText: /^SL-1: \d of \d/ });
  await expect(one.getByRole('listitem').first()).toBeHidden();
  await one.locator('summary').click();
  const code = (await one.getByRole('listitem').first().textContent()) ?? '';
  await burst(page, code);
  await expect(one.locator('summary')).toContainText('SL-1: 1 of');
  await expect(one.getByRole('listitem').first()).toBeVisible();
  await expect(one.getByText(code, { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /^End at 1 of/ }).click();
  await expect(page.locator('.tiles').first()).toBeVisible();
  await expect(page.locator('a.banner', { hasText: 'Check off' })).toHaveCount(0);
});

test('a list that is ended half says at what, apart from its table, and is taken in hand again by Undo, over a restart too', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${gateway.origin}/tasks/batch`);
  await readyToScan(page);
  await burst(page, 'B-3001');
  await page.getByRole('button', { name: 'Check off: bags (4)' }).click();
  await readyToScan(page, 'Check off');
  for (const code of ['BAG-2001', 'BAG-2002']) {
    await burst(page, code);
    await expect(page.locator('.band')).toContainText(code);
  }
  const end = page.getByRole('button', { name: 'End at 2 of 4' });
  const bottomOf = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await end.scrollIntoViewIfNeeded();
  const gap = ((await end.boundingBox())?.y ?? 0) - (await bottomOf(page.getByRole('button', { name: /table/ })));
  expect(gap).toBeGreaterThanOrEqual(24);
  await end.click();
  const ended = page.locator('.notice', { hasText: 'Batch contents B-3001: ended at 2 of 4' });
  await expect(ended).toBeVisible();
  await expect(page.locator('a.banner', { hasText: 'Check off' })).toHaveCount(0);
  await page.reload();
  await ended.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.hero')).toContainText('2 of 4');
  await end.click();
  await expect(ended.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await expect(ended.getByRole('button', { name: 'Undo' })).toBeDisabled({ timeout: 15_000 }); // ten seconds
  await page.reload();
  await expect(page.locator('.tiles').first()).toBeVisible();
  await expect(ended).toHaveCount(0);
});

test('the table goes to another app where the browser gives files away', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ files = [] } = {}) => {
      Object.assign(globalThis, { shared: await files[0]?.text() });
    };
  });
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/batch`);
  await readyToScan(page);
  await burst(page, 'B-3001');
  await page.getByRole('button', { name: 'Check off: bags (4)' }).click();
  await readyToScan(page, 'Check off');
  await burst(page, 'BAG-2001');
  await page.getByRole('button', { name: 'Share the table' }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { shared?: string }).shared))
    .toContain('"BAG-2001","there"');
});
