import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { MARK, type MoveMark } from '#ledger/moveMark.ts';
import { setClosed, writeMeta } from '#ledger/sqliteSchema.ts';
import { away, enrol, newCode } from '#main/testing/deviceRig.ts';
import { operate } from '#main/testing/operating.ts';
import { type Ended, type GatewayProcess, hello, run, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { type Heard, post, revertOffFields, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import type { Hello } from '#wire/hello.ts';

vi.setConfig({ testTimeout: 120_000 }); // a process of a gateway or a program each time

const SOON = { timeout: 30_000 };

/** Runs `npm run backup` or `npm run restore`, on a machine that has no other program. */
function runBackup(verb: string, folder: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return run('backup', [verb, folder], { PATH: '', ...env });
}

/** Makes a call as a handheld does, or its retry: with the epoch and the time of the hello before the first try. */
function ask({ url }: GatewayProcess, code: string, { epoch, now }: Hello): Promise<Heard> {
  return post(url, `call-${code}`, revertOffFields(code), { headers: { 'scanline-tried': `${epoch};${now}` } });
}

test('a back-up is made and put back under load: nothing runs twice, what it holds is answered, the rest waits for a person', async () => {
  using folder = tempDir();
  const ran = new Map<string, number>();
  await using upstream = await startUpstream(({ body, reply }) => {
    const code = new URLSearchParams(body).get('deliveryCode') ?? '';
    ran.set(code, (ran.get(code) ?? 0) + 1);
    setImmediate(() => reply(serviceReply(`OK: ${code}`)));
  });
  const env = {
    DATA_DIR: join(folder.path, 'data'),
    UPSTREAM_URL: upstream.url.href,
    REQUESTS_PER_SECOND: '0',
    LOG_LEVEL: 'error',
  };
  const tried = new Map<string, Hello>();
  const answered = new Set<string>();
  let backup: Ended;
  let before: readonly string[];
  let old: Hello;
  {
    await using gateway = await spawnGateway(env);
    old = await hello(gateway);
    let calls = 0;
    const work = async (): Promise<void> => {
      for (;;) {
        const code = `D-${(calls += 1)}`;
        const told = await hello(gateway);
        tried.set(code, told);
        if ((await ask(gateway, code, told)).status === 200) answered.add(code);
      }
    };
    const working = Promise.allSettled(Array.from({ length: 6 }, work)); // until the gateway is dead
    await expect.poll(() => answered.size, SOON).toBeGreaterThan(100);
    before = [...answered];
    backup = await runBackup('backup', folder.path, env);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    const after = answered.size;
    expect(after).toBeGreaterThan(before.length); // the gateway went on meanwhile
    await expect.poll(() => answered.size, SOON).toBeGreaterThan(after + 100);

    const running = await runBackup('restore', backup.stdout.trim(), env);
    expect(running).toEqual({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR: ${env.DATA_DIR} is in use by another gateway: stop that one, or name another folder.\n`,
    });
    await gateway.kill(); // with calls on their way
    await working;
  }
  expect(await runBackup('restore', backup.stdout.trim(), env)).toMatchObject({ code: 0, stderr: '' });
  const executions = new Map(ran);

  await using gateway = await spawnGateway(env);
  const now = await hello(gateway);
  expect(now.epoch).not.toBe(old.epoch);
  const came = { replayed: [] as string[], 'outcome-unknown': [] as string[], 'key-expired': [] as string[] };
  for (const [code, told] of tried) {
    const heard = await ask(gateway, code, told);
    const isReplayed = heard.headers.get('idempotency-replayed') === 'true' && heard.text.includes(`OK: ${code}<`);
    came[isReplayed ? 'replayed' : (heard.code as 'key-expired')].push(code);
  }
  expect(ran).toEqual(executions); // of all retries none ran
  expect([...ran.values()].every((times) => times === 1)).toBe(true);
  expect(came.replayed).toEqual(expect.arrayContaining([...before])); // what was answered before it is in the back-up
  expect(came['key-expired'].length).toBeGreaterThanOrEqual(100);
  expect(came['outcome-unknown'].length).toBeLessThanOrEqual(6); // on their way in that moment
  expect(await ask(gateway, 'D-new', now)).toMatchObject({ status: 200 });
});

test('a restore begins a new epoch even where nothing was lost, brings the handhelds back, and moves the old files aside', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: join(folder.path, 'data'), UPSTREAM_API_KEY: 'demo-key-0001', ENROLMENT: 'required' };
  let told: Hello;
  let cookie: string;
  {
    await using gateway = await spawnGateway(env);
    told = await hello(gateway);
    await operate(gateway.url, env.DATA_DIR);
    const enrolled = await enrol(gateway.url, await newCode(gateway.url, 'Dock 3'));
    cookie = enrolled.headers.get('set-cookie')?.split(';')[0] ?? '';
  }
  writeFileSync(join(env.DATA_DIR, 'site.json'), '{"name":"North hall"}'); // as the set-up writes it
  const { stdout } = await runBackup('backup', folder.path, env); // it is stopped
  const copy = stdout.trim();
  expect(readdirSync(copy).toSorted()).toEqual([
    'devices.sqlite',
    'floor.sqlite',
    'key-generations.json',
    'ledger.sqlite',
    'site.json',
  ]);
  for (const name of readdirSync(copy)) expect(statSync(join(copy, name)).mode & 0o777).toBe(0o600);
  const { keyGeneration } = told;

  writeFileSync(join(env.DATA_DIR, 'site.json'), '{"name":"South hall"}');
  const restored = await runBackup('restore', copy, env);
  expect(readFileSync(join(env.DATA_DIR, 'site.json'), 'utf8')).toBe('{"name":"North hall"}');
  const [, aside = ''] = /What was there is in (\S+)\.\n/.exec(restored.stdout) ?? [];
  expect(readdirSync(aside)).toEqual(expect.arrayContaining(['ledger.sqlite', 'ledger.witness', 'devices.sqlite']));
  expect(restored.stdout).toContain('Revoke all handhelds');
  await using gateway = await spawnGateway(env);
  const now = await hello(gateway);
  expect(now).toMatchObject({ keyGeneration });
  expect(now.epoch).not.toBe(told.epoch);
  const heard = await post(gateway.url, 'call-0001', revertOffFields('D-1001', ''), { headers: { ...away, cookie } });
  expect(heard).toMatchObject({ status: 200 });
});

test('what is no back-up, or is damaged, is refused in one line, and nothing is changed', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: join(folder.path, 'data') };
  const none = await runBackup('backup', folder.path, env);
  expect(none).toEqual({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR: ${env.DATA_DIR} has no ledger.sqlite: name the folder of the gateway.\n`,
  });
  {
    await using gateway = await spawnGateway(env);
    await ask(gateway, 'D-1001', await hello(gateway));
  }
  const copy = (await runBackup('backup', folder.path, env)).stdout.trim();
  const empty = join(folder.path, 'empty');
  mkdirSync(empty);
  expect(await runBackup('restore', empty, env)).toMatchObject({
    code: 1,
    stderr: `${empty} is no back-up: it has no ledger.sqlite.\n`,
  });
  writeFileSync(join(copy, 'ledger.sqlite'), 'no database at all');
  const damaged = await runBackup('restore', copy, env);
  expect(damaged).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\S+ledger\.sqlite cannot be restored: [^\n]+\.\n$/),
  });
  const postgres = await runBackup('backup', folder.path, { ...env, DATABASE_URL: 'postgres://u:canary@db/x' });
  expect(postgres).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no back-up: .*pg_dump/),
  });
  expect(postgres.stderr).not.toContain('canary');
  // A shell that lacks the variable must not keep a ledger that is no longer the one in use.
  writeFileSync(join(env.DATA_DIR, 'ledger.postgres.witness'), '');
  utimesSync(join(env.DATA_DIR, 'ledger.postgres.witness'), Date.now() / 1000 + 60, Date.now() / 1000 + 60);
  expect((await runBackup('backup', folder.path, env)).stderr).toBe(
    'DATABASE_URL: ledger and handhelds are in PostgreSQL: set it, or DATABASE_URL_FILE, as the gateway has it.\n',
  );
  rmSync(join(env.DATA_DIR, 'ledger.postgres.witness'));
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  expect((await runBackup('backup', file, env)).stderr).toMatch(/^There is no back-up: [^\n]+\.\n$/);
  expect((await runBackup('other', file, env)).stderr).toContain('npm run backup -- FOLDER');
  using db = new DatabaseSync(join(env.DATA_DIR, 'ledger.sqlite'), { readOnly: true });
  expect(db.prepare('select key from calls').all()).toEqual([{ key: 'call-D-1001' }]);
  expect(existsSync(join(env.DATA_DIR, 'ledger.witness'))).toBe(true);
});

