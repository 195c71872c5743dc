import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { standinSite } from '#standin/site.ts';
import { expectRows, openRevertOff, scanPair, unfold, openAtRevertOff } from './rig/app.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { expect, online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { programFile } from '#main/testing/gatewayProcess.ts';

const KEY = 'demo-key-0001';
const NOT_ENROLLED = 'This handheld is not set up: ask your supervisor for a set-up code.';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanline-enrol-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `npm run provision`'s program, which asks the running gateway. */
async function provision(
  { origin, dataDir }: Gateway,
  name: string,
): Promise<{ link: string; passcode: string; printed: string }> {
  const out = join(folder, 'code.html');
  const args = ['--url', origin, '--warehouse', '1', '--scanner', 'enter', '--name', name, '--out', out];
  const child = spawn(process.execPath, [programFile('provision'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  const [link = ''] = /http\S+\/set-up#[A-Z2-7]+/.exec(printed) ?? [];
  const [, passcode = ''] = /Passcode: (\S+)/.exec(printed) ?? [];
  return { link, passcode, printed };
}

async function show(page: Page, { link, passcode }: { link: string; passcode: string }): Promise<void> {
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, link);
  await page.getByLabel('Passcode').fill(passcode);
  await page.getByRole('button', { name: 'Show what it sets' }).click();
  await expect(page.getByText('stays with the gateway; this handheld will be enrolled')).toBeVisible();
}

test('a handheld without a key is enrolled by one code, waits while it is revoked, and goes on with a new one @promise', async ({
  handheld,
}) => {
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify({ ...standinSite, demo: undefined }));
  const env = { UPSTREAM_API_KEY: KEY, ENROLMENT: 'required', LOG_LEVEL: 'trace', SITE_CONFIG: site };
  const gateway = await createGateway(env);
  await gateway.start();
  try {
    const { page, context } = await handheld.open();
    await page.goto(gateway.origin);
    await expect(page.getByText(NOT_ENROLLED)).toBeVisible();
    await expect(page.getByLabel('Access key')).toHaveCount(0);
    const first = await provision(gateway, 'Dock 3');
    expect(first.printed).not.toContain(KEY);
    await page.getByRole('button', { name: 'Set up by code' }).click();
    await show(page, first);
    await gateway.stop();
    await page.getByRole('button', { name: 'Set it up' }).click();
    await expect(page.getByText('Enrolling needs the network')).toBeVisible();
    await gateway.start();
    await page.getByRole('button', { name: 'Set it up' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.locator('[data-scan-sink]')).toBeFocused();
    await burst(page, 'W-007');
    await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();

    await openRevertOff(page, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { answered: 1 });
    const cookies = (await context.cookies()).filter(({ name }) => name !== 'scanline-look'); // public/appearance.js
    expect(cookies).toMatchObject([{ name: 'scanline-device', httpOnly: true, sameSite: 'Strict', path: '/' }]);
    expect(await page.evaluate('document.cookie')).not.toContain('scanline-device');

    const list = await context.newPage();
    await list.setExtraHTTPHeaders(gateway.here());
    await list.goto(`${gateway.origin}/gateway/devices`);
    await expect(list.getByRole('cell', { name: 'Dock 3', exact: true })).toBeVisible();
    // On a handheld's screen each value says what it is.
    const labels = await list
      .locator('tbody td')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    expect(labels).toEqual(['"Number "', 'none', '"Enrolled "', '"Last seen "', '"State "']); // its name is the headline
    await list.getByText('Revoke', { exact: true }).click();
    await list.getByRole('button', { name: 'Revoke Dock 3' }).click();
    await expect(list.getByText(/revoked .*20\d\d/)).toBeVisible();
    await list.close();

    await scanPair(page, 'D-1002', 'S-01-A');
    await expect(page.getByText(NOT_ENROLLED)).toBeVisible();
    await expectRows(page, { answered: 1, waiting: 1 });
    await page.goto(`${gateway.origin}/queue`);
    await page.getByRole('link', { name: NOT_ENROLLED }).click();
    await show(page, await provision(gateway, 'Dock 3'));
    await page.getByRole('button', { name: 'Set it up' }).click();
    await expect(page.getByText('This handheld is set up.')).toBeVisible();
    await expectRows(page, { answered: 2 });
    await expect(page.getByText(NOT_ENROLLED)).toHaveCount(0);
    expect(await gateway.executions('RevertOff')).toHaveLength(2);
    const secrets = [
      KEY,
      ...cookies.map(({ value }) => value),
      ...(await context.cookies()).flatMap(({ httpOnly, value }) => (httpOnly ? [value] : [])),
    ];
    for (const secret of secrets) expect(gateway.printed()).not.toContain(secret);

    // A reset gives the token back: nobody has to think of revoking what is as new.
    await page.goto(`${gateway.origin}/settings/supervisor`);
    const reset = page.getByRole('region', { name: 'Reset this handheld' });
    await unfold(reset);
    await reset.getByRole('button', { name: 'Reset this handheld' }).click();
    await reset.getByRole('button', { name: 'Reset now' }).click();
    await expect(page.getByText(NOT_ENROLLED)).toBeVisible({ timeout: 40_000 });
    await page.setExtraHTTPHeaders(gateway.here());
    await page.goto(`${gateway.origin}/gateway/devices`);
    await expect(page.getByText(/revoked .*20\d\d/)).toHaveCount(2);
  } finally {
    await gateway.remove();
  }
});

/** Reads the code that a page of the gateway shows, as a scanner does: from its picture. */
async function scannedFrom(page: Page): Promise<string> {
  const wasm = await readFile('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const picture = await page.locator('.set-up-code svg').screenshot();
  const [code] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  return code?.text ?? '';
}

test('after “Revoke all” one scan brings a handheld back with all that waits on it, in the middle of a task, and a stranger is told in one sentence @promise', async ({
  handheld,
  browser,
}) => {
  const gateway = await createGateway({ UPSTREAM_API_KEY: KEY, ENROLMENT: 'required' });
  await gateway.start();
  try {
    const { page, context } = await handheld.open();
    await page.goto(`${gateway.origin}/set-up`);
    await show(page, await provision(gateway, 'Dock 3'));
    await page.getByRole('button', { name: 'Set it up' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.locator('[data-scan-sink]')).toBeFocused();
    await burst(page, 'W-007');
    await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
    await openRevertOff(page, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { answered: 1 });

    const desk = await context.newPage();
    await desk.setExtraHTTPHeaders(gateway.here());
    async function revokeAll(): Promise<string> {
      await desk.goto(`${gateway.origin}/gateway/devices`);
      await desk.getByText('Revoke all handhelds').click();
      await desk.getByRole('button', { name: 'Revoke all of them now' }).click();
      await expect(desk.getByText('One of them is still out.')).toBeVisible();
      return scannedFrom(desk);
    }
    const code = await revokeAll();
    await page.bringToFront();
    await scanPair(page, 'D-1002', 'S-01-A');
    await expect(page.getByText(NOT_ENROLLED)).toBeVisible();
    await expectRows(page, { answered: 1, waiting: 1 });
    await burst(page, 'D-1003'); // half a task: the code is no shelf for it
    await burst(page, code);
    await expect(page.getByText('This handheld is back: what waits on it is sent.')).toBeVisible();
    await expectRows(page, { answered: 2 });
    await expect(page.getByText(NOT_ENROLLED)).toHaveCount(0);
    await burst(page, 'S-02-A');
    await expectRows(page, { answered: 3 });
    const shelves = (await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters));
    expect(shelves).toMatchObject(
      ['D-1001', 'D-1002', 'D-1003'].map((deliveryCode) => expect.objectContaining({ deliveryCode })),
    );
    await desk.reload();
    await expect(desk.getByText('All of them are back.')).toBeVisible();
    await expect(desk.getByRole('cell', { name: /State enrolled/ })).toBeVisible();

    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(`${gateway.origin}/set-up`);
    await expect(stranger.locator('[data-scan-sink]')).toBeFocused();
    await burst(stranger, code);
    await expect(stranger.getByText('The return code is not for this handheld: ask your')).toBeVisible();
    await stranger.context().close();

    // The device's own camera opens the code as an address.
    await page.goto(await revokeAll());
    await expect(page.getByText('This handheld is back: what waits on it is sent.')).toBeVisible();
    await expect(page).toHaveURL(`${gateway.origin}/`); // nothing is left to set up
  } finally {
    await gateway.remove();
  }
});

test('a key of the gateway that the service refused is put right there, and every handheld goes on by itself', async ({
  handheld,
}) => {
  const env = { UPSTREAM_API_KEY: 'wrong-key-0000', ENROLMENT: 'off' };
  const gateway = await createGateway(env);
  await gateway.start();
  try {
    const page = await openAtRevertOff(handheld, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    const banner = page.getByRole('link', { name: 'The access key is refused: tell IT.' });
    await expect(banner).toBeVisible();
    await expect(banner).toHaveAttribute('href', '/queue');
    await scanPair(page, 'D-1002', 'S-01-A');
    await expectRows(page, { waiting: 2 });
    const refused = await gateway.executions('RevertOff');
    await gateway.stop();
    env.UPSTREAM_API_KEY = KEY;
    await gateway.start();
    await expect(banner).toHaveCount(0, { timeout: 120_000 }); // it looks by itself, and nobody touches it
    await expectRows(page, { answered: 2 });
    expect((await gateway.executions('RevertOff')).length - refused.length).toBe(2);
  } finally {
    await gateway.remove();
  }
});
