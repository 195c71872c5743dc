import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expectRows, readyToScan, startWithDemo } from './rig/app.ts';
import { expect, online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

const table = readFileSync('docs/worker.md', 'utf8');

test('taps and scans of a bag, a transfer, a weight and a label are those of docs/worker.md', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  let [taps, scans, done] = [0, 0, 0];
  const tap = async (target: Locator): Promise<void> => {
    await expect(target).toBeInViewport({ ratio: 1 }); // it is not scrolled for
    await target.click();
    taps += 1;
  };
  const tapMain = (name: string): Promise<void> => tap(page.locator('.dock').getByRole('button', { name }));
  const scan = async (code: string, place = '.hero-captured'): Promise<void> => {
    await burst(page, code);
    await expect(page.locator(place)).toContainText(code);
    scans += 1;
  };
  const figures = async (text: string): Promise<void> => {
    const pad = page.getByRole('group', { name: 'Number keys' });
    for (const figure of text) await pad.getByRole('button', { name: figure, exact: true }).click();
  };
  const took = async (job: string): Promise<void> => {
    done += 1;
    await expectRows(page, { answered: done });
    expect(table).toContain(`| ${job} | ${taps} | ${scans} |`);
    [taps, scans] = [0, 0];
  };
  const home = async (task: RegExp): Promise<void> => {
    if (new URL(page.url()).pathname !== '/') await page.getByRole('link', { name: 'Home', exact: true }).click();
    const more = page.getByText('More tasks');
    const link = page.getByRole('link', { name: task });
    if (!(await link.first().isVisible())) await more.click();
    await link.first().scrollIntoViewIfNeeded();
    await link.first().click();
    taps += 1;
    await readyToScan(page);
  };

  await home(/^Bag\b/);
  await scan('BAG-2001');
  await expect(page.locator('.hero')).toContainText('OPEN');
  await figures('1.5');
  await tapMain('Complete BAG-2001 · 1.5 kg');
  await took('A bag: weigh and complete');
  await scan('BAG-2002');
  await expect(page.locator('.hero')).toContainText('OPEN');
  await figures('1.5');
  await tapMain('Complete BAG-2002 · 1.5 kg');
  await took('A bag: the next one');
  await home(/^Bag\b/);
  await scan('BAG-2004');
  await tap(page.getByRole('button', { name: 'Reopen BAG-2004' }));
  await took('A bag: open it again');

  await home(/^Transfer\b/);
  await scan('T-4004');
  await tapMain('Close T-4004');
  await took('A transfer: close it');

  await home(/^Weight\b/);
  await scan('D-1001');
  await figures('2.5');
  await tap(page.locator('.choice').filter({ hasText: 'kg' }));
  await tapMain('Save D-1001 · 2.5 kg');
  await took('A weight');
  await scan('D-1002');
  await figures('2');
  await tapMain('Save D-1002 · 2 kg');
  await took('A weight: the next one');

  await home(/^Print KJY/);
  await scan('D-1003', '.band'); // asked for at once: it is not in hand for long
  await tapMain('Print D-1003');
  await took('A label');

  await home(/^Print CN/);
  await scan('D-1004');
  await tap(page.getByRole('button', { name: 'YTO' }));
  await tapMain('Print D-1004');
  await took('A CN label whose company is to be chosen');
  await scan('D-1005', '.band');
  await tapMain('Print D-1005');
  await took('A label: the next one');
});