/** Closes the ledger in a folder, as a move does. */
function closeLedger(folder: string, state: MoveMark['state']): void {
  using db = new DatabaseSync(join(folder, 'ledger.sqlite'));
  writeMeta(db, MARK, JSON.stringify({ state, id: 'm-1', other: 'db:5432/scanline', stamp: '' } satisfies MoveMark));
  setClosed(db, true);
}

test.each([
  ['left', 'was moved to'],
  ['filling', 'is half moved from'],
] as const)('a ledger that a move closed (%s) is neither copied nor put back nor written over', async (state, how) => {
  using folder = tempDir();
  const env = { DATA_DIR: join(folder.path, 'data') };
  await (await spawnGateway(env))[Symbol.asyncDispose]();
  const good = (await runBackup('backup', folder.path, env)).stdout.trim();
  const closed = join(folder.path, 'closed');
  cpSync(good, closed, { recursive: true });
  closeLedger(closed, state);
  const why = `the ledger ${how} the database at db:5432/scanline, where pg_dump backs it up and pg_restore puts it back.\n`;

  expect(await runBackup('restore', closed, env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${join(closed, 'ledger.sqlite')} cannot be restored: ${why}`,
  });
  expect(readdirSync(env.DATA_DIR).filter((name) => name.includes('restore'))).toEqual([]);

  closeLedger(env.DATA_DIR, state);
  const copies = readdirSync(folder.path);
  const refused = { code: 1, stdout: '', stderr: `There is no back-up: ${why}` };
  expect(await runBackup('backup', folder.path, env)).toEqual(refused);
  writeFileSync(join(env.DATA_DIR, 'ledger.postgres.witness'), ''); // as the gateway on PostgreSQL writes it all the time
  utimesSync(join(env.DATA_DIR, 'ledger.postgres.witness'), Date.now() / 1000 + 60, Date.now() / 1000 + 60);
  expect(await runBackup('backup', folder.path, env)).toEqual(refused);
  expect(readdirSync(folder.path)).toEqual(copies);
  expect(await runBackup('restore', good, env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR: nothing is restored into ${env.DATA_DIR}: ${why}`,
  });
  expect(await runBackup('restore', good, { DATA_DIR: join(folder.path, 'new') })).toMatchObject({ code: 0 });
});

