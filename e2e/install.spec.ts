import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { APPEARANCE_COOKIE } from '#contract/appearance.ts';
import { expectRows, openRevertOff, readyToScan, scanPair, startWithDemo, unfold, openWithDemo } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { expect, test as onDisk, inMemory as test } from './rig/test.ts';
import { moveTo } from './rig/inPage.ts';

/** The app as the browser knows it once it is installed, which Playwright's protocol does not name. */
interface Installed {
  send(method: 'PWA.install', parameters: { manifestId: string; installUrlOrBundleUrl?: string }): Promise<unknown>;
  send(method: 'PWA.launch', parameters: { manifestId: string; url?: string }): Promise<{ targetId: string }>;
  send(method: 'PWA.getOsAppState', parameters: { manifestId: string }): Promise<{ badgeCount: number }>;
  send(method: 'PWA.uninstall', parameters: { manifestId: string }): Promise<unknown>;
}

onDisk('the manifest has no error, and everything it names is there', async ({ gateway, handheld }) => {
  const { context, page } = await handheld.open();
  await startWithDemo(page, gateway);
  const devtools = await context.newCDPSession(page);
  const { errors, data, url: foundAt } = await devtools.send('Page.getAppManifest');
  expect(foundAt).toBe(`${gateway.origin}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  expect(await devtools.send('Page.getAppId')).toMatchObject({ appId: `${gateway.origin}/` });
  const manifest = JSON.parse(data ?? '') as Manifest;
  expect(manifest).toMatchObject({
    id: '/',
    scope: '/',
    display: 'standalone',
    launch_handler: { client_mode: 'focus-existing' },
    share_target: { action: '/share', method: 'GET' },
  });
  expect(manifest).not.toHaveProperty('orientation'); // WCAG 1.3.4
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable', 'monochrome']));
  expect(new Set(manifest.screenshots.map(({ form_factor: form }) => form))).toEqual(new Set(['narrow', 'wide']));
  for (const { label } of manifest.screenshots) expect(label).not.toBe('');
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/tasks/revert-off', '/tasks/bag', '/queue', '/settings']);

  const pictures = [manifest.icons, manifest.screenshots, ...manifest.shortcuts.map(({ icons }) => icons)].flat();
  for (const { src, sizes } of pictures.filter(({ sizes: said }) => said !== 'any')) {
    const seen = await page.evaluate(async (url) => {
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect([src, seen]).toEqual([src, sizes]);
  }
  const kept = await page.evaluate(async () =>
    Promise.all(
      (await caches.keys()).map(async (name) =>
        (await caches.open(name)).keys().then((keys) => keys.map(({ url }) => url)),
      ),
    ),
  );
  expect(kept.flat().filter((url) => url.includes('/screenshots/'))).toEqual([]);
});

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly purpose?: string;
  readonly form_factor?: string;
  readonly label?: string;
}
interface Manifest {
  readonly short_name: string;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Picture[] }[];
}

onDisk(
  'installed, it is launched from its icon, its badge counts what is open, and it starts without a network @promise',
  async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await startWithDemo(first.page, gateway);
    const devtools = await installedApp(await first.context.newCDPSession(first.page), gateway);
    const manifestId = `${gateway.origin}/`;
    await devtools.send('PWA.launch', { manifestId });
    const badge = async (): Promise<number> => (await devtools.send('PWA.getOsAppState', { manifestId })).badgeCount;

    await openRevertOff(first.page, gateway);
    await gateway.stop();
    await scanPair(first.page, 'D-1001', 'S-01-A');
    await scanPair(first.page, 'D-1002', 'S-02-A');
    await expectRows(first.page, { waiting: 2 });
    await expect.poll(badge).toBe(2);
    await handheld.close();

    const { page } = await handheld.open(); // cold, and no gateway
    await openRevertOff(page, gateway);
    await expectRows(page, { waiting: 2 });
    await gateway.start();
    await expectRows(page, { answered: 2 });
    const again = (await page.context().newCDPSession(page)) as unknown as Installed;
    await expect.poll(async () => (await again.send('PWA.getOsAppState', { manifestId })).badgeCount).toBe(0);
  },
);

/** Installs the app as the browser's own question would. */
async function installedApp(session: CDPSession, { origin }: Gateway): Promise<Installed> {
  const devtools = session as unknown as Installed;
  await devtools.send('PWA.install', { manifestId: `${origin}/` });
  return devtools;
}

onDisk('what the browser offers is kept for the settings, and said once at home', async ({ gateway, handheld }) => {
  const { page } = await handheld.open(['--bypass-app-banner-engagement-checks']);
  await startWithDemo(page, gateway);
  await page.locator('h1').click();
  await page.reload();
  const offer = page.getByRole('main').getByRole('button', { name: 'Install Scanline' });
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Supervisor' }).click();
  const section = page.getByRole('region', { name: 'On the home screen' });
  await unfold(section);
  await section.getByRole('button', { name: 'Install Scanline' }).click(); // nobody answers the browser's question here
  await expect(section.getByText(/Open its menu/)).toBeVisible();
  await page.reload();
  await unfold(section);
  await expect(section.getByRole('button', { name: 'Install Scanline' })).toBeVisible(); // it may be asked for again
  await page.goto(gateway.origin);
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('a share and a link bring a code home, to be used by a tap, also without a network; what is no code is said so', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await handheld.open();
  await context.addInitScript(() => {
    const launchQueue = { setConsumer: (consumer: typeof globalThis.testLaunch) => (globalThis.testLaunch = consumer) };
    Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue });
  });
  await startWithDemo(page, gateway);
  await gateway.stop();
  const held = page.locator('main output .panel');
  await page.goto(`${gateway.origin}/share?title=&text=WHAT-1`);
  await expect(held).toContainText('WHAT-1');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.reload();
  await expect(held).toContainText('WHAT-1'); // kept until somebody decides
  await held.getByRole('button', { name: /forget/i }).click();
  await page.goto(`${gateway.origin}/share?url=https%3A%2F%2Fexample.com%2F`);
  await expect(page.getByRole('alert').filter({ hasText: 'An address was shared' })).toBeVisible();
  await page.goto(`${gateway.origin}/share?text=D-1001%0AD-1002`);
  await expect(page.getByRole('alert').filter({ hasText: 'Several lines' })).toBeVisible();

  await page.goto(`${gateway.origin}/?op=RevertOff&code=D-1001`); // would begin a task: a person taps it
  await expect(held).toContainText('D-1001');
  await expect(held).toContainText('came from another app');
  for (const opened of [launched, (on: Page, url: string) => on.goto(url)]) {
    await opened(page, `${gateway.origin}/tasks/revert-off`); // by a shortcut, by its address: it is not what was chosen
    await readyToScan(page);
    await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(held).toContainText('D-1001');
  }
  await page.getByRole('link', { name: /back on shelf/i }).click();
  await page.getByRole('button', { name: 'It is the delivery' }).click();
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await readyToScan(page);
  await page.getByRole('button', { name: /D-1001/ }).click();
  await expect(page.getByRole('region', { name: 'What it is' })).toContainText('from another app');
  await page.getByRole('button', { name: /D-1001/ }).click();

  // A shortcut of the installed app comes to the window that is open, and asks before half a task is left.
  await launched(page, `${gateway.origin}/queue`);
  const leaving = page.getByRole('region', { name: /is not finished/ });
  await expect(leaving).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
  await launched(page, `${gateway.origin}/share?text=WHAT-2`);
  await expect(held).toContainText('WHAT-2');
  await launched(page, gateway.origin); // its icon: the worker stays where he is
  await launched(page, 'https://elsewhere.example/queue');
  await expect(held).toContainText('WHAT-2');
});

/** Launches the app anew, as its system would: Chromium gives no test a launch of a window that is open. */
async function launched(page: Page, targetURL: string): Promise<void> {
  await page.evaluate((url) => globalThis.testLaunch?.({ targetURL: url }), targetURL);
}

declare global {
  var testLaunch: ((launch: { targetURL: string }) => void) | undefined;
}

test('Start is the main button once what it needs is there; the settings are one screen and a half, the supervisor’s two, and what is done first stands first', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(gateway.origin);
  const start = page.getByRole('button', { name: 'Start' });
  await expect(start).not.toHaveClass(/button-primary/);
  await page.getByLabel('Access key').fill('demo-key-0001');
  await page.getByLabel('User id').fill('7');
  await expect(start).not.toHaveClass(/button-primary/);
  await page.getByText('Main warehouse').click();
  await expect(start).toHaveClass(/button-primary/);
  await start.click();
  await expect(page.locator('.tiles').first()).toBeVisible();
  for (const [part, most] of [
    ['', 1.5],
    ['/scanner', 1.5],
    ['/screen', 1.5],
    ['/supervisor', 2],
  ] as const) {
    await page.goto(`${gateway.origin}/settings${part}`);
    const body = page.locator('.page-body');
    await expect(body.locator('.label, .section-head').first()).toBeVisible();
    expect(await body.evaluate(({ scrollHeight }) => scrollHeight / innerHeight), part).toBeLessThanOrEqual(most);
  }
  for (const first of [
    page.getByRole('link', { name: 'Set up by code' }),
    page.getByRole('form', { name: 'Warehouse and key' }),
  ]) {
    await expect(first).toBeInViewport({ ratio: 1 });
  }
  await expect(page.locator('.page-body details[open]')).toHaveCount(0);
});

test.describe('a reset', () => {
  test('is for the supervisor, after the last answer or an export, and leaves nothing of Scanline behind', async ({
    gateway,
    handheld,
  }) => {
    const { context, page } = await handheld.open();
    await startWithDemo(page, gateway);
    await context.addCookies([{ name: 'left', value: 'over', url: gateway.origin, httpOnly: true }]);
    await openRevertOff(page, gateway);
    await gateway.fault({ kind: 'no-method', operation: 'RevertOff' });
    await scanPair(page, 'D-1003', 'S-02-A');
    await expectRows(page, { held: 1 });
    await page.goto(`${gateway.origin}/settings/supervisor`);
    const section = page.getByRole('region', { name: 'Reset this handheld' });
    await expect(section).toContainText('1 call is still open');
    await expect(section.getByRole('button')).toHaveCount(0);
    await unfold(section);
    await section.getByRole('link', { name: 'Export or hand over the queue' }).click();
    await page.getByRole('button', { name: 'All (JSON)' }).click();
    await expect(page.getByText(/scanline-export-/).first()).toBeVisible();
    await page.evaluate(moveTo, '/settings/supervisor');
    await unfold(section);
    await section.getByRole('button', { name: 'Reset this handheld' }).click();
    await expect(section).toContainText(/1 call is still open, and in scanline-export-/);
    await section.getByRole('button', { name: 'Keep everything' }).click();
    await expectRows(page, { held: 1 });
    await section.getByRole('button', { name: 'Reset this handheld' }).click();
    await section.getByRole('button', { name: 'Reset now' }).click();
    await expect(page).toHaveURL(`${gateway.origin}/`, { timeout: 40_000 });
    await expect(page.getByRole('button', { name: 'Use the training values' })).toBeVisible();
    // The new start notes its appearance, the usual one, and its own canary; there is nothing else.
    expect((await context.cookies()).filter(({ name, value }) => name !== APPEARANCE_COOKIE || value !== '..')).toEqual(
      [],
    );
    await expectRows(page, {});
    await expect
      .poll(async () =>
        (await page.evaluate(() => Object.keys(localStorage))).filter((name) => name !== APPEARANCE_COOKIE),
      )
      .toEqual(['scanline-canary']);
    await expect(page.locator('.notice')).toHaveCount(0); // what a person has emptied is no loss
  });

  test('without a network clears what is on the handheld, and says what the gateway did not hear', async ({
    gateway,
    handheld,
  }) => {
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/settings/supervisor`);
    await gateway.stop();
    const section = page.getByRole('region', { name: 'Reset this handheld' });
    await unfold(section);
    await section.getByRole('button', { name: 'Reset this handheld' }).click();
    await expect(section).toContainText('The queue is empty');
    await section.getByRole('button', { name: 'Reset now' }).click();
    await expect(section.getByRole('alert')).toContainText('The gateway was not there');
    expect(await page.evaluate(async () => [await caches.keys(), localStorage.length, document.cookie])).toEqual([
      [],
      0,
      '',
    ]);
    await gateway.start();
    await startWithDemo(page, gateway);
    await page.route('**/gateway/enrol/end', (route) => route.fulfill({ status: 500 }));
    await page.goto(`${gateway.origin}/settings/supervisor`);
    await unfold(section);
    await section.getByRole('button', { name: 'Reset this handheld' }).click();
    await section.getByRole('button', { name: 'Reset now' }).click();
    await expect(section.getByRole('alert')).toContainText('revoke this handheld', { timeout: 40_000 });
  });
});

