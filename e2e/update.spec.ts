import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  expectRows,
  openRevertOff,
  readyToScan,
  scanPair,
  startWithDemo,
  openAtRevertOff,
  openWithDemo,
} from './rig/app.ts';
import { withChangingApp } from './rig/changingApp.ts';
import type { Gateway } from './rig/gateway.ts';
import { expect, test as onDisk, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { REPORT_HEADER } from '#wire/hello.ts';
import { decodeReport } from '#wire/report.ts';

/**
 * Looks for a newer worker, and waits until the one that is found has failed. Only where no page was opened under a worker:
 * the browser looks then by itself, and on a busy machine neither look may ever end (Chromium 156, in one of ten runs).
 */
async function lookInVain(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<ServiceWorker | null>((resolve) =>
      registration.addEventListener('updatefound', () => resolve(registration.installing)),
    );
    await registration.update();
    const next = await found;
    await new Promise<void>((resolve) => {
      const isOver = (): void => void (next?.state === 'redundant' && resolve());
      next?.addEventListener('statechange', isOver);
      isOver();
    });
  });
}

const offerOn = (page: Page): Locator => page.locator('.notice').filter({ hasText: 'A new version' });

/** @returns how often the page has been loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

/** @returns the reasons for which the page says, from now on, that it takes no newer version: one for each hello. */
function reasonsSaid(page: Page): readonly (string | undefined)[] {
  const said: (string | undefined)[] = [];
  page.on('request', (request) => {
    const report = request.headers()[REPORT_HEADER];
    if (report !== undefined) said.push(decodeReport(report)?.update);
  });
  return said;
}

/** The screen of the handheld goes off, or on: headless Chromium shows every page. */
const turnScreen = (page: Page, to: 'off' | 'on'): Promise<void> =>
  page.evaluate((isOff) => {
    Object.defineProperty(document, 'visibilityState', {
      get: () => (isOff ? 'hidden' : 'visible'),
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, to === 'off');

/** Tells whether a newer worker waits for the page. */
const hasWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/** The browser looks for a newer worker by itself a moment after a page was opened, and then has all of it fetched. */
const FOUND = { timeout: 60_000 };

test.slow(); // each installs the app, once or twice anew

const takeNow = 'Take it now';

onDisk(
  'a new version is offered at home and waits while another window has half a task; then one tap brings it to both @promise',
  async ({ handheld }) => {
    await withChangingApp(async ({ gateway, worker, setWorker }) => {
      const first = await handheld.open();
      await startWithDemo(first.page, gateway);
      await handheld.close();
      await setWorker(`${worker}\n// a newer version\n`);
      const { context, page } = await handheld.open();
      await page.goto(gateway.origin);
      const offer = offerOn(page);
      await expect(offer).toBeVisible(FOUND);
      const other = await context.newPage();
      await openRevertOff(other, gateway);
      await burst(other, 'D-1001');
      await expect(other.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
      await page.bringToFront();
      await expect(other.locator('.notice')).toHaveCount(0); // not in a task
      const loads = [countLoads(page), countLoads(other)];
      await offer.getByRole('button', { name: takeNow }).click();
      await expect(offer).toContainText('Another window of Scanline has something begun');
      expect(loads.map((count) => count())).toEqual([0, 0]);

      await other.bringToFront();
      await readyToScan(other);
      await burst(other, 'S-01-A');
      await expectRows(other, { answered: 1 });
      await page.bringToFront();
      const reloaded = [page.waitForEvent('load'), other.waitForEvent('load')];
      await offer.getByRole('button', { name: takeNow }).click();
      await Promise.all(reloaded);
      await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
      await readyToScan(other);
      await expect(offer).toHaveCount(0);
      expect(loads.map((count) => count())).toEqual([1, 1]); // one reload each
      expect(await gateway.executions('RevertOff')).toHaveLength(1);
    });
  },
);

onDisk(
  'a new version comes by itself as the app is opened with it; one that comes later waits for the end of a task, and for nobody to be at work in any window',
  async ({ handheld }) => {
    await withChangingApp(async ({ gateway, worker, setWorker }) => {
      const first = await handheld.open();
      await startWithDemo(first.page, gateway);
      await handheld.close();
      await setWorker(`${worker}\n// a newer version\n`);
      const before = await handheld.open();
      await openRevertOff(before.page, gateway);
      await burst(before.page, 'D-1001');
      await expect.poll(() => hasWaiting(before.page), FOUND).toBe(true); // and is not taken: something is begun
      await handheld.close();

      const { context, page } = await handheld.open();
      await page.goto(gateway.origin);
      await expect.poll(() => hasWaiting(page), FOUND).toBe(false);
      await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible(); // the half task is still there

      await readyToScan(page);
      await burst(page, 'S-01-A');
      await expectRows(page, { answered: 1 });
      await setWorker(`${worker}\n// the newest version\n`);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
      await expect.poll(() => hasWaiting(page), FOUND).toBe(true);
      await burst(page, 'D-1002');
      await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
      const loads = countLoads(page);
      const said = reasonsSaid(page);
      await turnScreen(page, 'off');
      await turnScreen(page, 'on');
      await expect.poll(() => said.at(-1)).toBe('task');
      await burst(page, 'S-02-A');
      await expectRows(page, { answered: 2 });
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online'))); // asks for a hello
        expect(said.at(-1)).toBe('use');
      }).toPass();
      const other = await context.newPage();
      await other.goto(gateway.origin);
      await readyToScan(other);
      await other.getByText('Scan anything').click();
      await turnScreen(page, 'off');
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        expect(said.at(-1)).toBe('task');
      }).toPass();
      expect(loads()).toBe(0);
      const loaded = [page.waitForEvent('load'), other.waitForEvent('load')];
      await turnScreen(other, 'off');
      await Promise.all(loaded);
      await expectRows(page, { answered: 2 });
      expect(await gateway.executions('RevertOff')).toHaveLength(2);
    }, 'at-rest');
  },
);

