import type { Page } from '@playwright/test';
import { expectRows, readyToScan, openWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';

test.use({ worker: 'blocked' });

declare global {
  /** Work that waits for an idle moment of the page: none comes by itself here. */
  var waitingForIdle: IdleRequestCallback[] | undefined;
}

/** Gives the page one idle moment, once something waits for it. */
async function giveIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis.waitingForIdle ?? []).length > 0);
  await page.evaluate(() => globalThis.waitingForIdle?.shift()?.({ didTimeout: false, timeRemaining: () => 50 }));
}

const noteOf = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('scanline-canary'));

test('what nobody waits for at a start is left to idle moments, one each: none comes between the keys of a scan', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await expect.poll(() => noteOf(page)).toContain('"open":0');
  await page.addInitScript(() => {
    localStorage.removeItem('scanline-canary'); // here, as the page before may write it once more
    const waiting: IdleRequestCallback[] = [];
    globalThis.waitingForIdle = waiting;
    globalThis.requestIdleCallback = (work) => waiting.push(work);
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(gateway.origin);
  await readyToScan(page);
  await expectRows(page, {}); // the counts are read before the storage is looked at
  await page.waitForFunction(() => (globalThis.waitingForIdle ?? []).length > 0);
  expect(await noteOf(page)).toBeNull();
  await giveIdle(page);
  await expect.poll(() => noteOf(page)).toContain('"open":0');
  await giveIdle(page); // for what the codes were
  await page.waitForFunction(() => (globalThis.waitingForIdle ?? []).length > 0);
  expect(asked).not.toContain('/gateway/site');
  await giveIdle(page);
  await expect.poll(() => asked).toContain('/gateway/site');
  expect(await page.evaluate(() => globalThis.waitingForIdle?.length)).toBeLessThanOrEqual(1); // the next one, once that has come
});
