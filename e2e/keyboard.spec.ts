import type { Page } from '@playwright/test';
import { expectRows, readyToScan, openWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';

test.use({ worker: 'blocked' });

/** Time that a person holds a key at least; quicker keys are a scanner's, and its Enter presses nothing. */
const person = { delay: 200 };

/** Returns what has the focus: its words, and whether a person sees that it has. */
function focused(page: Page): Promise<{ readonly name: string; readonly isSeen: boolean; readonly isPage: boolean }> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return { name: '', isSeen: true, isPage: true };
    // A switch or a choice is drawn by what stands beside its input, the scan field by what is to be scanned.
    const isScan = active.matches('[data-scan-sink]');
    const drawn = isScan
      ? [document.querySelector('.hero')]
      : [active, active.nextElementSibling, active.parentElement];
    const isSeen = drawn.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const isControl = active.matches('a, button, input, select, textarea, summary');
    const name = isControl ? (active.getAttribute('aria-label') ?? active.textContent).trim() : '(what scrolls)';
    return { name, isSeen, isPage: false };
  });
}

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const now = await focused(page);
    expect(now.isSeen, `the focus is seen on “${now.name}”`).toBe(true);
    if (name.test(now.name)) return;
    await page.keyboard.press('Tab', person);
  }
  throw new Error(`no Tab leads to ${name}`);
}

async function typeCode(page: Page, code: string): Promise<void> {
  await tabTo(page, /^Type$/);
  await page.keyboard.press('Enter', person);
  await expect(page.getByRole('textbox', { name: /^Type the/ })).toBeFocused();
  await page.keyboard.type(code, { delay: 120 }); // as a person does
  await page.keyboard.press('Enter', person);
}

test('F28: the keyboard alone goes from home to a saved RevertOff, with the focus in sight all the way', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await tabTo(page, /^Back on shelf/);
  await page.keyboard.press('Enter', person);
  await expect(page.getByRole('heading', { name: /Scan the delivery/ })).toBeVisible();
  await typeCode(page, 'D-1001');
  await expect(page.getByRole('heading', { name: /Scan the shelf/ })).toBeVisible();
  await typeCode(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
  expect((await gateway.executions('RevertOff')).length).toBe(1);
});

/** Screens, each with the last control that it shows: their parts come one by one. */
const SCREENS = {
  '/': /^Print/,
  '/tasks/bag': /^Camera/,
  '/settings': /^Supervisor/,
  '/settings/supervisor': /^Reset this handheld/,
  '/queue': /^Export or hand over/,
};
for (const [path, last] of Object.entries(SCREENS)) {
  test(`F28: on ${path} Tab comes forward from where the screen begins to every control once, in the order that is read, and out again`, async ({
    gateway,
    handheld,
  }) => {
    const page = await openWithDemo(handheld, gateway);
    await page.goto(gateway.origin + path);
    if (path === '/' || path === '/tasks/bag') await readyToScan(page); // where the scanner's field takes the focus
    await page.locator('main :is(a, button, summary)').filter({ hasText: last, visible: true }).last().waitFor();
    await expect(page.locator('[data-scan-anywhere]')).toBeFocused(); // nothing was pressed yet
    const orders: number[] = [];
    for (let presses = 0; presses < 120; presses += 1) {
      await page.keyboard.press('Tab');
      const { isSeen, isPage, name } = await focused(page);
      if (isPage) break;
      expect(isSeen, `the focus is seen on “${name}”`).toBe(true);
      orders.push(
        await page.evaluate(() => [...document.querySelectorAll('*')].indexOf(document.activeElement ?? document.body)),
      );
    }
    const inOrder = orders.toSorted((a, b) => a - b);
    expect(orders).toEqual(inOrder);
    const controls = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLInputElement>('a[href], button, input, select, textarea, summary')].filter(
          (control) =>
            control.checkVisibility() &&
            !control.matches('[data-scan-anywhere]') && // Tab begins in it
            control.tabIndex >= 0 &&
            !control.disabled &&
            (control.type !== 'radio' || control.checked), // the arrow keys go to the others of its group
        ).length,
    );
    const scrollers = await page
      .locator('.page-body')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
    expect(new Set(orders).size).toBe(orders.length);
    expect(orders.length).toBe(controls + scrollers);
  });
}