test('a new version is offered also after ones that could not be installed', async ({ handheld }) => {
  await withChangingApp(async ({ gateway, worker, setWorker }) => {
    const page = await openWithDemo(handheld, gateway);
    for (const missing of ['is-not-there', 'nor-is-this']) {
      await setWorker(worker.replace(/"assets\/CameraPanel-[^"]+"/, `"assets/${missing}.js"`));
      await lookInVain(page);
    }
    await setWorker(`${worker}\n// a newer version\n`);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
    await expect(offerOn(page)).toBeVisible(FOUND);
  });
});

test('a new version that the site leaves to a tap is taken at rest, and not before, once the floor has asked for it', async ({
  handheld,
}) => {
  await withChangingApp(async ({ gateway, worker, setWorker }) => {
    const page = await openWithDemo(handheld, gateway);
    await setWorker(`${worker}\n// a newer version\n`);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
    await expect(offerOn(page)).toBeVisible(FOUND);
    const [loads, said] = [countLoads(page), reasonsSaid(page)];
    const saysNow = async (reason: string): Promise<void> =>
      expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online'))); // asks for a hello
        expect(said.at(-1)).toBe(reason);
      }).toPass();
    await turnScreen(page, 'off');
    await saysNow('tap');
    await turnScreen(page, 'on');
    await page.getByText('Scan anything').click();
    const asked = await fetch(`${gateway.origin}/gateway/floor/update`, {
      method: 'POST',
      headers: { ...gateway.here(), 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    });
    expect(asked.status).toBe(303);
    await saysNow('use');
    expect(loads()).toBe(0);
    const loaded = page.waitForEvent('load');
    await turnScreen(page, 'off');
    await loaded;
  });
});

