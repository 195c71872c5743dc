import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { expectRows, openRevertOff, readyToScan, scanPair } from './rig/app.ts';
import { type CanaryService, createCanaryService } from './rig/canaryService.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import type { Handheld } from './rig/handheld.ts';
import { type Search, everyForm, lookInBrowser, lookInFolder, secretSearch } from './rig/secretSearch.ts';
import { expect, test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { programFile } from '#main/testing/gatewayProcess.ts';

/** In each form it reads otherwise: markup, quotes, a backslash, signs of addresses and base64, a letter beyond ASCII. */
const KEY = `Cänary-7f3a&<9>"b\\1'%+/z?`;
const site = {
  answerRules: [
    { contains: 'OK', verdict: 'accepted' },
    { contains: 'ERR', verdict: 'refused' },
  ],
  workers: [{ userId: '7', name: 'Ada Moreno', badge: 'W-007' }],
  ledgerKeepsCodes: true,
};
/** The calls of a shift, named by what becomes of each: see e2e/rig/canaryService.ts. */
const SHIFT = ['D-OK', 'D-REFUSED', 'D-PAGE', 'D-HELD', 'D-FAULT', 'D-CUT', 'D-LOST'];

let folder: string;
let service: CanaryService;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanline-canary-'));
  await writeFile(join(folder, 'site.json'), JSON.stringify(site));
  service = await createCanaryService();
});
test.afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

test('the search finds every form that it looks for, and nothing where there is none', () => {
  for (const [form, written] of everyForm(KEY)) {
    const { look, found } = secretSearch(KEY);
    look('here', Buffer.concat([Buffer.from('{"a":"'), written, Buffer.from('"}')]));
    expect([form, found.length > 0]).toEqual([form, true]);
  }
  const { look, found } = secretSearch(KEY);
  look('here', 'nothing');
  expect(found).toEqual([]);
});

