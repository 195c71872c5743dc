import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#ledger/connections.ts';
import { hello, runGateway, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { openPostgresLedger } from '#ledger/postgresLedger.ts';
import { skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { post, revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

vi.setConfig({ testTimeout: 180_000 });

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());
const { server } = started ?? skipped;

let roles = 0;

/** Makes a role that owns a database of its own and has so many connections at most. @returns the database's address for it. */
async function limited(most: number): Promise<string> {
  roles += 1;
  const role = `few_${roles}`;
  const at = new URL(await server.database());
  await server.ask(at.href, `create role ${role} login connection limit ${most}`);
  await server.ask(at.href, `alter database ${at.pathname.slice(1)} owner to ${role}`);
  await server.ask(at.href, `alter schema public owner to ${role}`);
  at.username = role;
  return at.href;
}

/** Holds so many connections of a role, as another program does. */
async function hold(url: string, count: number): Promise<() => Promise<void>> {
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  return async () => void (await Promise.all(clients.map((client) => client.end())));
}

/** Makes so many calls at once, by turns at each gateway. @returns what each got. */
async function burst(gateways: readonly { readonly url: string }[], calls: number): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: calls }, async (_, index) => {
      const { url = '' } = gateways[index % gateways.length] ?? {};
      const code = `D-${2_000 + index}`;
      return (await post(url, `call-${code}`, revertOffFields(code))).status;
    }),
  );
}

const OWN = { LOG_LEVEL: 'warn', REQUESTS_PER_SECOND: '0', METRICS_TOKEN: 'a-token-of-the-test' };

async function metric({ url }: { readonly url: string }, line: RegExp): Promise<number> {
  const headers = { authorization: `Bearer ${OWN.METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/gateway/metrics`, { headers })).text();
  return Number(line.exec(text)?.[1]);
}

async function json(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> {
  return (await (await fetch(url, { headers })).json()) as Record<string, unknown>;
}

test.skipIf(!started)(
  'two gateways run within five connections, and answer sixty calls at once, none with 503',
  async () => {
    const DATABASE_URL = await limited(5);
    await using upstream = await startUpstream(({ reply }) => reply(serviceReply('OK: done')));
    const env = { ...OWN, DATABASE_URL, UPSTREAM_URL: upstream.url.href };
    await using one = await spawnGateway(env);
    await using two = await spawnGateway(env);
    expect((await hello(two)).epoch).toBe((await hello(one)).epoch);
    expect(new Set(await burst([one, two], 60))).toEqual(new Set([200]));
    const busy = `select count(*)::int as n from pg_stat_activity where usename = '${new URL(DATABASE_URL).username}'`;
    expect((await server.ask(server.address('postgres'), busy))[0]?.['n']).toBeLessThanOrEqual(4); // one is left for whoever looks
    expect(await metric(one, /^scanline_database_connections\{state="most"\} (\d+)$/m)).toBe(1);
    expect((await fetch(`${two.url}/gateway/health/ready`)).status).toBe(200);
  },
);

test.skipIf(!started)(
  'where another program takes the connections calls wait for one, and ready, warnings and a metric say that they are short',
  async () => {
    const DATABASE_URL = await limited(5);
    await using upstream = await startUpstream(({ reply }) => reply(serviceReply('OK: done')));
    await using gateway = await spawnGateway({ ...OWN, DATABASE_URL, UPSTREAM_URL: upstream.url.href });
    expect(await json(`${gateway.url}/gateway/health/ready`)).not.toHaveProperty('database');
    expect(await metric(gateway, /^scanline_database_connections_short (\d)$/m)).toBe(0);
    // Its only one for calls is ended, and taken by another program before it is asked for again.
    const owner = new URL(DATABASE_URL).username;
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where usename = '${owner}' and pid not in (select pid from pg_locks where locktype = 'advisory')`;
    await server.ask(server.address('postgres'), end);
    const release = await hold(DATABASE_URL, 4);
    const calls = burst([gateway], 20);
    await expect.poll(() => metric(gateway, /^scanline_database_connections_short (\d)$/m)).toBe(1);
    const sentence = `Calls wait for connections to the database: this gateway may have 2: the role ${owner} may have 5, and 1 gateway(s) share them.`;
    await setTimeout(2_000); // they wait for more than a moment, and none is given up
    await release();
    expect(new Set(await calls)).toEqual(new Set([200]));
    expect(await json(`${gateway.url}/gateway/health/ready`)).toMatchObject({ status: 'ok', database: sentence });
    expect(await json(`${gateway.url}/gateway/health`, gateway.here)).toMatchObject({ warnings: [sentence] });
    expect(await metric(gateway, /^scanline_database_connections_refused_total (\d+)$/m)).toBeGreaterThan(0);
  },
);

test.skipIf(!started)(
  'a start says what it needs and has, where the role, the database or others leave too few',
  async () => {
    using folder = tempDir();
    const few = await limited(3);
    await using one = await spawnGateway({ ...OWN, DATABASE_URL: few });
    const place = new URL(few).host + new URL(few).pathname;
    const second = await runGateway({ ...OWN, DATABASE_URL: few, DATA_DIR: folder.path });
    expect(second).toEqual({
      code: 1,
      stderr: `DATABASE_URL: the database at ${place} cannot be used: 2 gateways need 4 connections, and the role ${new URL(few).username} may have 3.\n`,
    });
    expect((await hello(one)).epoch).not.toBe('');

    const single = await limited(9);
    await server.ask(single, `alter database ${new URL(single).pathname.slice(1)} connection limit 1`);
    const alone = await runGateway({ ...OWN, DATABASE_URL: single, DATA_DIR: folder.path });
    expect(alone.stderr).toContain('a gateway needs 2 connections, and the database');

    const full = await limited(5);
    const release = await hold(full, 5);
    const none = await runGateway({ ...OWN, DATABASE_URL: full, DATA_DIR: folder.path });
    await release();
    expect(none.stderr).toContain(
      'it gave this gateway no connection in 20 s, which needs two beside those of all others (too many connections for role',
    );
  },
);
test.skipIf(!started)('what is kept beside the calls takes them no last connection', async () => {
  using folder = tempDir();
  const url = await limited(9);
  const database = openDatabase(url, 2);
  const ledger = await openPostgresLedger({ url, dataDir: folder.path, now: Date.now, log: () => {}, database });
  const beside = database.allot(9);
  const slow = [beside.query('select pg_sleep(3)'), beside.query('select pg_sleep(3)')];
  const from = performance.now();
  expect(await ledger.find('key-0001')).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(2_500);
  await Promise.all(slow);
  await ledger.close();
  await database.close();
});
