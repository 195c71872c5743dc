import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type Page, expect as expectIn } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRows, readyToScan, scanPair, startAtRevertOff } from '#e2e/rig/app.ts';
import { type Gateway, createGateway } from '#e2e/rig/gateway.ts';
import { type Handheld, createHandheld } from '#e2e/rig/handheld.ts';
import { post, revertOffFields } from '#main/testing/rig.ts';

/** `npm run lab -- test:release` makes them. */
const { RELEASE_OLDER: older, RELEASE_NEWER: newer = '', RELEASE_ALONE: isAlone } = process.env;
const TEST_MS = 180_000;

const pairs = Array.from(
  { length: 20 },
  (_, index) => [`D-${1001 + index}`, `S-${String(index + 1).padStart(2, '0')}-A`] as const,
);

describe.skipIf(older === undefined)('the archive, in an empty folder, where there is no npm', () => {
  const base = mkdtempSync(join(tmpdir(), 'scanline-archive-'));
  const programs = join(base, 'bin');
  const installed = join(base, 'installed');
  const unpacked = { older: '', newer: '' };
  let running = '';
  let gateway: Gateway;
  let handheld: Handheld;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(programs);
    mkdirSync(installed);
    // All that there is on PATH: what the archive's own start asks for.
    for (const name of ['sh', 'dirname', 'readlink']) symlinkSync(`/usr/bin/${name}`, join(programs, name));
    unpacked.older = unpack(older ?? '');
    unpacked.newer = unpack(newer);
    running = unpacked.older;
    const env = { PATH: programs, NODE_COMPILE_CACHE: '' };
    gateway = await createGateway(env, () => join(running, 'scanline'));
    handheld = await createHandheld();
  }, TEST_MS);
  afterAll(async () => {
    await handheld.remove();
    await gateway.remove();
    rmSync(base, { recursive: true, force: true });
  }, TEST_MS);

  /** @returns the one folder that came of it. */
  function unpack(archive: string): string {
    const before = readdirSync(installed);
    execFileSync('tar', ['-xzf', archive, '-C', installed]);
    const [folder = '', ...more] = readdirSync(installed).filter((name) => !before.includes(name));
    expect(more).toEqual([]);
    return join(installed, folder);
  }

  test('nothing leads out of here, and neither npm nor node is on PATH', () => {
    expect(spawnSync('npm', ['--version'], { env: { PATH: programs } }).error).toMatchObject({ code: 'ENOENT' });
    expect(spawnSync('node', ['--version'], { env: { PATH: programs } }).error).toMatchObject({ code: 'ENOENT' });
    const outside = Object.values(networkInterfaces()).flatMap((all = []) => all.filter(({ internal }) => !internal));
    expect(isAlone === 'true' ? outside : []).toEqual([]);
  });

  test('every file is the one of its checksum, and there is none without', () => {
    const checked = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {
      cwd: unpacked.older,
      encoding: 'utf8',
    });
    expect(checked).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const names = readFileSync(join(unpacked.older, 'SHA256SUMS'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.slice(66));
    const files = readdirSync(unpacked.older, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(unpacked.older.length + 1));
    expect(files.filter((name) => name !== 'SHA256SUMS').sort()).toEqual(names.sort());
    // Of src only what goes on to the programs from where they were.
    const sources = files.filter((name) => name.startsWith('src/'));
    expect(sources.length).toBeGreaterThan(0);
    for (const name of sources)
      expect(readFileSync(join(unpacked.older, name), 'utf8'), name).toMatch(
        /^\/\/ .*\nimport '(?:\.\.\/)+node_modules\/scanline\/\w+\.js';\n$/,
      );
    expect(readdirSync(join(unpacked.older, 'node_modules'))).toEqual(['scanline']);
    expect(files.filter((name) => name.endsWith('.node'))).toEqual([]);
  });

  test('20 pairs go through it, half of them scanned without a network', { timeout: TEST_MS }, async () => {
    await gateway.start();
    ({ context, page } = await handheld.open());
    await startAtRevertOff(page, gateway);
    for (const [delivery, shelf] of pairs.slice(0, 10)) await scanPair(page, delivery, shelf);
    await expectRows(page, { answered: 10 });
    await context.setOffline(true);
    for (const [delivery, shelf] of pairs.slice(10, 15)) await scanPair(page, delivery, shelf);
    await expectRows(page, { answered: 10, waiting: 5 });
    await page.reload(); // from what the handheld keeps: nothing else answers
    await readyToScan(page);
    for (const [delivery, shelf] of pairs.slice(15)) await scanPair(page, delivery, shelf);
    await expectRows(page, { answered: 10, waiting: 10 });
    await context.setOffline(false);
    await expectRows(page, { answered: 20 });
    expect(await deliveries()).toEqual(pairs.map(([delivery]) => delivery));
  });

  test('an upgrade takes what waits on a handheld, and keeps the ledger', { timeout: TEST_MS }, async () => {
    const before = await post(gateway.origin, 'call-before', revertOffFields('D-1030', 'demo-key-0001'));
    const worker = await fetch(`${gateway.origin}/sw.js`);
    await gateway.stop();
    await scanPair(page, 'D-1021', 'S-01-A');
    await scanPair(page, 'D-1022', 'S-02-A');
    await expectRows(page, { answered: 20, waiting: 2 });
    await expectIn(page.locator('.top').getByText(/^Offline/)).toBeVisible(); // what it knows to be away takes all in order, when it is back
    running = unpacked.newer;
    await gateway.start();
    expect(await version()).toMatch(/^99\.0\.0\+[0-9a-f]{7}$/);
    const asked = spawnSync(join(unpacked.newer, 'scanline'), ['--version'], { encoding: 'utf8' });
    expect(asked).toMatchObject({ status: 0, stdout: `${await version()}\n`, stderr: '' });
    await expectRows(page, { answered: 22 });
    const again = await post(gateway.origin, 'call-before', revertOffFields('D-1030', 'demo-key-0001'));
    expect(again.text).toBe(before.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    // A handheld asks by its name whether its worker is still the one: one of another release has another.
    expect((await fetch(`${gateway.origin}/sw.js`)).headers.get('etag')).not.toBe(worker.headers.get('etag'));
  });

  test('going back takes what waits, and keeps the ledger too', { timeout: TEST_MS }, async () => {
    const before = await post(gateway.origin, 'call-newer', revertOffFields('D-1031', 'demo-key-0001'));
    await gateway.stop();
    await scanPair(page, 'D-1023', 'S-03-A');
    await expectRows(page, { answered: 22, waiting: 1 });
    running = unpacked.older;
    await gateway.start();
    expect(await version()).not.toContain('99.0.0');
    await expectRows(page, { answered: 23 });
    const again = await post(gateway.origin, 'call-newer', revertOffFields('D-1031', 'demo-key-0001'));
    expect(again.text).toBe(before.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await deliveries()).toEqual([
      ...pairs.map(([delivery]) => delivery),
      'D-1030',
      'D-1021',
      'D-1022',
      'D-1031',
      'D-1023',
    ]);
    await expectIn(page.getByRole('link', { name: /0 Waiting/i })).toBeVisible();
  });

  test('it wrote nothing but its DATA_DIR', () => {
    for (const folder of [unpacked.older, unpacked.newer]) {
      const checked = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
      expect(checked).toMatchObject({ status: 0, stdout: '', stderr: '' });
    }
    expect(readdirSync(installed)).toHaveLength(2);
  });

  async function deliveries(): Promise<readonly (string | undefined)[]> {
    const executions = await gateway.executions('RevertOff');
    return executions.map(({ parameters }) => Object.fromEntries(parameters)['deliveryCode']);
  }

  async function version(): Promise<string> {
    const hello = (await (await fetch(`${gateway.origin}/gateway/hello?nonce=n1`)).json()) as { version: string };
    return hello.version;
  }
});
