import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test, vi } from 'vitest';
import { away, enrol, newCode } from '#main/testing/deviceRig.ts';
import { hello, programFile, run, runGateway, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { fillFolder, readFolder } from '#main/testing/moveRig.ts';
import { operate } from '#main/testing/operating.ts';
import { post, revertOffFields, tempDir } from '#main/testing/rig.ts';

vi.setConfig({ testTimeout: 180_000 });

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());
const { server } = started ?? skipped;

const OWN = { UPSTREAM_API_KEY: 'demo-key-0001', ENROLMENT: 'required', LOG_LEVEL: 'warn' };

/** Starts a gateway, enrols a handheld and makes a call. @returns the handheld's cookie, and what the gateway said of its ledger. */
async function work(env: Readonly<Record<string, string>>, code: string) {
  await using gateway = await spawnGateway({ ...OWN, ...env });
  const told = await hello(gateway);
  await operate(gateway.url, env['DATA_DIR'] ?? '');
  const enrolled = await enrol(gateway.url, await newCode(gateway.url, 'Dock 3'));
  const cookie = enrolled.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answered = await post(gateway.url, `call-${code}`, revertOffFields(code, ''), { headers: { ...away, cookie } });
  expect(answered.status).toBe(200);
  return { cookie, told };
}

test.skipIf(!started)(
  'a start that would leave a used ledger behind stops, and after the move handhelds, answers and epoch are there',
  async () => {
    using folder = tempDir();
    const dirs = { DATA_DIR: folder.path };
    const DATABASE_URL = await server.database();
    const { cookie, told } = await work(dirs, 'D-1001');
    const place = new URL(DATABASE_URL).host + new URL(DATABASE_URL).pathname;
    const stopped = await runGateway({ ...OWN, ...dirs, DATABASE_URL });
    expect(stopped).toEqual({
      code: 1,
      stderr: `DATABASE_URL: ${join(folder.path, 'ledger.sqlite')} holds calls, people or handhelds that are not in the database at ${place}: stop every gateway and run “npm run move -- postgres” (in a release “./node node_modules/scanline/move.js postgres”), or move ledger.sqlite and devices.sqlite out of DATA_DIR where they are to be left behind.\n`,
    });
    expect(await server.ask(DATABASE_URL, `select to_regclass('scanline_meta') as made`)).toEqual([{ made: null }]);

    const moved = await run('move', ['postgres'], { ...dirs, DATABASE_URL });
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(/^calls +1 rows, the same at both: [0-9a-f]{16}$/m);
    expect(moved.stdout).toMatch(/^devices +1 rows, the same at both/m);
    expect(moved.stdout).toContain(
      `All of ${folder.path} is now in the database at ${place}. The ledger in the folder is closed`,
    );
    expect(moved.stdout).toContain('take the # off DATABASE_URL_FILE in scanline-backup.service');
    expect(await run('backup', ['backup', folder.path], dirs)).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no back-up: the ledger was moved to the database at ${place}, where pg_dump backs it up and pg_restore puts it back.\n`,
    });

    const alone = await runGateway({ ...OWN, ...dirs });
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain(
      `ledger.sqlite cannot be used: it was moved to ${place}, and what came since is there alone: start with DATABASE_URL, the address of the database at ${place}, or bring it back by “npm run move -- sqlite” (in a release “./node node_modules/scanline/move.js sqlite”).\n`,
    );
    {
      await using gateway = await spawnGateway({ ...OWN, ...dirs, DATABASE_URL });
      const now = await hello(gateway);
      expect([now.epoch, now.keyGeneration]).toEqual([told.epoch, told.keyGeneration]);
      const headers = { ...away, cookie, 'scanline-tried': `${told.epoch};${told.now}` };
      const again = await post(gateway.url, 'call-D-1001', revertOffFields('D-1001', ''), { headers });
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      const other = await post(gateway.url, 'call-D-1002', revertOffFields('D-1002', ''), { headers });
      expect(other.status).toBe(200); // nothing was forgotten: it runs
      const inUse = await run('move', ['sqlite'], { ...dirs, DATABASE_URL });
      expect(inUse).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is in use by another gateway: stop that one'),
      });
      using elsewhere = tempDir();
      const atWork = await run('move', ['sqlite'], { DATA_DIR: elsewhere.path, DATABASE_URL });
      expect(atWork).toMatchObject({
        code: 1,
        stderr: `DATABASE_URL: a gateway is at work on ${place}: stop all that use it.\n`,
      });
    }
    const closed = await run('backup', ['backup', folder.path], dirs);
    expect(closed).toMatchObject({ code: 1, stderr: expect.stringContaining(`moved to the database at ${place}`) });
    const movedBack = await run('move', ['sqlite'], { ...dirs, DATABASE_URL });
    expect(movedBack).toMatchObject({ code: 0, stderr: '' });
    expect(movedBack.stdout).toContain('put the # before DATABASE_URL_FILE in scanline-backup.service');
    using copies = tempDir();
    expect(await run('backup', ['backup', copies.path], dirs)).toMatchObject({ code: 0, stderr: '' });
    const left = await runGateway({ ...OWN, ...dirs, DATABASE_URL });
    expect(left.stderr).toContain(
      `the database at ${place} cannot be used: it was moved to ${folder.path}, and what came since is there alone: start with DATA_DIR=${folder.path} and without DATABASE_URL, or move it into an empty database by “npm run move -- postgres”`,
    );
    await using back = await spawnGateway({ ...OWN, ...dirs });
    expect((await hello(back)).epoch).toBe(told.epoch);
    const headers = { ...away, cookie };
    const known = await post(back.url, 'call-D-1002', revertOffFields('D-1002', ''), { headers });
    expect([known.status, known.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  },
);

test.skipIf(!started)('a move that is killed goes on where it was, and says of the half what it is', async () => {
  using folder = tempDir();
  const DATABASE_URL = await server.database();
  const env = { DATA_DIR: folder.path, DATABASE_URL };
  await fillFolder(folder.path, 40_000);
  const before = readFolder(folder.path);
  const child = spawn(process.execPath, [programFile('move'), 'postgres'], { env: { ...process.env, ...env } });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('rows are moved')) resolve();
    });
    child.once('close', () => reject(new Error(`it ended:\n${said}`)));
  });
  child.kill('SIGKILL');
  await once(child, 'close');
  const [half] = await server.ask(DATABASE_URL, 'select count(*)::int as n from scanline_calls');
  expect(half?.['n']).toBeGreaterThan(0);
  expect(half?.['n']).toBeLessThan(40_000);
  const refused = await runGateway({ ...OWN, ...env });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`it is half moved from ${folder.path}: “npm run move -- postgres”`),
  });
  const moved = await run('move', ['postgres'], env);
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^calls +40000 rows, the same at both/m) });
  expect(await run('move', ['sqlite'], env)).toMatchObject({ code: 0 });
  expect(readFolder(folder.path)).toEqual(before);
});

test.skipIf(!started)(
  'a database that is in use for long goes on beside an old file, and stops for one that was at work since, or that is another’s',
  async () => {
    using folder = tempDir();
    using other = tempDir();
    const DATABASE_URL = await server.database();
    const dirs = { DATA_DIR: folder.path };
    await work(dirs, 'D-1001');
    cpSync(folder.path, other.path, { recursive: true, filter: (from) => !from.includes('gateway.lock') });
    // As a gateway of before left it behind: it asked nobody.
    const aside = ['ledger.sqlite', 'devices.sqlite'].map(
      (name) => [join(folder.path, name), join(other.path, name)] as const,
    );
    for (const [file] of aside) rmSync(file);
    await work({ ...dirs, DATABASE_URL }, 'D-1002');
    for (const [file, copy] of aside) cpSync(copy, file);
    await (await spawnGateway({ ...OWN, ...dirs, DATABASE_URL }))[Symbol.asyncDispose]();

    const joined = await runGateway({ ...OWN, DATA_DIR: other.path, DATABASE_URL });
    expect(joined).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('that has a ledger of its own, so name an empty one and run'),
    });

    await work(dirs, 'D-1003'); // without the database, and so beside it
    const since = await runGateway({ ...OWN, ...dirs, DATABASE_URL });
    expect(since).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds calls, people or handhelds that are not in'),
    });
    for (const [file] of aside) rmSync(file);
    await (await spawnGateway({ ...OWN, ...dirs, DATABASE_URL }))[Symbol.asyncDispose]();
  },
);

test.skipIf(!started || process.getuid?.() !== 0)('run by root it leaves the folder to its owner', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: folder.path, DATABASE_URL: await server.database() };
  await fillFolder(folder.path, 20);
  const owner = 65_534;
  for (const name of ['.', ...readdirSync(folder.path)]) chownSync(join(folder.path, name), owner, owner);
  for (const to of ['postgres', 'sqlite']) {
    expect(await run('move', [to], env)).toMatchObject({ code: 0 });
    const foreign = readdirSync(folder.path).filter((name) => statSync(join(folder.path, name)).uid !== owner);
    expect(foreign).toEqual([]);
  }
});

test.skipIf(!started || process.getuid?.() !== 0)(
  'run by root it moves a folder that its owner reaches by the unit alone, as systemd keeps it, and leaves it to its owner',
  async () => {
    using machine = tempDir();
    const DATABASE_URL = await server.database();
    const owner = 65_534;
    const hidden = join(machine.path, 'private');
    const kept = join(hidden, 'scanline');
    mkdirSync(kept, { recursive: true });
    await fillFolder(kept, 20);
    chmodSync(machine.path, 0o755);
    chmodSync(hidden, 0o700);
    for (const name of ['.', ...readdirSync(kept)]) chownSync(join(kept, name), owner, owner);
    const DATA_DIR = join(machine.path, 'scanline');
    symlinkSync(kept, DATA_DIR);
    for (const to of ['postgres', 'sqlite']) {
      const moved = await run('move', [to], { DATA_DIR, DATABASE_URL });
      expect(moved).toMatchObject({ code: 0, stderr: '' });
      const foreign = readdirSync(kept, { recursive: true, encoding: 'utf8' }).filter(
        (name) => statSync(join(kept, name)).uid !== owner,
      );
      expect(foreign).toEqual([]);
    }
  },
);

test.skipIf(!started)('an empty ledger in DATA_DIR stops nothing, and a move without one makes none', async () => {
  using folder = tempDir();
  const DATABASE_URL = await server.database();
  await (await spawnGateway({ DATA_DIR: folder.path, LOG_LEVEL: 'warn' }))[Symbol.asyncDispose]();
  expect(existsSync(join(folder.path, 'ledger.sqlite'))).toBe(true);
  {
    using db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
    expect(db.prepare('select count(*) as n from calls').get()).toEqual({ n: 0 });
  }
  await (await spawnGateway({ ...OWN, DATA_DIR: folder.path, DATABASE_URL }))[Symbol.asyncDispose]();
  using empty = tempDir();
  const none = await run('move', ['postgres'], { DATA_DIR: empty.path, DATABASE_URL: await server.database() });
  expect(none).toMatchObject({ code: 1, stderr: `DATA_DIR: ${empty.path} has no ledger.sqlite to move.\n` });
  const unnamed = await run('move', ['postgres'], { DATA_DIR: empty.path });
  expect(unnamed).toMatchObject({
    code: 1,
    stderr:
      'DATABASE_URL: expected the database of the move, an address such as postgres://user:password@host:5432/database.\n',
  });
  const wrong = join(empty.path, 'wrong');
  for (const to of ['postgres', 'sqlite']) {
    expect(await run('move', [to], { DATA_DIR: wrong, DATABASE_URL })).toEqual({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR: there is no folder ${wrong}: name the folder of the gateway.\n`,
    });
    expect(existsSync(wrong)).toBe(false);
  }
});
