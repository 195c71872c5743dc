import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { signIn } from '#main/testing/operating.ts';
import { PASSWORD } from '#main/testing/deviceRig.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { fullPipe, spawnWithOutputs } from '#main/testing/outputRig.ts';
import { sayWhySkipped, startPostgres } from '#main/testing/postgresRig.ts';
import { person } from '#main/testing/peopleRig.ts';
import { post, revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';

/** The longest that a call may take on a busy machine, in milliseconds: less than any limit of a sink. */
const LONGEST_MS = 5_000;
const CALLERS = 6;

/**
 * Makes calls as long as `trouble` takes, and twenty by each caller at least.
 *
 * @returns what is wrong with those that were not answered in time.
 */
async function underLoad(url: string, name: string, trouble: () => Promise<unknown>): Promise<readonly string[]> {
  const over = new AbortController();
  const wrong: string[] = [];
  const calls = async (caller: number): Promise<void> => {
    for (let n = 0; n < 20 || !over.signal.aborted; n += 1) {
      const key = `${name}-${caller}-${n}`.padEnd(16, '-');
      const signal = AbortSignal.timeout(LONGEST_MS);
      const came = await post(url, key, revertOffFields(key), { signal }).catch(String);
      if (typeof came === 'string') wrong.push(came);
      else if (came.status !== 200) wrong.push(came.text);
    }
  };
  await Promise.all([
    ...Array.from({ length: CALLERS }, (_, caller) => calls(caller)),
    trouble().finally(() => over.abort()),
  ]);
  return wrong;
}

/** A service that answers at once. */
const answering = () => startUpstream((request) => request.reply(serviceReply('1')));

describe('the log', () => {
  test.each([
    ['full', '/dev/full', 'w', 'ENOSPC'],
    ['failed', '/dev/null', 'r', 'EBADF'],
  ])('%s from the start', async (name, path, flags, code) => {
    using folder = tempDir();
    await using upstream = await answering();
    const output = openSync(path, flags);
    const env = { DATA_DIR: folder.path, UPSTREAM_URL: upstream.url.href };
    await using gateway = await spawnWithOutputs([output, output], env);
    closeSync(output);
    expect(await underLoad(gateway.url, name, () => pause(1_000))).toEqual([]);
    expect(await gateway.lost('stderr')).toBeGreaterThan(CALLERS * 20);
    expect((await gateway.warnings())[1]).toContain(`(${code})`);
    expect(await gateway.stop()).toBe(0);
  });

  test('closed in flight', async () => {
    using folder = tempDir();
    await using upstream = await answering();
    const env = { DATA_DIR: folder.path, UPSTREAM_URL: upstream.url.href };
    await using gateway = await spawnWithOutputs(['pipe', 'pipe'], env);
    const { stdout, stderr } = gateway.child;
    const wrong = await underLoad(gateway.url, 'closed', async () => {
      await pause(300);
      stdout?.destroy();
      stderr?.destroy();
      await pause(1_000);
    });
    expect(wrong).toEqual([]);
    expect(await gateway.lost('stderr')).toBeGreaterThan(0);
    expect(await gateway.stop()).toBe(0);
  });

  test('stalled for good: a bound of memory, then lines are lost', async () => {
    using folder = tempDir();
    using pipe = fullPipe(folder.path);
    await using upstream = await answering();
    const env = { DATA_DIR: folder.path, UPSTREAM_URL: upstream.url.href };
    await using gateway = await spawnWithOutputs([pipe.end, pipe.end], env);
    const wrong = await underLoad(gateway.url, 'stalled', async () => {
      while ((await gateway.lost('stderr')) === 0) await pause(500);
    });
    expect(wrong).toEqual([]);
    expect((await gateway.warnings()).join('')).toContain('its reader does not keep up');
    const before = await gateway.lost('stderr');
    await expect.poll(() => pipe.read().length, { interval: 5 }).toBeGreaterThan(1024 * 1024); // all that waited
    expect(await underLoad(gateway.url, 'goes-on', async () => pipe.read())).toEqual([]);
    expect(await gateway.lost('stderr')).toBe(before);
    expect(await gateway.stop()).toBe(0);
  }, 300_000);
});

/** Asks on bare connections. @param then - done with each once its answer has begun. */
async function askRawly(url: string, path: string, headers: object, many: number, then: 'leave' | 'stall') {
  const { port, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Promise.all(
    Array.from({ length: many }, async () => {
      const socket = connect(Number(port), 'localhost').on('error', () => {});
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      await once(socket, 'data');
      if (then === 'leave') socket.destroy();
      else socket.pause();
      return socket;
    }),
  );
}

const SINKS = [
  ['metrics', '/gateway/metrics', 40],
  ['the board’s streams', '/gateway/floor/live', 4],
  ['exports', '/gateway/ledger/csv', 8],
] as const;

describe.each(SINKS)('%s', (name, path, many) => {
  test('closed and stalled by whoever asked, under load', { timeout: 120_000 }, async () => {
    using folder = tempDir();
    await using upstream = await answering();
    const env = { SUPERVISOR_PASSWORD: PASSWORD, UPSTREAM_URL: upstream.url.href, DATA_DIR: folder.path };
    await (await startHere(env))[Symbol.asyncDispose]();
    fillLedger(folder.path, name === 'exports' ? 60_000 : 0);
    await using gateway = await startHere(env);
    const browser = await person(gateway, 'Ina', 'it');
    const wrong = await underLoad(gateway.url, `${many}`, async () => {
      for (let round = 0; round < 5; round += 1) await askRawly(gateway.url, path, browser, many, 'leave');
      const stalled = await askRawly(gateway.url, path, browser, many, 'stall');
      await pause(2_000);
      for (const socket of stalled) socket.destroy();
    });
    expect(wrong).toEqual([]);
  });
});

/** Puts answered calls into a ledger that nobody has open. */
function fillLedger(dataDir: string, many: number): void {
  using db = new DatabaseSync(join(dataDir, 'ledger.sqlite'));
  const sql = `insert into calls (key, fingerprint, operation, state, received_at) values (?, ?, 'RevertOff', 'answered', ?)`;
  const add = db.prepare(sql);
  db.exec('begin');
  for (let n = 0; n < many; n += 1) add.run(`filled-${String(n).padStart(6, '0')}`, 'x'.repeat(40), Date.now());
  db.exec('commit');
}

const server = await startPostgres();
if (typeof server === 'string') sayWhySkipped(server);
afterAll(async () => {
  if (typeof server !== 'string') await server[Symbol.asyncDispose]();
});

const FULL = `create function no_room() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
const ENDS = `select pg_terminate_backend(pid) from pg_stat_activity where query like '%TABLE%' and pid <> pg_backend_pid()`;

/** The troubles of a table, each with its end. */
const TROUBLES = [
  ['stalled', 'begin; lock table TABLE', 'rollback'],
  ['failed', 'alter table TABLE rename to elsewhere', 'alter table elsewhere rename to TABLE'],
  [
    'full',
    `${FULL}; create trigger full_disk before insert on TABLE execute function no_room()`,
    'drop function no_room cascade',
  ],
  ['closed', ENDS, ENDS],
] as const;

describe.skipIf(typeof server === 'string')('in PostgreSQL', () => {
  test.each(
    ['scanline_audit', 'scanline_sessions', 'scanline_floor'].flatMap((table) =>
      TROUBLES.map(([name, begin, end]) => [table, name, begin, end] as const),
    ),
  )('%s %s', { timeout: 120_000 }, async (table, name, begin, end) => {
    if (typeof server === 'string') throw new Error(server);
    const url = await server.database();
    await using upstream = await answering();
    const env = { DATABASE_URL: url, UPSTREAM_URL: upstream.url.href, SUPERVISOR_PASSWORD: PASSWORD };
    await using gateway = await spawnGateway(env);
    const client = new Client({ connectionString: url });
    await client.connect();
    const headers = await signIn(gateway.url, PASSWORD);
    const leaving = new AbortController();
    const busy = async (): Promise<void> => {
      while (!leaving.signal.aborted) {
        const paths = ['/gateway/floor', '/gateway/ledger/lines', '/gateway/audit', '/gateway/hello?nonce=n'];
        const asked = paths.map((path) => fetch(gateway.url + path, { headers, signal: leaving.signal }));
        for (const reply of await Promise.allSettled(asked))
          if (reply.status === 'fulfilled') await reply.value.text().catch(() => {});
      }
    };
    const desks = Array.from({ length: 15 }, busy);
    const wrong = await underLoad(gateway.url, name, async () => {
      await client.query(begin.replaceAll('TABLE', table));
      await pause(name === 'stalled' ? LONGEST_MS + 1_500 : 2_000);
      await client.query(end.replaceAll('TABLE', table));
    });
    expect(wrong).toEqual([]);
    leaving.abort();
    await Promise.all(desks);
    await client.end();
    expect(gateway.child.exitCode).toBeNull();
  });
});
