import { readFile, readdir } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';
import { standinSite } from '#gateway/standin/site.ts';
import { expectRows, openRevertOff, readyToScan, scanPair, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

const codes = { storeCode: { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A' } };
test.use({ worker: 'blocked', site: { ...standinSite, codes, imageHosts: ['img.example.com'] } });

/** Takes away what Chrome 93 or Safari 15.4 lack, before any script of a page runs. */
async function makeOldest(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const young: readonly (readonly [object: unknown, ...names: string[]])[] = [
      [globalThis, 'structuredClone', 'scheduler', 'navigation', 'launchQueue', 'requestIdleCallback', 'Iterator'],
      [globalThis, 'CompressionStream', 'DecompressionStream', 'OffscreenCanvas', 'BarcodeDetector', 'CloseWatcher'],
      [Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex'],
      [Array, 'fromAsync'],
      [Object, 'groupBy'],
      [Map, 'groupBy'],
      [Promise, 'withResolvers', 'try'],
      [String.prototype, 'isWellFormed', 'toWellFormed'],
      [Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
      [RegExp, 'escape'],
      [URL, 'canParse', 'parse'],
      [AbortSignal, 'any', 'timeout'],
      [AbortSignal.prototype, 'throwIfAborted', 'reason'],
      [Response, 'json'],
      [Blob.prototype, 'bytes'],
      [Uint8Array, 'fromBase64', 'fromHex'],
      [Uint8Array.prototype, 'toBase64', 'toHex'],
      [Element.prototype, 'checkVisibility', 'setHTMLUnsafe', 'moveBefore'],
      [HTMLElement.prototype, 'showPopover', 'togglePopover'],
      [HTMLInputElement.prototype, 'showPicker'],
      [Navigator.prototype, 'wakeLock', 'setAppBadge', 'clearAppBadge', 'userAgentData', 'userActivation'],
      [StorageManager.prototype, 'getDirectory'],
    ];
    for (const [object, ...names] of young) for (const name of names) Reflect.deleteProperty(object as object, name);
  });
}

test('the oldest browser that is served scans, shows a link of an answer, and lets go of what was not taken', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await makeOldest(page.context());
  await startWithDemo(page, gateway);
  expect(await page.evaluate(() => 'canParse' in URL || 'toSpliced' in [])).toBe(false);
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });

  await page.context().route(/GetWbBatchBagPackages/, (route) =>
    route.fulfill({
      contentType: 'text/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="utf-8"?><string xmlns="http://tempuri.org/">["https://img.example.com/report"]</string>`,
    }),
  );
  await page.goto(`${gateway.origin}/tasks/batch`);
  await readyToScan(page);
  await burst(page, 'WB-1');
  await expect(page.getByRole('region', { name: 'The service says' }).getByRole('link')).toHaveCount(1);

  await openRevertOff(page, gateway);
  for (const code of ['D-1002', 'XYZ', 'S-01-B']) await burst(page, code);
  await expectRows(page, { answered: 2 });
  await page.getByRole('button', { name: 'Remove XYZ' }).click();
  await expect(page.getByRole('region', { name: 'not taken' })).toBeHidden();

  await page.goto(`${gateway.origin}/operations/GetBagWeight`);
  await expect(page.getByRole('heading', { name: 'GetBagWeight' })).toBeVisible();
  for (const place of [
    'queue',
    'queue/1',
    'queue?state=all',
    'settings',
    'settings/scanner',
    'settings/screen',
    'settings/supervisor',
    'settings/calibration',
    'diagnostics',
    'hand-over',
  ]) {
    await page.goto(`${gateway.origin}/${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('no script of the build looks behind in a pattern, which Safari before 16.4 cannot read', async () => {
  const folder = new URL('../dist/assets/', import.meta.url);
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts) {
    expect(await readFile(new URL(name, folder), 'utf8'), name).not.toMatch(/\(\?<[=!]/);
  }
});