test.skipIf(process.getuid?.() !== 0)('what root puts back belongs to whoever the folder belongs to', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: join(folder.path, 'data') };
  {
    await using _gateway = await spawnGateway(env);
  }
  const copy = (await runBackup('backup', folder.path, env)).stdout.trim();
  chownSync(env.DATA_DIR, 4711, 4712);
  expect(await runBackup('restore', copy, env)).toMatchObject({ code: 0 });
  const { uid, gid } = statSync(join(env.DATA_DIR, 'ledger.sqlite'));
  expect([uid, gid]).toEqual([4711, 4712]);
});

test('a copy that was made by hand, of the file and its log, is put back with what stands in the log', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: join(folder.path, 'data'), LOG_LEVEL: 'error' };
  let told: Hello;
  {
    await using gateway = await spawnGateway(env);
    told = await hello(gateway);
    await ask(gateway, 'D-1001', told);
  } // killed: what was written stands in the log
  const copy = join(folder.path, 'copy');
  mkdirSync(copy);
  for (const name of ['ledger.sqlite', 'ledger.sqlite-wal']) cpSync(join(env.DATA_DIR, name), join(copy, name));
  chmodSync(copy, 0o700);
  expect(await runBackup('restore', copy, env)).toMatchObject({ code: 0 });
  await using gateway = await spawnGateway(env);
  expect((await ask(gateway, 'D-1001', told)).headers.get('idempotency-replayed')).toBe('true');
});
