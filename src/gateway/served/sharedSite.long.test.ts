import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase } from '#ledger/connections.ts';
import { unknownSite } from '#site/site.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { sayWhySkipped, startPostgres } from '#main/testing/postgresRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { startSetup } from '#main/testing/setupRig.ts';
import { openSharedSite } from './sharedSite.ts';

const server = await startPostgres();
if (typeof server === 'string') sayWhySkipped(server);
afterAll(async () => {
  if (typeof server !== 'string') await server[Symbol.asyncDispose]();
});

type Setup = Awaited<ReturnType<typeof startSetup>>;

/** Reads a gateway's site as its handhelds get it. */
async function served({ gateway }: Setup): Promise<Record<string, unknown>> {
  const reply = await fetch(`${gateway.url}/gateway/site`, { headers: gateway.here });
  return (await reply.json()) as Record<string, unknown>;
}

/** Makes every write of its copy fail, also for root. @returns a function that ends this. */
function forbidWriting({ file }: Setup): () => void {
  mkdirSync(`${file}.new`);
  return () => rmSync(`${file}.new`, { recursive: true });
}

/**
 * Puts connections in the place of a database's that can hold a reply back.
 *
 * @returns `holdNext`: the one to the next question is held. `came`: it is held now. `goOn`: hands it over.
 */
function holdingReplies(database: Database) {
  let isNext = false;
  let tellCame = (): void => {};
  let goOn = (): void => {};
  const came = new Promise<void>((resolve) => (tellCame = resolve));
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const held: Database = {
    ...database,
    allot(...asked) {
      const allotment = database.allot(...asked);
      return {
        ...allotment,
        async query<R extends QueryResultRow>(...statement: Parameters<typeof allotment.query>) {
          const isHeld = isNext;
          isNext = false;
          const reply = await allotment.query<R>(...statement);
          if (!isHeld) return reply;
          tellCame();
          await mayGoOn;
          return reply;
        },
      };
    },
  };
  return { held, holdNext: (): void => void (isNext = true), came, goOn };
}

const SOON = { timeout: 20_000 };

