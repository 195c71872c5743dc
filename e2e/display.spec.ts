import type { Page } from '@playwright/test';
import { readyToScan, startWithDemo, startAtRevertOff } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { moveTo } from './rig/inPage.ts';

/** The colour of the page's ground, as `rgb(r, g, b)`. */
function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

test('F F27, F28: theme, hand and stillness are chosen by everybody, are there before the app, and hold', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.emulateMedia({ colorScheme: 'light' });
  await startWithDemo(page, gateway);
  const html = page.locator('html');
  const asDevice = await ground(page);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Screen' }).click();
  const section = page.getByRole('main');
  const grounds = new Set([asDevice]);
  for (const [word, theme] of [
    ['Dark', 'dark'],
    ['High contrast', 'contrast'],
  ] as const) {
    await section.getByText(word, { exact: true }).click();
    await expect(html).toHaveAttribute('data-theme', theme);
    grounds.add(await ground(page));
  }
  expect(grounds.size).toBe(3);
  await section.getByText('Left', { exact: true }).click();
  await expect(html).toHaveAttribute('data-hand', 'left');
  await section.getByText('Nothing moves').click();
  await expect(html).toHaveAttribute('data-motion', 'off');
  const moves = (part?: string) =>
    page.evaluate(
      (of) => getComputedStyle(document.querySelector('.switch-track') as Element, of).transitionProperty,
      part,
    );
  expect([await moves(), await moves('::before')]).toEqual(['none', 'none']);

  // The next start: none of the app's scripts has come yet.
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await page.context().newPage();
  await dark.route('**/assets/*.js', () => undefined);
  await dark.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
  await dark.goto(`${gateway.origin}/tasks/bag`, { waitUntil: 'commit' });
  await expect(dark.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await expect(dark.locator('html')).toHaveAttribute('data-hand', 'left');
  await expect
    .poll(() =>
      dark.evaluate(() =>
        [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => (meta as HTMLMetaElement).content),
      ),
    )
    .toEqual(['#000000', '#000000']); // behind the first paint, and still before the app
  await dark.close();

  // Whoever sends the page, it comes in this theme: no script has to run before its first paint.
  const has = (attributes: readonly string[]) => (text: string) => attributes.every((each) => text.includes(each));
  const isDressed = has([' data-known=""', ' data-theme="contrast"', ' data-hand="left"', ' data-motion="off"']);
  const sent = (path: string): Promise<string> => page.evaluate(async (at) => (await fetch(at)).text(), path);
  expect(isDressed(await sent('/?from=the-gateway'))).toBe(true);
  for (const path of ['/tasks/bag', '/tasks/revert-off']) {
    const next = await page.context().newPage();
    await next.route('**/assets/*', () => undefined);
    await expect
      .poll(async () => isDressed(await (await next.goto(`${gateway.origin}${path}`, { waitUntil: 'commit' }))!.text()))
      .toBe(true); // the worker is told of it, and may still be writing
    await next.close();
  }

  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  const complete = page.getByRole('button', { name: 'Complete BAG-2001' });
  const type = page.getByRole('button', { name: 'Type', exact: true });
  const xOf = async (button: typeof type): Promise<number> => (await button.boundingBox())?.x ?? Number.NaN;
  expect(await xOf(complete)).toBeLessThan(await xOf(type));
  expect(await page.locator('.said').evaluate((said) => getComputedStyle(said).animationName)).toBe('none');
  await page.evaluate(() => document.documentElement.removeAttribute('data-hand'));
  expect(await xOf(complete)).toBeGreaterThan(await xOf(type));
  const { y, height } = (await complete.boundingBox()) ?? { y: 0, height: 0 };
  expect(y + height / 2).toBeGreaterThan((800 * 2) / 3); // the lower third

  await page.goto(`${gateway.origin}/settings/screen`);
  await section.getByText('As the device', { exact: true }).click();
  await expect(html).not.toHaveAttribute('data-theme');
  expect(await ground(page)).toBe('rgb(13, 17, 21)');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await ground(page)).toBe(asDevice);
});

