import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectRows, openRevertOff, scanPair, startAtRevertOff } from './rig/app.ts';
import { createHandheld } from './rig/handheld.ts';
import { expect, test } from './rig/test.ts';
import { programFile } from '#main/testing/gatewayProcess.ts';

test('a profile that was copied with a call in it: it runs once, also after a restore, and both handhelds and the supervisor are told', async ({
  gateway,
  handheld,
}) => {
  const backup = (...args: readonly string[]): string => {
    const env = { ...process.env, DATA_DIR: gateway.dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, [programFile('backup'), ...args], { env });
    expect(status, String(stderr)).toBe(0);
    return String(stdout).trim();
  };
  const copy = await createHandheld();
  try {
    // a call is saved while the gateway is away; then the handheld is switched off, and its profile is copied
    const first = await handheld.open();
    await startAtRevertOff(first.page, gateway);
    const folder = backup('backup', join(gateway.dataDir, 'copies'));
    await gateway.stop();
    await scanPair(first.page, 'D-1001', 'S-01-A');
    await expectRows(first.page, { waiting: 1 });
    await handheld.close();
    await cp(handheld.profile, copy.profile, { recursive: true });

    await gateway.start();
    const { page } = await handheld.open();
    await openRevertOff(page, gateway);
    await expectRows(page, { answered: 1 });
    await gateway.stop();
    backup('restore', folder);
    await gateway.start();
    await page.reload();
    await expect.poll(() => isReachable(page)).toBe(true);

    const other = await copy.open();
    await openRevertOff(other.page, gateway);
    await expectRows(other.page, { unconfirmed: 1 });
    expect(await gateway.executions('RevertOff')).toHaveLength(1);

    const said = 'Another handheld works with a copy of this one.';
    for (const one of [page, other.page, page]) {
      await one.reload(); // each start turns the number
      await expect.poll(() => isReachable(one)).toBe(true);
    }
    await expect(page.getByText(said)).toBeVisible();
    await other.page.reload();
    await expect(other.page.getByText(said)).toBeVisible();
    const devices = await (await fetch(`${gateway.origin}/gateway/devices`, { headers: gateway.here() })).text();
    expect(devices).toContain('Copied handhelds');

    await page.locator('.notice', { hasText: said }).getByRole('button', { name: 'Read' }).click();
    await expect(page.getByText(said)).toBeHidden();
    await page.reload();
    await expect.poll(() => isReachable(page)).toBe(true);
    await expect(page.getByText(said)).toBeHidden();
  } finally {
    await copy.remove();
  }
});

/** Tells whether this start of the page has had its hello. */
function isReachable(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .some((entry) => entry.name.includes('/gateway/hello') && (entry as PerformanceResourceTiming).responseEnd > 0),
  );
}
