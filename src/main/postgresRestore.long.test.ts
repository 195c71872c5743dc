import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { operate } from '#main/testing/operating.ts';
import { away, enrol, newCode } from '#main/testing/deviceRig.ts';
import { hello, run, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { post, revertOffFields, tempDir } from '#main/testing/rig.ts';
import type { Hello } from '#wire/hello.ts';

vi.setConfig({ testTimeout: 120_000 });

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

const IN_DATABASE = 'docker compose -f deploy/compose.yaml exec -T postgres ';

/** Reads the commands of docs/it.md that speak to PostgreSQL, without the container that they are run in. */
function commandsOf(heading: string): readonly string[] {
  const [, page = ''] = readFileSync('docs/it.md', 'utf8').split(`**${heading}**`);
  const [part = ''] = page.split('\n**');
  return part
    .split('\n')
    .filter((line) => line.startsWith(IN_DATABASE))
    .map((line) => line.slice(IN_DATABASE.length));
}

test.skipIf(!started)(
  'the commands of docs/it.md bring a PostgreSQL back-up back: what it holds is answered, what came later waits for a person',
  async () => {
    const { server } = started ?? skipped;
    using folder = tempDir();
    const at = new URL(await server.database());
    await server.ask(at.href, 'create database scanline');
    at.pathname = '/scanline';
    const shell = (line: string): void => {
      const env = {
        ...process.env,
        PATH: `${server.bin}:${process.env['PATH']}`,
        PGHOST: at.hostname,
        PGPORT: at.port,
      };
      execFileSync('/bin/sh', ['-ec', line], { cwd: folder.path, env });
    };
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      DATABASE_URL: at.href,
      UPSTREAM_API_KEY: 'demo-key-0001',
      ENROLMENT: 'required',
    };
    let told: Hello;
    let cookie: string;
    const ask = (url: string, code: string, headers = {}) =>
      post(url, `call-${code}`, revertOffFields(code, ''), { headers: { ...away, cookie, ...headers } });
    const [backUp = '', ...others] = commandsOf('Back-up');
    expect(others).toEqual([]);
    {
      await using gateway = await spawnGateway(env);
      told = await hello(gateway);
      await operate(gateway.url, env.DATA_DIR);
      const enrolled = await enrol(gateway.url, await newCode(gateway.url, 'Dock 3'));
      cookie = enrolled.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect(await ask(gateway.url, 'D-1001')).toMatchObject({ status: 200 });
      shell(backUp.replace('$(date +%F)', '2026-11-25')); // while it runs
      expect(await ask(gateway.url, 'D-1002')).toMatchObject({ status: 200 });
    }
    const restore = commandsOf('Restore');
    expect(restore.map((line) => line.split(' ')[0])).toEqual(['psql', 'createdb', 'pg_restore']);
    for (const line of restore) shell(line);

    await using gateway = await spawnGateway(env);
    const now = await hello(gateway);
    expect(now.keyGeneration).toBe(told.keyGeneration);
    expect(now.epoch).not.toBe(told.epoch);
    const tried = { 'scanline-tried': `${told.epoch};${told.now}` };
    const known = await ask(gateway.url, 'D-1001', tried);
    expect([known.status, known.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await ask(gateway.url, 'D-1002', tried)).toMatchObject({ status: 412, code: 'key-expired' });
    expect(await ask(gateway.url, 'D-1003')).toMatchObject({ status: 200 });
    const kept = await server.ask(at.href.replace(/scanline$/, 'scanline_before'), 'select key from scanline_calls');
    expect(kept.map(({ key }) => key)).toContain('call-D-1002');
  },
);

test.skipIf(!started)(
  'the nightly back-up of a database is a file of its owner alone, made while the gateway runs, and comes back into an empty database',
  async () => {
    const { server } = started ?? skipped;
    using folder = tempDir();
    const into = join(folder.path, 'backups');
    const address = new URL(await server.database());
    address.password = 'canary-8251'; // the server asks for none
    const PATH = `${server.bin}:${process.env['PATH']}`;
    const secret = join(folder.path, 'database-url');
    writeFileSync(secret, `${address.href}\n`);
    const env = { DATA_DIR: join(folder.path, 'data'), DATABASE_URL_FILE: secret, PATH, LOG_LEVEL: 'warn' };
    {
      await using gateway = await spawnGateway(env);
      expect(await post(gateway.url, 'call-0001', revertOffFields('D-1001'))).toMatchObject({ status: 200 });
      const made = await run('backup', ['backup', into], { DATABASE_URL_FILE: secret, PATH });
      expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/scanline-[0-9TZ-]+\.dump\n$/) });
      expect(await post(gateway.url, 'call-0002', revertOffFields('D-1002'))).toMatchObject({ status: 200 });
    }
    const [file = '', ...others] = readdirSync(into).map((name) => join(into, name));
    expect(others).toEqual([]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');

    const over = await run('backup', ['restore', file], { DATABASE_URL_FILE: secret, PATH });
    expect(over).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/has a ledger, and nothing is restored over it/),
    });
    const DATABASE_URL = await server.database();
    const no = join(folder.path, 'no.dump');
    writeFileSync(no, 'no dump at all');
    const refused = await run('backup', ['restore', no], { DATABASE_URL, PATH });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no\.dump cannot be restored: [^\n]+\.\n$/),
    });
    expect(await run('backup', ['restore', file], { DATABASE_URL, PATH })).toMatchObject({ code: 0, stderr: '' });
    await using gateway = await spawnGateway({ ...env, DATABASE_URL_FILE: '', DATABASE_URL });
    const known = await post(gateway.url, 'call-0001', revertOffFields('D-1001'));
    expect([known.status, known.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await server.ask(DATABASE_URL, 'select key from scanline_calls')).toEqual([{ key: 'call-0001' }]);
  },
);

