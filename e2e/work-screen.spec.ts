import { type Page, expect } from '@playwright/test';
import { languageTags } from '#contract/languages.ts';
import { expectRows, openRevertOff, readyToScan, openAtRevertOff } from './rig/app.ts';
import { sizes } from './rig/layout.ts';
import { noteHeard, openFirst, setScene, speakOnTheSpot } from './rig/scene.ts';
import { online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

/** The tasks of each kind: scans, object, look-up, print. */
const paths = ['/tasks/revert-off', '/tasks/bag', '/tasks/weight', '/tasks/shelf', '/tasks/print-kjy'];

/** Returns where things stand on the work screen. */
function measure(page: Page) {
  return page.evaluate(() => {
    const box = (selector: string): DOMRect | undefined => document.querySelector(selector)?.getBoundingClientRect();
    const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
    const [top, dock, prompt] = [box('.top'), box('.dock'), box('.prompt')];
    const words = [...document.querySelectorAll('.page *')].filter(
      (each) => each.checkVisibility() && each.textContent,
    );
    return {
      bars: (top?.height ?? 0) + (dock?.height ?? 0),
      promptTop: prompt?.top ?? Number.NaN,
      promptBottom: prompt?.bottom ?? Number.NaN,
      promptSize: sizeOf(document.querySelector('.prompt') as Element),
      largest: Math.max(...words.map(sizeOf)),
    };
  });
}

test('the prompt is the largest thing in every size and language, stands still, and is in sight; bars take a fifth @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await openFirst({ page, gateway });
  await setScene({ page, gateway });
  await noteHeard({ page, gateway }, 1_000);
  for (const path of paths) {
    await page.goto(`${gateway.origin}${path}`);
    await page.locator('.prompt').waitFor();
    for (const language of languageTags) {
      await speakOnTheSpot(page, language);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const where = `${path} in ${language} at ${width}×${height}`;
        const { bars, promptSize, largest, promptBottom } = await measure(page);
        expect.soft(promptSize, where).toBe(largest);
        expect.soft(promptBottom, where).toBeLessThan(height);
        const isLandscape = width > height; // there the dock stands at the side
        const most = isLandscape ? 1 : height >= 800 ? 0.2 : width >= 360 ? 0.25 : 0.3;
        expect.soft(bars / height, where).toBeLessThanOrEqual(most);
      }
    }
  }
});

test('what to scan stands at the same place before and after a result, and with a code captured', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await openFirst({ page, gateway });
  await setScene({ page, gateway });
  await noteHeard({ page, gateway }, 1_000);
  for (const [index, [width, height]] of sizes.entries()) {
    await page.setViewportSize({ width, height });
    await noteHeard({ page, gateway }, 1_000);
    await openRevertOff(page, gateway);
    await readyToScan(page);
    const before = (await measure(page)).promptTop;
    await burst(page, `D-20${index}`);
    await page.locator('.hero-captured .code').waitFor();
    expect((await measure(page)).promptTop, 'with a code').toBe(before);
    await burst(page, 'S-01-A');
    await expect(page.locator('.said:not(.said-step)')).toBeVisible();
    expect((await measure(page)).promptTop, 'after the result').toBe(before);
  }
});

/** Returns how large each of these is drawn; of a gap the smallest. */
function parts(page: Page) {
  return page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const letters = (selector: string): number => {
      const element = document.querySelector(selector);
      return element ? Number.parseFloat(getComputedStyle(element).fontSize) : Number.NaN;
    };
    const dock = boxes('.dock .button');
    const gaps = dock.slice(1).map((box, index) => {
      const { right = 0, bottom = 0 } = dock[index] ?? {};
      return Math.max(box.left - right, box.top - bottom);
    });
    return {
      bar: Math.round(boxes('.top')[0]?.height ?? 0),
      dock: Math.round(Math.min(...dock.map(({ height }) => height))),
      gap: Math.round(Math.min(...gaps)),
      code: letters('.hero-captured .code'),
      result: letters('.said-word'),
      row: Math.round(Math.min(...boxes('.page .row').map(({ height }) => height))),
      badges: boxes('.top a.status').length,
    };
  });
}

test('bar, dock, code, result and rows have their sizes on every screen', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await burst(page, 'D-1001');
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
  await expect(page.locator('.said:not(.said-step)')).toBeVisible();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const least = height < 400 ? 20 : 28; // lying down it has one line
    expect.soft((await parts(page)).result, `${width}×${height}`).toBeGreaterThanOrEqual(least);
  }
  await burst(page, 'D-1002');
  await page.locator('.slot[data-fill=filled] .code').waitFor();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const { bar, badges, dock, gap, code, row } = await parts(page);
    const where = `${width}×${height}: ${JSON.stringify({ bar, dock, gap, code, row })}`;
    expect.soft({ bar, badges }, where).toEqual({ bar: 52, badges: 1 }); // 48, and the stripe of the training
    expect.soft(dock >= 64 && gap >= 12 && code >= 28 && row >= 48, where).toBe(true);
  }
});