test('a new version that cannot be installed leaves the old one as it was, also for a start without a network', async ({
  handheld,
}) => {
  await withChangingApp(async ({ gateway, worker, setWorker }) => {
    const page = await openWithDemo(handheld, gateway);
    await setWorker(worker.replace(/"assets\/CameraPanel-[^"]+"/, '"assets/is-not-there.js"'));
    await lookInVain(page);
    await gateway.stop();
    await page.goto(`${gateway.origin}/tasks/revert-off`);
    await readyToScan(page);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { waiting: 1 });
    await page.getByRole('button', { name: 'Camera', exact: true }).click();
    await expect(page.locator('.camera')).toBeAttached(); // no part of the old one is gone
  });
});

test('back to an older version keeps the calls and sends them; one that cannot read the database says so and changes nothing', async ({
  handheld,
}) => {
  await withChangingApp(async ({ gateway, worker, setWorker }) => {
    const page = await openWithDemo(handheld, gateway);
    await setWorker(`${worker}\n// a newer version\n`);
    await take(page, gateway);
    await gateway.stop();
    await openRevertOff(page, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { waiting: 1 });
    await setWorker(worker); // whoever looks after the gateway goes back
    await gateway.start();
    await expectRows(page, { answered: 1 });
    await take(page, gateway);
    await expectRows(page, { answered: 1 });
    await openRevertOff(page, gateway);
    await scanPair(page, 'D-1002', 'S-02-A');
    await expectRows(page, { answered: 2 });

    await page.goto(`${gateway.origin}/manifest.webmanifest`); // no page of the app is open
    await page.evaluate(async () => {
      const opening = indexedDB.open('scanline', 99); // as a newer version with another database would leave it
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      opening.result.close();
    });
    await page.goto(gateway.origin);
    await expect(page.getByRole('alert').first()).toContainText('newer Scanline');
    await page.getByRole('button', { name: /Export/ }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'All (JSON)' }).click();
    expect(await readFile(await (await file).path(), 'utf8')).toContain('D-1002');
    await expectRows(page, { answered: 2 });
    expect(await gateway.executions('RevertOff')).toHaveLength(2);
  });
});

/** Takes what the gateway serves now, in the settings. */
async function take(page: Page, gateway: Gateway): Promise<void> {
  await page.goto(`${gateway.origin}/settings/supervisor`);
  const button = page.getByRole('button', { name: 'Take the new version' });
  await expect(button).toBeVisible(FOUND);
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 5_000 }); // while the page changes no other was open: the browser may take it itself
    await expect(button).toBeHidden({ timeout: 30_000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Supervisor', exact: true })).toBeVisible();
}

test('a new version that is taken in mid-replay waits for the call that is being sent, and the rest goes on in it', async ({
  handheld,
}) => {
  await withChangingApp(async ({ gateway, worker, setWorker }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await setWorker(`${worker}\n// a newer version\n`);
    await page.goto(`${gateway.origin}/settings/supervisor`);
    const button = page.getByRole('button', { name: 'Take the new version' });
    await expect(button).toBeVisible(FOUND);

    await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 3_000, times: 1 });
    const other = await page.context().newPage();
    await openRevertOff(other, gateway);
    await scanPair(other, 'D-1001', 'S-01-A');
    await scanPair(other, 'D-1002', 'S-02-A');
    await expectRows(page, { sending: 1, waiting: 1 });
    await other.close();
    const reloaded = page.waitForEvent('load');
    await button.click();
    await reloaded;
    await expectRows(page, { answered: 2 });
    const tries = await page.evaluate(async () => {
      const opening = indexedDB.open('scanline');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const all = opening.result.transaction('attempts').objectStore('attempts').getAll();
      await new Promise((resolve) => all.addEventListener('success', resolve));
      opening.result.close();
      return (all.result as { seq: number; phase: string; outcome?: { kind: string } }[]).map(
        ({ seq, phase, outcome }) => [seq, phase, outcome?.kind],
      );
    });
    expect(tries).toEqual([
      [1, 'replied', 'answered'],
      [2, 'replied', 'answered'],
    ]);
    expect(await gateway.executions('RevertOff')).toHaveLength(2);
  });
});
