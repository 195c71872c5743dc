import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect } from '@playwright/test';
import { openRevertOff, scanPair } from '#e2e/rig/app.ts';
import type { Gateway } from '#e2e/rig/gateway.ts';
import { openFirst, setScene } from '#e2e/rig/scene.ts';

const FOLDER = join('public', 'screenshots');
const narrow = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 } as const;
const wide = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } as const;

/** The pictures that the manifest shows where the app is installed, from the app itself: public/screenshots. */
export async function picturesForManifest(browser: Browser, gateway: Gateway): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const page = await (await browser.newContext({ ...narrow, locale: 'en' })).newPage();
  const keep = async (name: string, from = page): Promise<void> => {
    await from.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
  };
  await openFirst({ page, gateway });
  await setScene({ page, gateway });
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1002', 'S-01-A');
  await expect(page.getByText(/Done/).first()).toBeVisible();
  await keep('shelf-narrow');
  await page.goto(`${gateway.origin}/queue`);
  await expect(page.getByText('D-1002').first()).toBeVisible();
  await keep('queue-narrow');
  await page.goto(gateway.origin);
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
  await keep('home-narrow');

  const other = await (await browser.newContext({ ...wide, locale: 'en' })).newPage();
  await openFirst({ page: other, gateway });
  await other.getByRole('button', { name: 'Use the training values' }).click();
  await expect(other.getByRole('link', { name: /back on shelf/i })).toBeVisible();
  await keep('home-wide', other);
}