/** A whole shift on a gateway with the canary service, and then the search in everything that it has left behind. */
async function shift(
  handheld: Handheld,
  env: Readonly<Record<string, string>>,
  setUp: (page: Page, gateway: Gateway) => Promise<void>,
  deliveries: readonly string[] = SHIFT,
): Promise<void> {
  const gateway = await createGateway({
    ...env,
    UPSTREAM_URL: service.url,
    SITE_CONFIG: join(folder, 'site.json'),
    LOG_LEVEL: 'trace',
  });
  const { look, found } = secretSearch(KEY);
  const held = env['UPSTREAM_API_KEY'] !== undefined;
  service.keys.splice(0);
  try {
    await gateway.start();
    const { page, context } = await handheld.open();
    context.setDefaultTimeout(30_000);
    const posted = listen(look, context, held);
    await setUp(page, gateway);
    await openRevertOff(page, gateway);
    for (const delivery of deliveries) await scanPair(page, delivery, 'S-01-A');
    await expectRows(
      page,
      deliveries === SHIFT ? { answered: 2, held: 1, unconfirmed: 4 } : { answered: 1, unconfirmed: 1 },
    );
    expect(service.keys).toEqual(Array(deliveries.length).fill(KEY)); // the service got it, and gave it away each time
    await page.goto(`${gateway.origin}/tasks/shelf`);
    await readyToScan(page);
    await burst(page, 'S-01-A'); // a read, which the ledger does not keep
    await expect.poll(() => service.keys.length).toBe(deliveries.length + 1);
    await lookInBrowser(look, page, context);
    for (const seq of deliveries.keys()) {
      await page.goto(`${gateway.origin}/queue/${seq + 1}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await lookInBrowser(look, page, context);
    }
    await addWords(page, gateway, deliveries[0] ?? '');
    await lookInBrowser(look, page, context);
    expect(await sealed(page)).toBe(held ? 'none' : 'sealed, by a key that is not given out');
    await leaveBehind(look, page, gateway);
    await lookInBrowser(look, page, context);
    expect(posted.every((url) => url.includes('.asmx/'))).toBe(true);
    expect(posted.length > 0).toBe(!held);
    await lookInFolder(look, gateway.dataDir); // while it runs, with what is only in the write-ahead log
    await gateway.stop();
    await lookInFolder(look, gateway.dataDir);
    look('gateway log', gateway.printed());
    await handheld.close();
    expect(await lookInFolder(look, handheld.profile)).toBeGreaterThan(20);
    expect(found).toEqual([]);
  } finally {
    await gateway.remove();
  }
}

/** Hears every request and every word of the console. @returns addresses whose body has the key: only calls may. */
function listen(look: Search, context: BrowserContext, held: boolean): string[] {
  const posted: string[] = [];
  context.on('request', (request) => {
    look('request', `${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`);
    const body = request.postData() ?? '';
    const { look: inBody, found } = secretSearch(KEY);
    inBody('body', body);
    if (found.length > 0) posted.push(request.url());
    if (held) look('body', body);
  });
  context.on('console', (message) => look('console', message.text()));
  context.on('weberror', (error) => look('error', String(error.error().stack)));
  return posted;
}

/** Returns how the key lies in the vault: src/device/vault.ts. */
function sealed(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const asking = opening.result.transaction('kept').objectStore('kept').get('access-key');
    await new Promise((resolve) => asking.addEventListener('success', resolve));
    opening.result.close();
    const kept = asking.result as { wrap: CryptoKey; bytes: ArrayBuffer } | undefined;
    if (!kept) return 'none';
    const given = await crypto.subtle.exportKey('raw', kept.wrap).then(
      () => 'given out',
      () => 'not given out',
    );
    return `${kept.bytes instanceof ArrayBuffer ? 'sealed' : 'open'}, by a key that is ${given}`;
  });
}

/** Adds words to a call that is done, says that it was a mistake, and asks the ledger about its code. */
async function addWords(page: Page, gateway: Gateway, delivery: string): Promise<void> {
  await page.goto(`${gateway.origin}/queue/1`);
  await page.getByRole('button', { name: 'Note or picture' }).click();
  const panel = page.getByRole('region', { name: 'Note or picture' });
  await panel.getByRole('button', { name: 'Damaged' }).click();
  await panel.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'With the supervisor' })).toBeVisible();
  await page.getByRole('button', { name: 'It was a mistake' }).click();
  await page.getByRole('button', { name: 'Tell the supervisor' }).click();
  await expect(page.getByText('Ada Moreno (7): it was a mistake')).toBeVisible();
  await page.goto(`${gateway.origin}/known?${new URLSearchParams({ code: delivery })}`);
  await expect(page.getByRole('list', { name: 'What was done with it' })).toBeVisible();
}

/** Takes what a person takes from a handheld, and looks at it: diagnostics, exports, the queue for another one. */
async function leaveBehind(look: Search, page: Page, gateway: Gateway): Promise<void> {
  await page.goto(`${gateway.origin}/diagnostics`);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
  });
  await page.getByRole('button', { name: 'Copy the report' }).click();
  look('report', await page.getByLabel('Report').inputValue());
  await page.goto(`${gateway.origin}/rescue`);
  for (const button of ['All (JSON)', 'Calls (CSV)', 'Tries (CSV)']) look(button, await downloaded(page, button));
  await page.getByRole('button', { name: /^Hand over \d+ calls?$/ }).click();
  const sure = page.getByRole('region', { name: /^Hand over \d+/ });
  await sure.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Hand-over / })).toBeVisible();
  look('hand-over', await downloaded(page, 'Save the file'));
}

async function downloaded(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path());
}

/** Runs `npm run provision`'s program with the key on its standard input, and sets the handheld up by what it made. */
async function setUpByCode(page: Page, gateway: Gateway): Promise<void> {
  const { look, found } = secretSearch(KEY);
  const out = join(folder, 'code.html');
  const args = [programFile('provision'), '--url', gateway.origin, '--warehouse', '1', '--out', out];
  const env = { ...process.env, DATA_DIR: gateway.dataDir };
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  child.stdin.end(`${KEY}\n`);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  look('printed', printed);
  look('picture', await readFile(out));
  expect(found).toEqual([]);
  await page.goto(gateway.origin);
  await page.getByRole('button', { name: 'Set up by code' }).click();
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, /http\S+\/set-up#[A-Z2-7]+/.exec(printed)?.[0] ?? '');
  await page.getByLabel('Passcode').fill(/Passcode: (\S+)/.exec(printed)?.[1] ?? '');
  await page.getByRole('button', { name: 'Show what it sets' }).click();
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'W-007');
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
}

async function enterByHand(page: Page, gateway: Gateway): Promise<void> {
  await page.goto(gateway.origin);
  await page.getByLabel('Access key').fill(KEY);
  await page.getByRole('button', { name: 'Show', exact: true }).click(); // and looked at
  await page.getByLabel('Your id').or(page.getByLabel('User id')).first().fill('7');
  await page.getByLabel(/Warehouse/).fill('1');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
}

test('a key that was entered by hand is posted with calls, and found nowhere after a shift', async ({ handheld }) => {
  await shift(handheld, {}, enterByHand);
});

test('a key that came by a code is found nowhere after a shift', async ({ handheld }) => {
  await shift(handheld, {}, setUpByCode, ['D-OK', 'D-PAGE']);
});

test('a key that the gateway holds never reaches the handheld, whatever the service gives away @promise', async ({
  handheld,
}) => {
  await shift(handheld, { UPSTREAM_API_KEY: KEY, ENROLMENT: 'required' }, setUpByCode);
});
