import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { standinSite } from '#standin/site.ts';
import { sealProvision } from '#wire/provisioning.ts';
import { expectRows, openRevertOff, scanPair } from './rig/app.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import type { Handheld } from './rig/handheld.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { barcodeVideo } from './rig/video.ts';
import { burst } from './rig/wedge.ts';
import { programFile } from '#main/testing/gatewayProcess.ts';

const KEY = 'demo-key-0001';
const PASSCODE = 'ABCDE-23456';
const soon = (): number => Math.floor(Date.now() / 1000) + 3600;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanline-provision-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `npm run provision`'s program. @param key - typed on standard input */
async function provision(args: readonly string[], key: string): Promise<string> {
  const child = spawn(process.execPath, [programFile('provision'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(`${key}\n`);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  return printed;
}

async function enter(page: Page, passcode: string): Promise<void> {
  await page.getByLabel('Passcode').fill(passcode);
  await page.getByRole('button', { name: 'Show what it sets' }).click();
}

/** Everything this origin keeps, as text, and the names it is kept under; bytes as the text that they would be. */
function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const database = opening.result;
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const shown = (_key: string, value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      return ArrayBuffer.isView(value) ? 'bytes' : value; // nonces, and what only takes room
    };
    for (const name of database.objectStoreNames) {
      const store = database.transaction(name).objectStore(name);
      for (const all of [store.getAllKeys(), store.getAll()]) {
        await new Promise((resolve) => all.addEventListener('success', resolve));
        texts.push(JSON.stringify(all.result, shown));
      }
    }
    database.close();
    return texts.join('\n');
  });
}

/** Names of what a set-up would keep. */
async function isSetUp(page: Page): Promise<boolean> {
  return /"access-key"|"settings"/.test(await keptTexts(page));
}

test('one code that the gateway made sets a new handheld up, and the key is seen nowhere', async ({ handheld }) => {
  const site = join(folder, 'site.json');
  const demo = { apiKey: 'another', userId: '7', warehouseId: '1' }; // the stand-in's own tells the key
  await writeFile(site, JSON.stringify({ ...standinSite, demo }));
  const gateway = await createGateway({ SITE_CONFIG: site });
  await gateway.start();
  try {
    await setsUp(gateway, handheld);
  } finally {
    await gateway.remove();
  }
});

async function setsUp(gateway: Gateway, handheld: Handheld): Promise<void> {
  const out = join(folder, 'code.html');
  const args = ['--url', gateway.origin, '--warehouse', '1', '--language', 'en', '--scanner', 'enter', '--out', out];
  const printed = await provision(args, KEY);
  const [link = ''] = /http\S+\/set-up#[A-Z2-7]+/.exec(printed) ?? [];
  const [, passcode = ''] = /Passcode: (\S+)/.exec(printed) ?? [];
  expect(printed).not.toContain(KEY);
  expect(await readFile(out, 'utf8')).not.toContain(passcode);

  const { page } = await handheld.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto(gateway.origin);
  await page.getByRole('button', { name: 'Set up by code' }).click();
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'D-1001');
  await expect(page.getByRole('alert').filter({ hasText: 'no set-up code' })).toBeVisible();
  await burst(page, link.replace('#A', '#B'));
  await expect(page.getByRole('alert').filter({ hasText: 'damaged' })).toBeVisible();
  await burst(page, link);
  await enter(page, 'WRONG-WRONG');
  const wrong = page.getByText('That is not the passcode of this code');
  await expect(wrong).toBeVisible();
  await page.getByLabel('Passcode').fill(passcode.slice(0, 1));
  await expect(wrong).toBeHidden(); // it was said of another one
  await enter(page, passcode.toLowerCase().replace('-', ' '));
  await expect(page.getByText('a new one, sealed')).toBeVisible();
  expect(await isSetUp(page)).toBe(false); // nothing is set before it is confirmed
  await page.getByRole('button', { name: 'Set it up' }).click();

  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'W-008');
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible(); // signed in
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  const [call] = await gateway.executions('RevertOff');
  expect(Object.fromEntries(call?.parameters ?? [])).toMatchObject({ userID: '8' });
  expect(await keptTexts(page)).not.toContain(KEY);
  expect(gateway.printed()).not.toContain(KEY);
  expect(asked.filter((line) => !line.includes('RevertOff') && line.includes(KEY))).toEqual([]);
  expect(asked.filter((line) => line.includes(link.slice(-40)))).toEqual([]);
  await page.goto(`${gateway.origin}/settings/supervisor`);
  await expect(page.getByLabel('New access key')).toHaveValue('');
  expect(await isSetUp(page)).toBe(true);
}

