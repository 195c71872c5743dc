import type { Locator } from '@playwright/test';
import { expectRows, openRevertOff, scanPair, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('a scanned call stands in the list until its answer is there, and never leaves it in between', async ({
  page,
  gateway,
}) => {
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  await page.evaluate(() => {
    const seen: boolean[] = [];
    Object.assign(globalThis, { seen });
    const look = (): void => {
      const isListed = [...document.querySelectorAll('li')].some(({ textContent }) => textContent.includes('S-7701'));
      if (isListed !== (seen.at(-1) ?? false)) seen.push(isListed);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await scanPair(page, 'D-7701', 'S-7701');
  await expectRows(page, { answered: 1 });
  await expect(page.getByRole('listitem').filter({ hasText: 'S-7701' })).toContainText(/answered/i);
  expect(await page.evaluate(() => (globalThis as { seen?: boolean[] }).seen)).toEqual([true]);
});

test('the first frame after a scan shows its codes over the list and moves nothing; the step or the row comes in the next', async ({
  page,
  gateway,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-7701', 'S-7701');
  await expectRows(page, { answered: 1 });
  await page.evaluate(() => {
    const frames: { over: string | undefined; isOnTop: boolean; rows: number }[] = [];
    Object.assign(globalThis, { frames });
    // told once a frame is laid out, and before it is painted
    const look = (): void => {
      const over = document.querySelector<HTMLElement>('.row-newest');
      const first = document.querySelector('ol .row');
      if (over?.textContent === '') return;
      const [there, row] = [over?.getBoundingClientRect(), first?.getBoundingClientRect()];
      const isOnTop = document.elementFromPoint(row?.x ?? 0, (row?.y ?? 0) + 20) === over; // and not under the row
      const rows = document.querySelectorAll('ol .row').length;
      frames.push({ over: over?.innerText, isOnTop: isOnTop && there?.top === row?.top, rows });
    };
    const place = document.querySelector('.row-newest') as Element;
    const sized = new ResizeObserver(look);
    new MutationObserver(() => {
      sized.unobserve(place);
      sized.observe(place);
    }).observe(place, { childList: true });
  });
  await burst(page, 'D-7702', { terminator: 'Enter' });
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await burst(page, 'S-7702', { terminator: 'Enter' });
  await expectRows(page, { answered: 2 });
  await expect(page.getByRole('listitem').filter({ hasText: 'S-7702' })).toHaveCount(1);
  await expect(page.locator('.row-newest')).toHaveText('');
  const frames = await page.evaluate(() => (globalThis as { frames?: unknown }).frames);
  expect(frames).toEqual([
    { over: 'D-7702', isOnTop: true, rows: 1 },
    { over: 'D-7702 → S-7702', isOnTop: true, rows: 1 },
  ]);
});

test('a line of codes ends between two of them, not at a hyphen inside one', async ({ page, gateway }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  await scanPair(page, 'BAG-A0000002', 'S-B02-A');
  const row = page.getByRole('listitem').filter({ hasText: 'BAG-A0000002 → S-B02-A' });
  await expect(row).toBeVisible();
  await expect(row.locator('.verbatim')).toHaveText('ERR: delivery BAG-A0000002 is unknown');
  const linesIn = (place: Locator): Promise<unknown> =>
    place
      .locator('.code-whole')
      .evaluateAll((codes) => codes.map((code) => `${code.textContent} in ${code.getClientRects().length}`));
  expect(await linesIn(row.locator('.code'))).toEqual(['BAG-A0000002 in 1', 'S-B02-A in 1']);
  expect(await linesIn(row.locator('.verbatim'))).toEqual(['BAG-A0000002 in 1']);
  expect(await linesIn(page.locator('.said'))).toEqual(['BAG-A0000002 in 1', 'S-B02-A: in 1', 'BAG-A0000002 in 1']);
});
