import type { Page } from '@playwright/test';
import { moveTo } from './rig/inPage.ts';
import { readyToScan, startWithDemo } from './rig/app.ts';
import { sizes } from './rig/layout.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

/** Every task that asks the service, and a code that it has an answer for. */
const lookUps = [
  ['bag', 'BAG-2001'],
  ['transfer', 'T-4001'],
  ['external-code', 'EX-50003'],
  ['batch', 'B-3001'],
  ['shelf', 'S-01-A'],
  ['domestic-code', 'DD-70001'],
  ['scanning-list', 'SL-1'],
  ['images', 'D-1003'],
  ['countries', 'W-007'],
  ['report', 'R-9001'],
  ['paint-marker', 'D-1001'],
] as const;

/** Smallest text, in CSS pixels, that is read at arm's length and in passing. */
const LARGE_PX = 32;
/** Screens that an answer may be long before all of it is opened. */
const SCREENS = 1.6;
/**
 * The look-ups whose pages are longer on a handheld that is turned, as measured with a margin for fonts: they may not grow. It is 360 px high, and
 * its bar, the head and one row of keys are half of that.
 */
const longer: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  bag: { 640: 2.1 },
  transfer: { 640: 2.1 },
  'external-code': { 640: 1.75 },
};
async function lookUp(page: Page, task: string, code: string): Promise<void> {
  await page.evaluate(moveTo, `/tasks/${task}`);
  await readyToScan(page);
  await burst(page, code);
  await page.locator('.card-headline, .card').first().waitFor();
}

/** Returns what of the answer is too small, out of sight, or too long before anything is opened or scrolled. */
function faultsOf(page: Page, most: number): Promise<readonly string[]> {
  return page.evaluate(
    ([largePx, screens]) => {
      const headline = document.querySelector('.card-headline');
      const body = document.querySelector('.page-body');
      if (!headline || !body) return ['no headline'];
      const found: string[] = [];
      const size = Number.parseFloat(getComputedStyle(headline).fontSize);
      if (size < largePx) found.push(`the headline is ${size} px`);
      const { top, bottom } = headline.getBoundingClientRect();
      const isWithin = (from: number, to: number): boolean => top >= from - 1 && bottom <= to + 1;
      let isSeen = isWithin(0, innerHeight);
      for (let around = headline.parentElement; around; around = around.parentElement) {
        const box = around.getBoundingClientRect();
        const { overflowY, display } = getComputedStyle(around);
        if (overflowY !== 'visible' && display !== 'contents') isSeen &&= isWithin(box.top, box.bottom);
      }
      if (!isSeen) found.push(`the headline is out of sight, from ${Math.round(top)} to ${Math.round(bottom)} px`);
      const { scrollHeight } = document.documentElement;
      const long = (scrollHeight + body.scrollHeight - body.clientHeight) / innerHeight;
      if (long > screens) found.push(`the page has ${long.toFixed(2)} screens`);
      return found;
    },
    [LARGE_PX, most] as const,
  );
}

for (const [width, height] of sizes) {
  test(`at ${width}×${height} the headline of every look-up is 32 px at least and in sight at once, and its page no longer than 1.6 screens, or than is said of it, before all that was said is opened`, async ({
    gateway,
    handheld,
  }) => {
    const { page } = await handheld.open();
    await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined })); // as handhelds have none
    await page.setViewportSize({ width, height });
    await startWithDemo(page, gateway);
    for (const [task, code] of lookUps) {
      await lookUp(page, task, code);
      expect.soft(await faultsOf(page, longer[task]?.[width] ?? SCREENS), task).toEqual([]);
    }
  });
}

/** Tasks with a button that does something, a code for each, and what has to be entered before. */
const doing = [
  ['bag', 'BAG-2001', '0.8'],
  ['transfer', 'T-4004', undefined],
  ['weight', 'D-1001', '1.25'],
  ['external-code', 'EX-50003', undefined],
  ['print-kjy', 'D-1001', undefined],
] as const;

test('the main button names what it is done to', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  for (const [task, code] of doing) {
    await page.evaluate(moveTo, `/tasks/${task}`);
    await readyToScan(page);
    await burst(page, code);
    await expect.soft(page.locator('.dock .button-primary'), task).toContainText(code);
  }
});
