import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { FloorPicture } from '#e2e/docsPictures.ts';
import { SUPERVISOR, startFloor } from '#lab/floorDemo/startFloor.ts';

const phone = { width: 360, height: 640 };
const desk = { width: 1200, height: 360 };

/** The pictures of a floor of forty handhelds: the address, the size, and what is brought into sight. */
const pictures: Readonly<Record<FloorPicture, readonly [address: string, size: typeof phone, shown?: string]>> = {
  floor: ['floor', desk, 'main'],
  'floor-phone': ['floor', phone],
  'floor-doubt': ['ledger?asker=1', phone, '.buttons'],
  'floor-lost': ['floor/one?id=d1', phone],
  'floor-check-out': ['floor/one?id=d4', phone],
};

/** Makes the pictures of the floor that docs/ shows. @param out - the folder. @returns their number. */
export async function picturesOfFloor(browser: Browser, out: string): Promise<number> {
  await using floor = await startFloor(40, '0');
  const page = await (await browser.newContext({ locale: 'en' })).newPage();
  await signIn(page, floor.url);
  for (const [name, [address, size, shown]] of Object.entries(pictures)) {
    await page.setViewportSize(size);
    await page.goto(`${floor.url}/gateway/${address}`);
    await page.waitForLoadState();
    const block: ScrollLogicalPosition = size === desk ? 'start' : 'nearest';
    if (shown !== undefined)
      await page
        .locator(shown)
        .first()
        .evaluate((part, at) => part.scrollIntoView({ block: at }), block);
    await page.screenshot({ path: join(out, `${name}.png`), animations: 'disabled', caret: 'hide' });
  }
  return Object.keys(pictures).length;
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/gateway/floor`);
  await page.locator('input[name=name]').fill(SUPERVISOR.name);
  await page.locator('input[type=password]').fill(SUPERVISOR.password);
  await page.locator('.button-primary').click();
  await page.locator('main .tiles').waitFor();
}
