import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'acorn';
import { floor } from '#contract/browsers.ts';
import { keepFresh } from '#main/freshBuild.ts';
import { standinSite } from '#standin/site.ts';
import { type Aged, withAgedApp } from './rig/agedApp.ts';
import { expectRows, openRevertOff, readyToScan, scanPair, startWithDemo } from './rig/app.ts';
import { graceful, youngIn } from './rig/cssFloor.ts';
import { floorOfAll, floorOfOlder } from './rig/floor.ts';
import type { Gateway } from './rig/gateway.ts';
import { layoutFaults } from './rig/layout.ts';
import { expect, test } from './rig/test.ts';
import { barcodeVideo } from './rig/video.ts';
import { burst } from './rig/wedge.ts';
import { youngMembers } from './rig/youngNames.ts';
import { oneOfEachKind, screens, walk } from './screens.ts';

const codes = { storeCode: { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A' } };
const site = { ...standinSite, codes, opens: [], imageHosts: ['img.example.com'] };

/** The browser says that it is this Chrome, of a Zebra TC52, in its pages and in its workers. */
const chrome = (major: number): string[] => [
  `--user-agent=Mozilla/5.0 (Linux; Android 10; TC52) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.4147.125 Mobile Safari/537.36`,
];

const older: Aged = { folder: 'old', oldest: floorOfOlder };
/** `npm test` builds without it. */
test.beforeAll(() => keepFresh('.', 'older'));

const builds: readonly (readonly [name: string, app: Aged, major: number])[] = [
  [`Chrome ${floor.chrome} and Safari ${floor.safari}`, { folder: '', oldest: floorOfAll }, floor.chrome],
  [`Chrome ${floor.olderChrome}`, older, floor.olderChrome],
];

for (const [name, app, major] of builds) {
  test.describe(`${name}, the oldest of a build`, () => {
    test.use({ worker: 'blocked' });
    test.slow();

    test('scans, shows a link of an answer, takes a scan back, and opens every screen', async ({ handheld }) => {
      await withAgedApp(app, site, async (gateway) => {
        const video = join(handheld.profile, 'code.y4m');
        await barcodeVideo(video, ['S-02-A']);
        const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`];
        const { page, context } = await handheld.open([...chrome(major), ...camera]);
        await context.grantPermissions(['camera'], { origin: gateway.origin });
        const errors: string[] = [];
        page.on('pageerror', ({ message }) => errors.push(message));
        await startWithDemo(page, gateway);
        expect(await page.evaluate(() => 'canParse' in URL || 'toSpliced' in [])).toBe(false);
        await scanAndTakeBack(page, gateway);
        await scanByCamera(page, gateway);
        await seeLink(page, gateway);
        await seeScreens(page, gateway);
        expect(errors).toEqual([]);
      });
    });

    test('has nothing cut off, covered, too small or too near @night', async ({ handheld }) => {
      await withAgedApp(app, {}, async (gateway) => {
        const { page } = await handheld.open(chrome(major));
        await page.setViewportSize({ width: 360, height: 640 });
        const part = screens.filter((screen) => oneOfEachKind.test(screen.name));
        const found: string[] = [];
        await walk({ page, gateway }, part, ['en'], async (screen) => {
          found.push(...(await layoutFaults(page)).map((fault) => `${screen.name}: ${fault}`));
        });
        expect(found).toEqual([]);
      });
    });
  });
}

async function scanAndTakeBack(page: Page, gateway: Gateway): Promise<void> {
  await openRevertOff(page, gateway);
  await burst(page, 'D-1004');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  for (const code of ['D-1002', 'XYZ', 'S-01-B']) await burst(page, code);
  await expectRows(page, { answered: 2 });
  const left = page.getByRole('region', { name: '1 scan not taken' });
  await left.locator('summary').click(); // in one line until somebody looks at it
  await left.getByRole('button', { name: 'Remove XYZ' }).click();
  await expect(page.getByRole('region', { name: 'not taken' })).toBeHidden();
}

async function scanByCamera(page: Page, gateway: Gateway): Promise<void> {
  await openRevertOff(page, gateway);
  await burst(page, 'D-1005');
  await page.getByRole('button', { name: 'Camera' }).click();
  await expectRows(page, { answered: 3 });
}

async function seeLink(page: Page, gateway: Gateway): Promise<void> {
  await page.context().route(/GetWbBatchBagPackages/, (route) =>
    route.fulfill({
      contentType: 'text/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="utf-8"?><string xmlns="http://tempuri.org/">["https://img.example.com/report"]</string>`,
    }),
  );
  await page.goto(`${gateway.origin}/tasks/batch`);
  await readyToScan(page);
  await burst(page, 'WB-1');
  await expect(page.getByRole('region', { name: 'The service says' }).getByRole('link')).toHaveCount(2); // and what is known of it
}

async function seeScreens(page: Page, gateway: Gateway): Promise<void> {
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
}

/** Tells whether the page that is open is of the build for older browsers. */
const isOlder = (page: Page): Promise<boolean> =>
  page.evaluate(() => [...document.scripts].some(({ text }) => text.includes('WeakRef')));

test('an even older browser is told so, and which one it takes', async ({ handheld }) => {
  await withAgedApp({ ...older, oldest: { chrome: floor.olderChrome - 1 } }, site, async (gateway) => {
    const { page } = await handheld.open(chrome(floor.olderChrome - 1));
    await page.goto(gateway.origin);
    await expect(page.getByRole('heading')).toHaveText('This browser is too old for Scanline');
    await expect(page.locator('#cannot-start')).toContainText('String.replaceAll, Object.hasOwn');
  });
});

test('an older browser starts its own build without network, and once it is updated comes over to the build for all', async ({
  handheld,
}) => {
  test.slow();
  await withAgedApp(older, site, async (gateway) => {
    const { page, context } = await handheld.open(chrome(floor.chrome - 1));
    await startWithDemo(page, gateway);
    await context.setOffline(true);
    await openRevertOff(page, gateway);
    expect(await isOlder(page)).toBe(true);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { waiting: 1 });
    await handheld.close();

    const updated = await handheld.open(chrome(floor.chrome));
    await updated.page.goto(gateway.origin);
    expect(await isOlder(updated.page)).toBe(true); // as it was kept
    await updated.page.getByRole('button', { name: 'Take it now' }).click({ timeout: 60_000 });
    await expect.poll(() => isOlder(updated.page).catch(() => true)).toBe(false);
    await expectRows(updated.page, { answered: 1 });
  });
});

/** The files of the build for older browsers that end so. */
async function filesOfOlder(suffix: string): Promise<readonly (readonly [name: string, text: string])[]> {
  const folder = join(import.meta.dirname, '..', 'dist', 'old');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(suffix));
  expect(names.length).toBeGreaterThan(3);
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const));
}

/** Names that JavaScript has younger ones by, and that here are of the app's own things, of a library's, or asked for first. */
const namesakes = 'cause displayName dispose drop fileName grow take toArray transfer use'.split(' ');

test('no script for older browsers is younger than ES2020, or asks JavaScript for a name that they lack and nothing fills', async () => {
  const young = youngMembers(floorOfOlder);
  const gaps = await readFile('src/build/older/gaps.js', 'utf8');
  const filled = [...gaps.matchAll(/fill\(.+?, '(\w+)'/g)].map(([, name = '']) => name);
  const found = new Set<string>();
  for (const [name, text] of await filesOfOlder('.js')) {
    expect(() => parse(text, { ecmaVersion: 2020, sourceType: 'module' }), name).not.toThrow();
    for (const [, member = ''] of text.matchAll(/\.([A-Za-z]+)\b/g)) if (young.has(member)) found.add(member);
  }
  expect([...found].filter((name) => !filled.includes(name)).sort()).toEqual(namesakes);
  expect(filled.filter((name) => !found.has(name))).toEqual(['randomUUID']); // of the browser, not of JavaScript
});

/** Niceties for these browsers alone, beside those for all. */
const gracefulOfOlder: Readonly<Record<string, string>> = {
  ...graceful,
  ':focus-visible': 'the ring of the browser’s own',
  'text-underline-offset': 'the line stands where a line stands',
  'text-decoration-thickness': 'the same',
};

test('no style sheet for older browsers asks for what they lack, but for niceties', async () => {
  const page = await readFile('dist/old/index.html', 'utf8');
  const [, inPage = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
  for (const [name, css] of [...(await filesOfOlder('.css')), ['index.html', inPage] as const]) {
    // The build writes :is() a second time, as an older browser calls it. On paper the screen of the codes stands beside them.
    const hasTwin = (head: string): boolean =>
      css.includes(head.replaceAll(':is(', ':-webkit-any(')) || head.startsWith('[data-prints=codes] :is(');
    const lowered = css.replaceAll(/[^{}]*:is\([^{}]*(?=\{)/g, (head) => (hasTwin(head) ? '.twin' : head));
    expect(
      youngIn(lowered, floorOfOlder).filter((one) => !Object.hasOwn(gracefulOfOlder, one)),
      name,
    ).toEqual([]);
  }
});

test('a file that has one name in both builds is the same in both: the gateway looks for it in either', async () => {
  for (const name of await readdir('dist/old/assets')) {
    const inBoth = await Promise.all(
      ['dist', 'dist/old'].map((folder) => readFile(join(folder, 'assets', name), 'latin1').catch(() => undefined)),
    );
    if (inBoth[0] !== undefined) expect(inBoth[0] === inBoth[1], name).toBe(true);
  }
});

test('no script of the build looks behind in a pattern, which Safari before 16.4 cannot read', async () => {
  const folder = new URL('../dist/assets/', import.meta.url);
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts) {
    expect(await readFile(new URL(name, folder), 'utf8'), name).not.toMatch(/\(\?<[=!]/);
  }
});
