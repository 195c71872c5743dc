import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { floor } from '#contract/browsers.ts';
import { pageAsBuilt } from '#contract/appearance.ts';
import {
  expectRows,
  openRevertOff,
  readyToScan,
  scanPair,
  startWithDemo,
  openWithDemo,
  startAtRevertOff,
} from './rig/app.ts';
import { withChangingApp } from './rig/changingApp.ts';
import { frontFaults, startFront } from './rig/front.ts';
import { copyGateway } from './rig/copiedGateway.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { breakBuild, keptFiles, makeOtherBuild } from './rig/keptFiles.ts';
import { expect, test } from './rig/test.ts';

test.slow(); // most install the app more than once

const browsers = [
  ['the build for all', floor.chrome],
  ['the build for older browsers', floor.olderChrome],
] as const;

for (const [name, major] of browsers) {
  test(`each file that the worker of ${name} keeps is served to its browser as it was built`, async ({ gateway }) => {
    const headers = {
      'user-agent': `Mozilla/5.0 (Linux; Android 10; TC52) Chrome/${major}.0.4147.125 Mobile Safari/537.36`,
    };
    const read = async (path: string): Promise<Buffer> => {
      const reply = await fetch(`${gateway.origin}/${path}`, { headers });
      expect(reply.status, path).toBe(200);
      return Buffer.from(await reply.arrayBuffer());
    };
    const list = keptFiles((await read('sw.js')).toString());
    expect(list.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const kept of list) {
      const bytes = await read(kept.url);
      const asBuilt = kept.url === 'index.html' ? pageAsBuilt(bytes.toString()) : bytes;
      if (hash('sha256', asBuilt, 'base64') !== kept.hash) wrong.push(kept.url);
    }
    expect(wrong).toEqual([]);
  });
}

