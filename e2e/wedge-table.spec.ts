import type { Page } from '@playwright/test';
import { labOfRun } from './rig/labsOfRun.ts';
import { expect, test } from './rig/test.ts';
import { burst, burstOver, handAgain } from './rig/wedge.ts';
import { defaultWedgeProfile } from '#scan/wedge/profile.ts';
import { wedgeRows } from './wedgeStreams.ts';

/** A code after each row: what the row left lying would stand before it, or in its notice. */
const NEXT = { text: 'NEXT-1', source: 'wedge' };
let page: Page;
/** One page for all rows; a new one after a row that failed. */
let isClean = false;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
});
test.afterAll(() => page.close());

/** Returns what the page shows of where a scan must leave no trace. */
const traces = (): Promise<object> =>
  page.evaluate(() => ({
    fields: [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ id, value }) => `${id}=${value}`,
    ),
    weight: document.querySelector('#state')?.getAttribute('data-weight'),
    clicks: window.lab.clicks,
    focus: document.activeElement?.id,
    address: location.pathname + location.hash,
  }));

for (const { source, stream, scans, split, profile, focus } of wedgeRows) {
  test(source, async () => {
    if (!isClean) {
      await page.goto(labOfRun());
      await page.waitForFunction(() => 'lab' in window && document.querySelector('#weight') !== null);
    }
    isClean = false;
    await page.evaluate(
      (all) => {
        window.lab.scans.length = 0;
        window.lab.splits.clear();
        window.lab.profile = all;
        document.getElementById('sink')?.focus();
      },
      { ...defaultWedgeProfile, ...profile },
    );
    if (focus === 'body') await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    else if (focus !== undefined) await page.focus(`#${focus}`);
    const before = await traces();
    await handAgain(page); // since the row before
    for (const part of stream) await part(page);
    const heard = (): Promise<unknown[]> =>
      page.evaluate(() => window.lab.scans.map((scan) => ({ ...scan, at: undefined })));
    const splits = (): Promise<unknown> => page.evaluate(() => [...window.lab.splits.values()]);
    await expect.poll(splits).toEqual(split ? [split] : []);
    await expect.poll(heard).toEqual(scans);
    if (split) await burstOver(page);
    await burst(page, NEXT.text);
    await expect.poll(heard).toEqual([...scans, NEXT]);
    expect(await traces()).toEqual(before);
    isClean = true;
  });
}

test('the table has a row for every delivery of a scanner and for every one of C3 to C12 that is a stream', () => {
  const sources = new Set(wedgeRows.map(({ source }) => source.split(' ').slice(0, 2).join(' ')));
  expect([...sources].sort()).toEqual([
    'F C10',
    'F C11',
    'F C12',
    'F C3',
    'F C4',
    'F C6',
    'F C7',
    'F C8',
    'F C9',
    'P C4',
  ]);
});
