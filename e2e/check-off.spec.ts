import { readFile } from 'node:fs/promises';
import { expectRows, openRevertOff, readyToScan, scanPair, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('a batch is checked off by scanning: what is there, missing, not on it, twice; kept over a restart, and saved as a table @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${gateway.origin}/tasks/batch`);
  await readyToScan(page);
  await burst(page, 'B-3001');
  await page.getByRole('button', { name: 'Check off by scanning: bags (4)' }).click();
  await readyToScan(page);
  const [hero, band] = [page.locator('.hero'), page.locator('.band')];
  await expect(hero).toContainText('0 of 4');
  await burst(page, 'BAG-2001');
  await expect(band).toContainText('BAG-2001 is on the list.');
  await burst(page, 'BAG-2001');
  await expect(band).toContainText('was scanned already');
  await burst(page, 'BAG-9999');
  await expect(band).toContainText('BAG-9999 is not on this list.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Not on the list' })).toHaveCount(0);
  await burst(page, 'BAG-9998');

  await page.goto(`${gateway.origin}/settings`); // whoever signs out leaves it, and sees that before
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tasks begun' })).toHaveText('Check off: Batch contents B-3001, 1 of 4');
  await page.getByRole('button', { name: 'Stay signed in' }).click();

  await gateway.stop(); // it needs nobody
  await page.getByRole('link', { name: 'Home' }).click();
  await page.locator('.way', { hasText: 'Check off' }).click();
  await readyToScan(page);
  await expect(hero).toContainText('1 of 4');
  const missing = page.getByRole('region', { name: 'Missing: 3' });
  const codes = await missing.getByRole('listitem').allTextContents();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a table' }).click();
  const table = await readFile(await (await file).path(), 'utf8');
  expect(table.startsWith('\uFEFF"')).toBe(true); // else a spreadsheet reads no Cyrillic in it
  for (const code of codes) expect(table).toContain(`"missing","${code}"`);
  expect(table).toContain('"not on the list","BAG-9998"');
  expect(table).toContain('"scanned again","BAG-2001"');

  for (const code of codes) await burst(page, code);
  await expect(band).toContainText('All are there.');
  await expect(hero).toContainText('4 of 4');
  await page.getByRole('button', { name: 'End this list' }).click();
  await expect(page.locator('.way', { hasText: 'Check off' })).toHaveCount(0);
  await expectRows(page, {}); // nothing of it is a call
});

test('the deliveries of a scanning list are checked off, which stand inside the list', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/scanning-list`);
  await readyToScan(page);
  await burst(page, 'SL-1');
  const button = page.getByRole('button', { name: /^Check off by scanning: deliveries/ });
  await button.click();
  await readyToScan(page);
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
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A'); // so that a shelf stands beside it
  await expectRows(page, { answered: 1 });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${gateway.origin}/tasks/scanning-list`);
  await page.getByRole('button', { name: 'All lists' }).click();
  const buttons = page.getByRole('button', { name: /^Check off/ });
  await expect(buttons).toHaveText(['Check off by scanning: deliveries (6)']);
  await buttons.click();
  await readyToScan(page);
  const hero = page.locator('.hero');
  await burst(page, 'S-01-A');
  await expect(page.locator('.band')).toContainText('S-01-A stands beside D-1001 on this list. Scan the goods.');
  await expect(hero).toContainText('0 of 6');
  await burst(page, 'D-1001');
  await expect(hero).toContainText('1 of 6');
});
