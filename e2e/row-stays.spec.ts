import { expectRows, openRevertOff, scanPair, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';

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