describe.skipIf(typeof server === 'string')('the site file of gateways that share a PostgreSQL', () => {
  const database = (): Promise<string> =>
    typeof server === 'string' ? Promise.reject(new Error(server)) : server.database();
  const ask = (url: string, text: string): Promise<unknown> =>
    typeof server === 'string' ? Promise.reject(new Error(server)) : server.ask(url, text);

  test('is written by the set-up of one and served by both, with every version and the way back', async () => {
    const DATABASE_URL = await database();
    await using first = await startSetup({ DATABASE_URL });
    await using second = await startSetup({ DATABASE_URL });
    await first.post('/file', { name: 'North hall' });
    await expect.poll(async () => (await served(second))['name'], SOON).toBe('North hall');
    expect(JSON.parse(readFileSync(second.file, 'utf8'))).toMatchObject({ name: 'North hall' });
    await second.post('/file', { name: 'South hall' });
    await expect.poll(async () => (await served(first))['name'], SOON).toBe('South hall');
    expect(await first.page('/file')).toContain('All gateways have it from PostgreSQL.');
    await first.post('/back');
    await expect.poll(async () => (await served(second))['name'], SOON).toBe('North hall');
  });

  test('is taken in once from the file that was there, and a copy that was changed by hand is put back', async () => {
    const DATABASE_URL = await database();
    using folder = tempDir();
    writeFileSync(join(folder.path, 'site.json'), '{"name":"From a file"}');
    await using first = await startSetup({ DATABASE_URL, DATA_DIR: folder.path });
    await using second = await startSetup({ DATABASE_URL });
    expect(await served(first)).toMatchObject({ name: 'From a file' });
    expect(await served(second)).toMatchObject({ name: 'From a file' });
    writeFileSync(second.file, '{"name":"By hand"}');
    await expect.poll(() => readFileSync(second.file, 'utf8'), SOON).toBe('{"name":"From a file"}');
    await expect.poll(async () => (await served(second))['name'], SOON).toBe('From a file');
    expect(await served(first)).toMatchObject({ name: 'From a file' });
  });

  test('takes the place of what a gateway has of its own, which is kept beside it and named in the log, however it came there', async () => {
    const DATABASE_URL = await database();
    await using first = await startSetup({ DATABASE_URL });
    await first.post('/file', { name: 'North hall' });
    const newest = readFileSync(first.file, 'utf8');
    using folder = tempDir();
    const file = join(folder.path, 'site.json');
    const own = [
      '{"name":"There at the first start"}',
      '{"name":"By hand"}',
      '{"name":"By hand while it was stopped"}',
    ];
    const [before = '', running = '', stopped = ''] = own;
    const replaced = async (text: string, { gateway }: Setup): Promise<void> => {
      await expect.poll(() => readFileSync(file, 'utf8'), SOON).toBe(newest);
      expect(readFileSync(`${file}.before`, 'utf8')).toBe(text);
      expect(gateway.logged()).toContain(`what was in it is kept as ${file}.before`);
    };
    const env = { DATABASE_URL, DATA_DIR: folder.path, LOG_LEVEL: 'error' };
    writeFileSync(file, before);
    {
      await using second = await startSetup(env);
      await replaced(before, second);
      writeFileSync(file, running);
      await replaced(running, second);
    }
    writeFileSync(file, stopped);
    {
      await using second = await startSetup(env);
      await replaced(stopped, second);
    }
    await first.post('/file', { name: 'South hall' });
    await using second = await startSetup(env); // its copy is a version: nothing of its own
    expect(readFileSync(`${file}.before`, 'utf8')).toBe(stopped);
    expect(second.gateway.logged()).toBe('');
  }, 60_000);

  test('is said to differ, at both and for as long, where one cannot write its copy, and the log of that one says why', async () => {
    const DATABASE_URL = await database();
    await using first = await startSetup({ DATABASE_URL });
    await using second = await startSetup({ DATABASE_URL, LOG_LEVEL: 'error' });
    const allow = forbidWriting(second);
    await first.post('/file', { name: 'North hall' });
    const differs = async ({ gateway }: Setup): Promise<boolean> => {
      const ready = await fetch(`${gateway.url}/gateway/health/ready`, { headers: gateway.here });
      return (await ready.text()).includes('Another gateway of this ledger');
    };
    const afterAMinute = async (): Promise<readonly boolean[]> => {
      await ask(DATABASE_URL, `update scanline_site_uses set since = since - interval '1 minute'`);
      return Promise.all([differs(first), differs(second)]);
    };
    await expect.poll(afterAMinute, SOON).toEqual([true, true]);
    expect(second.gateway.logged().split(`${second.file} cannot be written`)).toHaveLength(2); // once
    expect(await served(second)).not.toMatchObject({ name: 'North hall' });
    allow();
    await expect.poll(async () => (await served(second))['name'], SOON).toBe('North hall');
    await expect.poll(afterAMinute, SOON).toEqual([false, false]);
  }, 60_000);

  test('is said to be kept for all where only the copy of this gateway fails, which then keeps nothing that was made from its old one', async () => {
    const DATABASE_URL = await database();
    await using first = await startSetup({ DATABASE_URL });
    await using second = await startSetup({ DATABASE_URL });
    const allow = forbidWriting(second);
    const { status, html } = await second.post('/file', { name: 'North hall' });
    expect([status, html]).toEqual([422, expect.stringContaining('It was kept for all gateways; this gateway could')]);
    expect(html).not.toContain('by hand');
    await expect.poll(async () => (await served(first))['name'], SOON).toBe('North hall');
    await first.post('/warehouses', { lines: '1;Second yard' });
    expect((await second.post('/file', { name: 'South hall' })).html).toContain('Nothing was kept');
    const yard = { warehouses: [{ id: '1', name: 'Second yard' }] };
    expect(await served(first)).toMatchObject({ name: 'North hall', ...yard });
    allow();
    await expect.poll(() => served(second), SOON).toMatchObject(yard);
    expect((await second.post('/file', { name: 'South hall' })).status).toBe(200);
    await expect.poll(async () => (await served(first))['name'], SOON).toBe('South hall');
    expect(await served(first)).toMatchObject(yard);
  }, 60_000);

  test('is said to be kept or not, nobody knows, where PostgreSQL is away, and its page is still one', async () => {
    if (typeof server === 'string') throw new Error(server);
    await using only = await startSetup({ DATABASE_URL: await database() });
    await only.post('/file', { name: 'North hall' });
    await server.stop();
    try {
      const { status, html } = await only.post('/file', { name: 'South hall' });
      expect([status, html]).toEqual([422, expect.stringMatching(/PostgreSQL does not answer \(.+\): whether/)]);
      expect((await only.post('/back')).html).toContain('PostgreSQL does not answer');
      expect(await only.page('/file')).toContain('North hall');
    } finally {
      await server.start();
    }
  }, 60_000);

  test('never goes back to an older one that was read before a newer one was kept', async () => {
    const DATABASE_URL = await database();
    {
      await using first = await startSetup({ DATABASE_URL });
      await first.post('/file', { name: 'Older' });
    }
    using folder = tempDir();
    vi.useFakeTimers({ toFake: ['setInterval'] }); // it looks when it is told to
    onTestFinished(() => void vi.useRealTimers());
    const own = openDatabase(DATABASE_URL);
    const { held, holdNext, came, goOn } = holdingReplies(own);
    const settings = { database: held, dataDir: folder.path, siteFile: undefined };
    const log = { info: () => {}, error: () => {} };
    const shared = await openSharedSite(settings, { current: () => unknownSite, reload: () => {}, log });
    const { store } = shared;
    if (!store) throw new Error('no store');
    holdNext();
    const older = store.follow();
    await came;
    await store.keep('{"name":"Newer"}');
    const newer = store.follow();
    for (let asked = 0; asked < 5; asked += 1) await store.versions(1); // a newer one that does not wait has ended
    goOn();
    await Promise.all([older, newer]);
    expect(readFileSync(join(folder.path, 'site.json'), 'utf8')).toBe('{"name":"Newer"}');
    await shared.close();
    await own.close();
  }, 60_000);

  test('is missed in the log by a gateway that found none in the database, and by no gateway that joins later', async () => {
    const env = { DATABASE_URL: await database(), UPSTREAM_URL: 'http://127.0.0.1:9/' };
    using folder = tempDir();
    await using first = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'first') });
    expect(first.output()).toContain('There is no SITE_CONFIG');
    await using setup = await startSetup(env);
    await setup.post('/file', { name: 'North hall' });
    await using joining = await spawnGateway({ ...env, DATA_DIR: join(folder.path, 'joining') });
    expect(joining.output()).not.toContain('There is no SITE_CONFIG');
  });

  test('is not written over by a supervisor who has not seen the newest', async () => {
    const DATABASE_URL = await database();
    await using first = await startSetup({ DATABASE_URL });
    await using second = await startSetup({ DATABASE_URL });
    const [one, other] = await Promise.all([
      first.post('/file', { name: 'North hall' }),
      second.post('/file', { name: 'South hall' }),
    ]);
    const refused = [one, other].filter(({ html }) => html.includes('changed at another gateway meanwhile'));
    expect(refused).toHaveLength(1);
    const name = refused[0] === one ? 'South hall' : 'North hall';
    await expect
      .poll(async () => [(await served(first))['name'], (await served(second))['name']], SOON)
      .toEqual([name, name]);
  });

  test('yields to SITE_CONFIG, and gateways whose files differ say so on the page, in health and in metrics', async () => {
    const DATABASE_URL = await database();
    await using first = await startSetup({ DATABASE_URL }, { name: 'North hall' });
    await using second = await startSetup({ DATABASE_URL }, { name: 'South hall' });
    expect(await served(first)).toMatchObject({ name: 'North hall' });
    expect(await served(second)).toMatchObject({ name: 'South hall' });
    expect(await first.page('/file')).toContain('SITE_CONFIG names this file');
    const ready = async (): Promise<string> =>
      (await fetch(`${second.gateway.url}/gateway/health/ready`, { headers: second.gateway.here })).text();
    await vi.waitFor(async () => expect(await ready()).toContain('Another gateway of this ledger'), {
      timeout: 40_000,
    });
    const metrics = await fetch(`${second.gateway.url}/gateway/metrics`, { headers: second.gateway.here });
    expect(await metrics.text()).toContain('scanline_site_config_differs 1');
    expect(await second.page('/file')).toContain('Another gateway has another site file');
    writeFileSync(second.file, '{"name":"North hall"}');
    await vi.waitFor(async () => expect(await ready()).not.toContain('Another gateway'), { timeout: 40_000 });
  }, 120_000);
});
