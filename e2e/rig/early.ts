import type { Page } from '@playwright/test';
import { DOUBTED_MS } from './app.ts';

/** Slows the page's main thread down. @param rate - 6: six times slower; 1: as it is. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Holds back every script of the build from now on, or others. Needs a page without a service worker. @returns lets them through. */
export async function holdScripts(page: Page, scripts = '**/assets/*.js'): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Has the page's own keeping of scans come late, as a file of its own, until what it returns is called. */
export async function holdKeeping(page: Page): Promise<() => void> {
  const release = await holdScripts(page, '**/early-scan.js');
  await page.route(
    ({ pathname }) => pathname.startsWith('/tasks/'),
    async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const late = html.replace(
        /<script>(?:(?!<\/script>)[^])*earlyScan[^]*?<\/script>/,
        ['early-scan', 'appearance', 'can-start'].map((name) => `<script src="/${name}.js"></script>`).join(''),
      );
      if (late === html) throw new Error('the page keeps no scans');
      await route.fulfill({ response: answer, body: late });
    },
  );
  return release;
}

/** Opens an address and comes back with the first paint, before any other file has to be there. */
export async function openToFirstPaint(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
}

/** The same, and goes on until the page keeps what is typed: the styles have come, and no script of the build has to. */
export async function openToKeeping(page: Page, address: string): Promise<void> {
  await openToFirstPaint(page, address);
  await page.waitForFunction(() => 'earlyScan' in window);
}

/** The same, and goes on until no scan is doubted and the page's own field has the focus, for what is put in at once. */
export async function openPastDoubt(page: Page, address: string): Promise<void> {
  await openToFirstPaint(page, address);
  await page.waitForFunction((ms) => {
    const paintedMs = performance.getEntriesByType('paint')[0]?.startTime ?? Number.NaN;
    const isPast = new Event('now').timeStamp - paintedMs > ms;
    return isPast && document.activeElement?.hasAttribute('data-scan-anywhere') === true;
  }, DOUBTED_MS);
}

/** Every scan of every call on the disk, in the order of the calls and of their steps. */
export async function scansOnDisk(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
    const all = opening.result.transaction('calls').objectStore('calls').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    const rows = all.result as { seq: number; scans: readonly { text: string }[] }[];
    return rows.sort((a, b) => a.seq - b.seq).flatMap(({ scans }) => scans.map(({ text }) => text));
  });
}
