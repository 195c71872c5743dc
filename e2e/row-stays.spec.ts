import type { Locator } from '@playwright/test';
import { expectRows, readyToScan, scanPair, startAtRevertOff } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('a scanned call stands in the list until its answer is there, and never leaves it in between @promise', async ({
  page,
  gateway,
}) => {
  await startAtRevertOff(page, gateway);
  await page.evaluate(() => {
    const seen: boolean[] = [];
    Object.assign(globalThis, { seen });
    const look = (): void => {
      const isListed = [...document.querySelectorAll('li.row')].some(({ textContent }) =>
        textContent.includes('S-7701'),
      );
      if (isListed !== (seen.at(-1) ?? false)) seen.push(isListed);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await scanPair(page, 'D-7701', 'S-7701');
  await expectRows(page, { answered: 1 });
  await expect(page.locator('li.row').filter({ hasText: 'S-7701' })).toContainText('Not done');
  expect(await page.evaluate(() => (globalThis as { seen?: boolean[] }).seen)).toEqual([true]);
});

test('no frame is asked for between the last key of a scan and its write: Chromium holds the storage back until one is drawn', async ({
  page,
  gateway,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await startAtRevertOff(page, gateway);
  await page.evaluate(() => {
    const seen = { frames: 0, animations: 0 };
    let isBetween = false;
    const frame = requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => {
      if (isBetween) seen.frames += 1;
      return frame(draw);
    };
    const look = (): void => {
      seen.animations += document.getAnimations().length;
    };
    addEventListener(
      'keydown',
      ({ key }) => {
        isBetween = key === 'Enter';
        seen.frames = 0;
        seen.animations = 0;
        look();
      },
      { capture: true },
    );
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...parameters) {
      const tx = begin.apply(this, parameters);
      if (tx.mode === 'readwrite' && tx.objectStoreNames.contains('calls') && isBetween) {
        isBetween = false;
        look();
        Object.assign(globalThis, { seen: { ...seen } });
      }
      return tx;
    };
  });
  await burst(page, 'D-7702', { terminator: 'Enter' });
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await burst(page, 'S-7702', { terminator: 'Enter' });
  await expectRows(page, { answered: 1 });
  expect(await page.evaluate(() => (globalThis as { seen?: object }).seen)).toEqual({ frames: 0, animations: 0 });
});

test('a line of codes ends between two of them, not at a hyphen inside one', async ({ page, gateway }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await gateway.configure({ answerRules: [{ matches: '^ERR', verdict: 'refused' }] }); // in the service's own words
  await startAtRevertOff(page, gateway);
  await scanPair(page, 'BAG-A0000002', 'S-B02-A');
  const row = page.getByRole('listitem').filter({ hasText: 'BAG-A0000002 → S-B02-A' });
  await expect(row).toBeVisible();
  await expect(row.locator('.verbatim')).toHaveText('ERR: delivery BAG-A0000002 is unknown');
  const linesIn = (place: Locator): Promise<unknown> =>
    place
      .locator('.code-whole')
      .evaluateAll((codes) => codes.map((code) => `${code.textContent} in ${code.getClientRects().length}`));
  expect(await linesIn(row.locator('.code'))).toEqual(['BAG-A0000002 in 1', '→ S-B02-A in 1']);
  expect(await linesIn(row.locator('.verbatim'))).toEqual(['BAG-A0000002 in 1']);
  expect(await linesIn(page.locator('.said'))).toEqual(['BAG-A0000002 in 1', 'S-B02-A: in 1', 'BAG-A0000002 in 1']);
  await scanPair(page, 'D-1001', 'S-02-A');
  await page.getByRole('button', { name: 'Keep S-02-A for all' }).click();
  await burst(page, 'S-01-A', { terminator: 'Enter' });
  const yes = page.getByRole('button', { name: 'Keep S-01-A' });
  await expect(yes).toBeVisible();
  expect(await linesIn(yes)).toEqual(['S-01-A in 1']);

  await page.goto(`${gateway.origin}/tasks/external-code`);
  await readyToScan(page);
  await burst(page, 'EX-50003', { terminator: 'Enter' });
  const headline = page.locator('.card-headline');
  await expect(headline).toContainText('DD-70003');
  expect(await linesIn(headline)).toEqual(['DD-70003 in 1']);
});
