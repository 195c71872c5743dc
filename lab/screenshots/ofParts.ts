import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { openParts } from '#e2e/parts/openParts.ts';
import { type Theme, showTheme } from '#e2e/rig/scene.ts';

const themes: readonly Theme[] = ['light', 'dark', 'contrast'];

/** All parts of the design on one page, in each theme, and the dialog over it. */
export async function picturesOfParts(browser: Browser, out: string): Promise<readonly string[]> {
  const pictures: string[] = [];
  const page = await browser.newPage();
  for (const [name, hash, width] of [
    ['parts', '', 1440],
    ['dialog', '#dialog', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await openParts(page, hash);
    for (const theme of themes) {
      await showTheme(page, theme);
      const file = `${name}-${theme}.png`;
      await page.screenshot({ path: join(out, file), fullPage: name === 'parts', animations: 'disabled' });
      pictures.push(file);
    }
    await page.goto('about:blank');
  }
  await page.close();
  return pictures;
}