test('F C1: a soft keyboard takes its room and nothing jumps: header on top, what is typed over the keyboard', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, gateway);
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  const top = page.locator('header.top');
  const before = await top.boundingBox();
  for (const height of [480, 390, 320]) {
    await page.setViewportSize({ width: 360, height }); // as interactive-widget=resizes-content does
    await expect.poll(() => page.evaluate(() => visualViewport?.height)).toBe(height);
    expect(await top.boundingBox()).toEqual(before);
    const field = await page.getByLabel('Type the delivery').boundingBox();
    const ok = await page.getByRole('button', { name: 'OK' }).boundingBox();
    expect(field?.y).toBeGreaterThan(0);
    expect((ok?.y ?? 0) + (ok?.height ?? 0)).toBeLessThanOrEqual(height);
    expect((ok?.y ?? 0) + (ok?.height ?? 0)).toBeGreaterThan(height - 40);
  }
});

/** Stands in for the browser's wake lock and battery; `held` tells whether the screen is held on. */
function fakeWakeLock(page: Page, level: number): Promise<unknown> {
  return page.addInitScript((charge) => {
    const rig = { held: 0, asked: 0, locks: [] as EventTarget[] };
    (globalThis as { wakeRig?: typeof rig }).wakeRig = rig;
    const request = async () => {
      rig.asked += 1;
      rig.held += 1;
      const lock = Object.assign(new EventTarget(), {
        released: false,
        release: async () => {
          if (!lock.released) rig.held -= 1;
          lock.released = true;
        },
      });
      rig.locks.push(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    const battery = Object.assign(new EventTarget(), { level: charge, charging: false });
    Object.defineProperty(navigator, 'getBattery', { value: async () => battery });
    Object.assign(globalThis, { battery });
  }, level);
}

function held(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { wakeRig: { held: number } }).wakeRig.held);
}

/** Does what the browser does to a page that goes out of sight: it takes the lock away. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(async (hidden) => {
    const { locks } = (globalThis as unknown as { wakeRig: { locks: { release(): Promise<void> }[] } }).wakeRig;
    if (hidden) for (const lock of locks) await lock.release();
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

test('F F29: the screen stays on while a task is open, again after another app, and not on an empty battery', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await fakeWakeLock(page, 0.8);
  await startWithDemo(page, gateway);
  expect(await held(page)).toBe(0);
  await page.getByRole('link', { name: /back on shelf/i }).click();
  await expect.poll(() => held(page)).toBe(1);
  await hide(page, true);
  expect(await held(page)).toBe(0);
  await hide(page, false);
  await expect.poll(() => held(page)).toBe(1);
  await page.evaluate(() => {
    const { battery } = globalThis as unknown as { battery: EventTarget & { level: number } };
    battery.level = 0.14;
    battery.dispatchEvent(new Event('levelchange'));
  });
  await expect.poll(() => held(page)).toBe(0);
  await page.evaluate(moveTo, '/settings/screen');
  await page
    .getByRole('group', { name: /screen stays on/ })
    .getByText('Always')
    .click();
  await page.goBack();
  await expect.poll(() => held(page)).toBe(1);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => held(page)).toBe(0);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Screen' }).click();
  await page
    .getByRole('group', { name: /screen stays on/ })
    .getByText('Never')
    .click();
  await page.goBack();
  await page.goBack();
  const asked = await page.evaluate(() => (globalThis as unknown as { wakeRig: { asked: number } }).wakeRig.asked);
  await page.getByRole('link', { name: /back on shelf/i }).click();
  await expect(page.getByRole('heading', { name: /Scan the delivery/ })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { wakeRig: { asked: number } }).wakeRig.asked)).toBe(
    asked,
  );
});