/** Two versions of the app, each at a gateway of its own, and one front before them. */
async function withTwoVersions(
  use: (front: Awaited<ReturnType<typeof startFront>>, before: Gateway, after: Gateway, dist: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scanline-other-'));
  const { dist, entry } = await copyGateway(folder);
  await rm(dist, { recursive: true });
  await makeOtherBuild('dist', dist);
  const before = await createGateway();
  const after = await createGateway({}, entry);
  try {
    for (const gateway of [before, after]) {
      await gateway.configure({ updates: 'asked' });
      await gateway.start();
    }
    await using front = await startFront(before.origin);
    await use(front, before, after, dist);
  } finally {
    await before.remove();
    await after.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Looks for a newer version once. @returns what became of its worker. */
function look(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<ServiceWorker | null>((resolve) => {
      if (registration.waiting) resolve(registration.waiting);
      registration.addEventListener('updatefound', () => resolve(registration.installing), { once: true });
    });
    await registration.update();
    const next = await found;
    return new Promise<string>((resolve) => {
      const tell = (): void => {
        if (next && next.state !== 'installing') resolve(next.state);
      };
      next?.addEventListener('statechange', tell);
      tell();
    });
  });
}

test('no file of a new version is kept wrong: whatever a front gives in its place, the version before goes on, and the next look has it whole', async ({
  handheld,
}) => {
  await withTwoVersions(async (front, before, after, dist) => {
    const page = await openWithDemo(handheld, front);
    front.leadTo(after.origin);
    const files = keptFiles(await readFile(join(dist, 'sw.js'), 'utf8')).map(({ url }) => url);
    const faults = Object.entries(frontFaults);
    // A file that has the same name and bytes in both versions is kept already, and is not asked for.
    const asked = files.filter((url) => url.startsWith('assets/') || url === 'index.html');
    expect(asked.length).toBeGreaterThan(30);
    for (const [index, url] of asked.entries()) {
      const [name, fault] = faults[index % faults.length] ?? ['', undefined];
      front.breakAt((path) => (path.split('?', 1)[0] === `/${url}` ? fault : undefined));
      expect(await look(page), `${url}: ${name}`).toBe('redundant');
    }
    // Every file of the version before is another, and right by its own list.
    front.breakAt((path) => (path === '/sw.js' ? undefined : (reply) => front.pass(before.origin, path, reply)));
    expect(await look(page), 'of the other version').toBe('redundant');
    front.mend();
    const offline = await page.context().newPage();
    await page.context().setOffline(true);
    await openRevertOff(offline, front);
    await page.context().setOffline(false);
    await offline.close();
    expect(await look(page)).toBe('installed');
    await page.bringToFront();
    await page.getByRole('button', { name: 'Take it now' }).click({ timeout: 60_000 });
    await expect
      .poll(() =>
        page
          .locator('html')
          .getAttribute('data-build')
          .catch(() => ''),
      )
      .toBe('0000000');
    await page.context().setOffline(true);
    await openRevertOff(page, front);
  });
});

test('a handheld that lies open looks for another version as soon as its gateway serves it, not with the next hour', async ({
  handheld,
}) => {
  await withTwoVersions(async (front, _before, after, dist) => {
    await writeFile(join(dist, 'build-id.txt'), '0000000');
    await after.stop();
    await after.start();
    const page = await openWithDemo(handheld, front);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    front.leadTo(after.origin);
    await page.evaluate(() => dispatchEvent(new Event('online'))); // the next hello comes at once
    await expect(page.getByRole('button', { name: 'Take it now' })).toBeVisible({ timeout: 60_000 });
  });
});

test('a newer version that does not start goes back to the one before by itself, offline too; that says so, and the next one is taken', async ({
  handheld,
}) => {
  await withTwoVersions(async (front, _before, after, dist) => {
    const page = await openWithDemo(handheld, front);
    const buildOf = (): Promise<string | null> => page.locator('html').getAttribute('data-build');
    const good = await buildOf();
    const script = await page.locator('script[type=module]').first().getAttribute('src');
    const mendBuild = await breakBuild(dist);
    front.leadTo(after.origin);
    expect(await look(page)).toBe('installed');
    await page.getByRole('button', { name: 'Take it now' }).click({ timeout: 60_000 });
    await expect(page.getByText('The newer version did not start on this handheld.')).toBeVisible({ timeout: 60_000 });
    expect(await buildOf()).toBe(good);

    await page.context().setOffline(true);
    await openRevertOff(page, front); // it is whole
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { waiting: 1 });
    await page.goto(front.origin);
    await expect(page.getByText('The newer version did not start on this handheld.')).toBeVisible();
    expect(await buildOf()).toBe(good);
    await page.context().setOffline(false);
    await expectRows(page, { answered: 1 });

    await mendBuild();
    expect(await look(page)).toBe('installed');
    await page.getByRole('button', { name: 'Take it now' }).click({ timeout: 60_000 });
    await expect.poll(() => buildOf().catch(() => '')).toBe('0000000');
    await expectRows(page, { answered: 1 });
    await expect(page.getByText('did not start')).toHaveCount(0);
    const isKept = () => page.evaluate(async (src) => Boolean(await caches.match(src)), script ?? '');
    await expect.poll(isKept).toBe(false); // nobody starts that any more
  });
});

test('what a version before has kept wrong is fetched anew by the next one', async ({ handheld }) => {
  await withChangingApp(async ({ gateway, worker, setWorker }) => {
    const page = await openWithDemo(handheld, gateway);
    const url = keptFiles(worker).find((file) => file.url.includes('CameraPanel'))?.url ?? '';
    const isWrong = (): Promise<boolean> =>
      page.evaluate(async (path) => (await (await caches.match(`/${path}`))?.text()) === 'wrong', url);
    await page.evaluate(async (path) => {
      const [name = ''] = (await caches.keys()).filter((one) => one.includes('precache'));
      await (await caches.open(name)).put(`/${path}`, new Response('wrong'));
    }, url);
    expect(await isWrong()).toBe(true);
    await setWorker(`${worker}\n// a newer version\n`);
    expect(await look(page)).toBe('installed');
    expect(await isWrong()).toBe(false);
  });
});