test.skipIf(!started)(
  'where a database is not reached there is no back-up, no half of one, and no password in what is said',
  async () => {
    using folder = tempDir();
    const { server } = started ?? skipped;
    const PATH = `${server.bin}:${process.env['PATH']}`;
    const DATABASE_URL = 'postgres://scanline:canary-8251@127.0.0.1:1/scanline';
    const unreached = await run('backup', ['backup', folder.path], { DATABASE_URL, PATH });
    expect(unreached).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no back-up: pg_dump: [^\n]+\n$/),
    });
    expect(unreached.stderr).not.toContain('canary');
    expect(readdirSync(folder.path)).toEqual([]);
    const missing = await run('backup', ['backup', folder.path], { DATABASE_URL, PATH: folder.path });
    expect(missing.stderr).toContain('install PostgreSQL’s client programs (postgresql-client)');
  },
);

test.skipIf(!started)(
  'compose’s nightly back-up is a whole file of its owner alone, and deletes what is old, unless it fails',
  async () => {
    const { server } = started ?? skipped;
    using folder = tempDir();
    const address = new URL(await server.database());
    const PATH = `${server.bin}:${process.env['PATH']}`;
    {
      await using _gateway = await spawnGateway({ DATA_DIR: join(folder.path, 'data'), DATABASE_URL: address.href });
    }
    const into = join(folder.path, 'backups');
    mkdirSync(into);
    const old = join(into, 'scanline-2026-01-01T023000Z.dump');
    writeFileSync(old, '');
    utimesSync(old, 0, 0);
    const secret = join(folder.path, 'password');
    writeFileSync(secret, 'canary-8251');
    const once = (PGPORT: string) =>
      spawnSync('/bin/sh', ['deploy/postgres/nightly-backup.sh', 'once'], {
        encoding: 'utf8',
        env: {
          PATH,
          PGHOST: address.hostname,
          PGPORT,
          PGUSER: 'scanline',
          PGDATABASE: address.pathname.slice(1),
          PASSWORD_FILE: secret,
          BACKUP_FOLDER: into,
          BACKUP_DAYS: '14',
        },
      });
    const failed = once('1');
    expect(failed.status).not.toBe(0);
    expect(readdirSync(into).filter((name) => name.endsWith('.dump'))).toEqual(['scanline-2026-01-01T023000Z.dump']);
    const made = once(address.port);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const [file = '', ...others] = readdirSync(into).filter((name) => name.endsWith('.dump'));
    expect(others).toEqual([]);
    expect(made.stdout).toBe(`${join(into, file)}\n`);
    expect((statSync(join(into, file)).mode & 0o777).toString(8)).toBe('600');
    const DATABASE_URL = await server.database();
    expect(await run('backup', ['restore', join(into, file)], { DATABASE_URL, PATH })).toMatchObject({ code: 0 });
  },
);
