import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { openParts } from '#e2e/parts/openParts.ts';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { handheldFont } from '#e2e/rig/handheldFont.ts';
import { showTheme, themes } from '#e2e/rig/scene.ts';

const { out } = parseArgs({ options: { out: { type: 'string', default: 'screenshots' } } }).values;

/** All parts of the design on one page, in each theme, and the dialog over it. */
async function main(): Promise<void> {
  await mkdir(out, { recursive: true });
  const executablePath = chromiumPath();
  const font = handheldFont();
  const browser = await chromium.launch({
    args: [...chromiumArgs],
    ...(executablePath && { executablePath }),
    ...(font && { env: font }),
  });
  try {
    const page = await browser.newPage();
    for (const [name, hash, width] of [
      ['parts', '', 1440],
      ['dialog', '#dialog', 360],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await openParts(page, hash);
      for (const theme of themes) {
        await showTheme(page, theme);
        const path = join(out, `${name}-${theme}.png`);
        await page.screenshot({ path, fullPage: name === 'parts', animations: 'disabled' });
        process.stdout.write(`${path}\n`);
      }
      await page.goto('about:blank');
    }
  } finally {
    await browser.close();
  }
}

await main();