/** Puts another text in the place of the app's script among what is kept, as a version before that looked at nothing would have. */
function spoilKept(page: Page, text: string): Promise<void> {
  return page.evaluate(async (wrong) => {
    const [script] = [...document.scripts].filter(({ type }) => type === 'module');
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const headers = { 'content-type': 'text/javascript' };
      if (await cache.match(script?.src ?? '')) await cache.put(script?.src ?? '', new Response(wrong, { headers }));
    }
  }, text);
}

for (const [name, text] of [
  ['a page of a front', '<!doctype html><title>Maintenance</title>'],
  ['half a script', 'import { a } from "./b.js"; const half = {'],
] as const) {
  test(`a kept script that is ${name} is mended by itself, and the app starts with all that was saved`, async ({
    handheld,
    gateway,
  }) => {
    const first = await handheld.open();
    await startAtRevertOff(first.page, gateway);
    await scanPair(first.page, 'D-1001', 'S-01-A');
    await expectRows(first.page, { answered: 1 });
    await spoilKept(first.page, text);
    await handheld.close();
    const { page } = await handheld.open();
    await page.goto(`${gateway.origin}/tasks/revert-off`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('scanline-mended')).catch(() => '')).toBe('1');
    await readyToScan(page);
    await expectRows(page, { answered: 1 });
    await page.context().setOffline(true);
    await openRevertOff(page, gateway); // what is kept is right again
  });
}

test('a start whose script does not run says so in three languages, saves the queue as a file, and what waits is sent all the same', async ({
  handheld,
  gateway,
}) => {
  await using front = await startFront(gateway.origin);
  const first = await handheld.open();
  await startAtRevertOff(first.page, front);
  await gateway.stop();
  await scanPair(first.page, 'D-1001', 'S-01-A');
  await expectRows(first.page, { waiting: 1 });
  await spoilKept(first.page, 'const half = {');
  await handheld.close();
  const { page } = await handheld.open();
  await page.goto(`${front.origin}/tasks/revert-off`);
  for (const said of ['Scanline does not start', 'Scanline 无法启动', 'Scanline не запускается'])
    await expect(page.getByText(said)).toBeVisible({ timeout: 10_000 });
  await expect(page.getByRole('status')).toContainText('The gateway does not answer as it should');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the queue as a file' }).click(),
  ]);
  const saved = JSON.parse(await readFile(await file.path(), 'utf8')) as { calls: { operation: string }[] };
  expect(saved.calls.map(({ operation }) => operation)).toEqual(['RevertOff']);
  expect(JSON.stringify(saved)).not.toContain('wrapped');

  // Nothing is mended while a front answers in the gateway's place; the call leaves all the same.
  front.breakAt((path) => (path.startsWith('/gateway/health') ? frontFaults['foreign'] : undefined));
  await gateway.start();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect.poll(async () => (await gateway.executions('RevertOff')).length, { timeout: 60_000 }).toBe(1);
  await expect(page.getByRole('heading', { name: 'Scanline does not start' })).toBeVisible();
  front.mend();
  await page.getByRole('button', { name: 'Mend and start' }).click();
  await readyToScan(page);
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

test('the file of an empty device is not made, and no database with it', async ({ handheld, gateway }) => {
  await using front = await startFront(gateway.origin);
  front.breakAt((path) => (path.startsWith('/assets/') && path.endsWith('.js') ? frontFaults['foreign'] : undefined));
  const { page } = await handheld.open();
  await page.goto(front.origin);
  await expect(page.getByRole('heading', { name: 'Scanline does not start' })).toBeVisible();
  await expect(async () => {
    await page.getByRole('button', { name: 'Save the queue as a file' }).click(); // the page opens anew once, as it mends itself
    await expect(page.getByRole('status')).toContainText('Nothing is saved on this device', { timeout: 3_000 });
  }).toPass();
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
  front.mend();
  await page.reload();
  await startWithDemo(page, front);
});
