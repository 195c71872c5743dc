import { startWithDemo } from '../rig/app.ts';
import { test } from '../rig/test.ts';
import { burst } from '../rig/wedge.ts';
import { expect } from '@playwright/test';
test('shots', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/s-home.png' });
  await page.evaluate(() => document.querySelector('.page-body')?.scrollTo(0, 9999));
  await page.screenshot({ path: '/tmp/s-home2.png' });
  for (const [name, path, scans] of [
    ['ops', '/operations', []],
    ['op', '/operations/ResetWeightClone', []],
    ['opj', '/operations/GetLogisticsTransferMst', ['{"a"']],
    ['weight', '/tasks/weight', ['D-1001']],
    ['ext', '/tasks/external-code', ['EX-50003']],
    ['transfer', '/tasks/transfer', ['T-4001']],
    ['revert', '/tasks/revert-off', ['D-1001', 'S-01-A', 'D-1002']],
    ['images', '/tasks/images', ['D-1003']],
  ] as const) {
    await page.goto(gateway.origin + path);
    await expect(page.locator('[data-scan-sink], [data-scan-anywhere]').first()).toBeAttached();
    await page.waitForTimeout(600);
    for (const s of scans) await burst(page, s);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/s-${name}.png` });
  }
});