test('an address without https is named, with what it costs and what to do', async ({ gateway, handheld }) => {
  const { page } = await handheld.open(['--host-resolver-rules=MAP scanline.test 127.0.0.1']);
  await page.goto(gateway.origin.replace('localhost', 'scanline.test'));
  await expect(page.getByRole('heading')).toHaveText('This address is not secure');
  await expect(page.locator('#cannot-start')).toContainText('Web Locks, Web Crypto');
  await expect(page.getByText(/https address/)).toBeVisible();
});

onDisk(
  'a browser that blocks cookies is told what to allow, and starts once it is allowed',
  async ({ gateway, handheld }) => {
    const preferences = join(handheld.profile, 'Default', 'Preferences');
    const block = 2;
    const setting = { profile: { default_content_setting_values: { cookies: block } } };
    await mkdir(join(handheld.profile, 'Default'));
    await writeFile(preferences, JSON.stringify(setting));
    const { page } = await handheld.open();
    await page.goto(gateway.origin);
    await expect(page.getByRole('heading')).toHaveText('This browser does not let Scanline save anything');
    await expect(page.getByText(/Allow cookies and site data for this address/)).toBeVisible();
    await expect(page.locator('#cannot-start')).toContainText('localStorage');
    await expect(page.locator('#cannot-start')).toContainText('Calls saved before are not touched');
    await handheld.close();
    await writeFile(preferences, '{}');
    await startWithDemo((await handheld.open()).page, gateway);
  },
);

test.describe('in a browser of another language', () => {
  test.use({ locale: 'ru', serviceWorkers: 'block' });
  test('one that is too old is told so, and what it lacks', async ({ gateway, page, context }) => {
    await context.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));
    await page.goto(gateway.origin);
    await expect(page.getByRole('heading')).toHaveText('Этот браузер слишком старый для Scanline');
    await expect(page.locator('#cannot-start')).toContainText('Object.hasOwn');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  });

  test('one that blocks the storage is told so, and none may translate the page under what draws it', async ({
    gateway,
    page,
    context,
  }) => {
    await page.goto(gateway.origin);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('translate', 'no');
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    });
    await page.goto(gateway.origin);
    await expect(page.getByRole('heading')).toHaveText('Браузер не даёт Scanline ничего сохранять');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  });
});