test('a code that has expired, or is for another address, changes nothing', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  const expired = await sealProvision({ origin: gateway.origin, until: 1_700_000_000, key: KEY }, PASSCODE);
  const other = await sealProvision({ origin: 'https://elsewhere.example', until: soon(), key: KEY }, PASSCODE);
  await page.goto(expired); // its link, opened by the phone's own camera
  await expect(page.getByLabel('Passcode')).toBeVisible();
  expect(page.url()).toBe(`${gateway.origin}/set-up`);
  await enter(page, PASSCODE);
  await expect(page.getByText('This code has expired')).toBeVisible();
  await page.getByRole('button', { name: 'Another code' }).click();
  await expect(page.locator('[data-scan-sink]')).toBeVisible();
  await burst(page, other);
  await expect(page.getByText('This code is for https://elsewhere.example')).toBeVisible();
  expect(await isSetUp(page)).toBe(false);
  await page.getByRole('button', { name: 'Enter id, warehouse and key' }).click();
  await expect(page.getByLabel('Access key')).toBeVisible();
});

test('the camera reads the code too', async ({ gateway, handheld }) => {
  const code = await sealProvision(
    { origin: gateway.origin, until: soon(), key: KEY, warehouse: '2', language: 'ru', scanner: 'tab' },
    PASSCODE,
  );
  const video = join(folder, 'code.y4m');
  await barcodeVideo(video, [{ encoder: 'qrcode', text: code, options: { eclevel: 'M' } }]);
  const { page, context } = await handheld.open([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]);
  await context.grantPermissions(['camera'], { origin: gateway.origin });
  await page.goto(gateway.origin);
  await page.getByRole('button', { name: 'Set up by code' }).click();
  await page.getByRole('button', { name: 'Camera' }).click();
  await expect(page.getByLabel('Passcode')).toBeVisible({ timeout: 30_000 });
  await enter(page, PASSCODE);
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
});

test('the gateway of the demo makes a code in a browser on its machine; one with a password only for who knows it', async ({
  handheld,
}) => {
  const demo = await createGateway();
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password' });
  try {
    await Promise.all([demo.start(), gateway.start()]);
    const { page } = await handheld.open([`--host-resolver-rules=MAP scanline.test 127.0.0.1`]);
    await page.goto(`${demo.origin}/gateway/provision`);
    await page.getByLabel('Access key').fill(KEY);
    await page.getByRole('button', { name: 'Make the code' }).click();
    await expect(page.locator('svg')).toBeVisible();
    await expect(page.locator('code')).toBeHidden();
    await page.getByText('Show the passcode').click();
    await expect(page.locator('code')).toHaveText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await page.content()).not.toContain(KEY);

    await page.goto(`${gateway.origin}/gateway/provision`);
    await expect(page.getByLabel('Password')).toBeVisible();
    const elsewhere = gateway.origin.replace('localhost', 'scanline.test');
    await page.goto(`${elsewhere}/gateway/provision`);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Name or password is wrong.');
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Access key')).toBeVisible();
    const [cookie] = await page.context().cookies(`${elsewhere}/gateway/provision`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/gateway' });
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
  } finally {
    await Promise.all([demo.remove(), gateway.remove()]);
  }
});
