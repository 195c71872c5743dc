import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import type { Hello } from '#wire/hello.ts';
import { type GatewayProcess, hello, spawnGateway } from '#main/testing/gatewayProcess.ts';
import {
  type Heard,
  type RawUpstream,
  post,
  revertOffFields,
  serviceReply,
  startUpstream,
  tempDir,
} from '#main/testing/rig.ts';

vi.setConfig({ testTimeout: 180_000 }); // up to four starts of a gateway each

const DAY_MS = 24 * 60 * 60 * 1000;

const MEMORY = '/dev/shm';
const hasMemory = existsSync(MEMORY);

/** A gateway's machine: what is on its disks, what is in memory only, and clocks that can be set. */
function machine(upstream: RawUpstream) {
  const folder = tempDir();
  const [disk, clock] = [join(folder.path, 'disk'), join(folder.path, 'clock.mjs')];
  const memory = hasMemory ? mkdtempSync(join(MEMORY, 'scanline-')) : join(folder.path, 'none');
  const offsets = join(folder.path, 'offsets');
  const set = (wall: number, gone: number): void => {
    writeFileSync(`${offsets}.new`, JSON.stringify({ wall, gone }));
    renameSync(`${offsets}.new`, offsets);
  };
  set(0, 0);
  writeFileSync(
    clock,
    `import { readFileSync } from 'node:fs';
     const offset = (name) => JSON.parse(readFileSync(${JSON.stringify(offsets)}, 'utf8'))[name];
     const [{ now }, { bigint }] = [Date, process.hrtime];
     Date.now = () => now() + offset('wall');
     process.hrtime.bigint = () => bigint() + BigInt(offset('gone')) * 1_000_000n;`,
  );
  /** Copies folders. @returns puts the copies back; the gateway must be dead. */
  const copied = (...folders: readonly string[]) => {
    const copy = join(folder.path, 'copy');
    const kept = folders.filter((each) => existsSync(each));
    for (const [index, each] of kept.entries()) cpSync(each, join(copy, String(index)), { recursive: true });
    return () => {
      for (const [index, each] of kept.entries()) {
        rmSync(each, { recursive: true });
        cpSync(join(copy, String(index)), each, { recursive: true, preserveTimestamps: true });
      }
    };
  };
  return {
    disk,
    start: (env: Readonly<Record<string, string>> = {}) =>
      spawnGateway(
        { DATA_DIR: disk, RUNTIME_DIRECTORY: memory, UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'warn', ...env },
        clock,
      ),
    snapshot: () => copied(disk),
    /** Copies what is in memory too, as who sets a container back file by file does. */
    snapshotOfAll: (more = memory) => copied(disk, more),
    /** As a boot leaves it. */
    forgetMemory: () => rmSync(memory, { recursive: true, force: true }),
    /** The clock shows so much more than it should, in milliseconds. */
    setClock: (ms: number) => set(ms, 0),
    /** It is so many milliseconds from the true time, and each clock shows it. */
    beAt: (ms: number) => set(ms, ms),
    /** Before what it may have forgotten, Unix ms. */
    line() {
      using db = new DatabaseSync(join(disk, 'ledger.sqlite'), { readOnly: true });
      return Number(db.prepare(`select value from meta where name = 'pruned_before'`).get()?.['value']);
    },
    forgetLine() {
      using db = new DatabaseSync(join(disk, 'ledger.sqlite'), { timeout: 5_000 });
      db.exec(`update meta set value = '0' where name = 'pruned_before'`);
    },
    row(key: string) {
      using db = new DatabaseSync(join(disk, 'ledger.sqlite'), { readOnly: true });
      return db.prepare('select * from calls where key = ?').get(key);
    },
    [Symbol.dispose]() {
      folder[Symbol.dispose]();
      rmSync(memory, { recursive: true, force: true });
    },
  };
}

/** A retry, as a handheld sends it. @param last - of the last try, where that was not the first. */
function retry({ url }: GatewayProcess, key: string, first: Hello, last?: Hello): Promise<Heard> {
  const headers = {
    'scanline-tried': `${first.epoch};${first.now}`,
    ...(last && { 'scanline-tried-last': String(last.now) }),
  };
  return post(url, key, revertOffFields(), { headers });
}

const serving = (): Promise<RawUpstream> => startUpstream((request) => request.reply(serviceReply('OK: done')));

test.each([
  ['the machine has booted since', true, 'after'],
  ['the machine has run on', false, 'after'],
  ['the machine has booted since, and the handheld had asked just before the snapshot', true, 'before'],
  ['the machine has run on, and the handheld had asked just before the snapshot', false, 'before'],
])('a snapshot of all disks is put back, %s: what was tried since runs no second time', async (_, booted, asked) => {
  await using upstream = await serving();
  using at = machine(upstream);
  let told: Hello;
  {
    await using gateway = await at.start();
    told = await hello(gateway);
    await post(gateway.url, 'call-kept');
  }
  const putBack = at.snapshot();
  {
    await using gateway = await at.start();
    if (asked === 'after') told = await hello(gateway);
    expect(await post(gateway.url, 'call-lost')).toMatchObject({ status: 200 });
  }
  putBack();
  if (booted) at.forgetMemory();
  await using gateway = await at.start();
  expect(await retry(gateway, 'call-lost', told)).toMatchObject({ status: 412, code: 'key-expired' });
  expect(await retry(gateway, 'call-kept', told)).toMatchObject({ status: 200 });
  expect(upstream.requests).toHaveLength(2);
  const now = await hello(gateway);
  expect(await retry(gateway, 'call-new1', now)).toMatchObject({ status: 200 });
});

test.each([
  ['whose temporary folder is on its disk', 'disk'],
  ['whose temporary folder is copied back into memory', 'memory'],
])('a container %s is set back whole, and nothing is booted: what ran since runs no second time', async (_, where) => {
  await using upstream = await serving();
  using at = machine(upstream);
  using onDisk = tempDir();
  const env = where === 'disk' ? { RUNTIME_DIRECTORY: onDisk.path, TMPDIR: onDisk.path } : {};
  let told: Hello;
  let putBack: () => void;
  {
    await using gateway = await at.start(env);
    told = await hello(gateway);
    await post(gateway.url, 'call-kept');
    await gateway.kill();
    putBack = at.snapshotOfAll(env.RUNTIME_DIRECTORY);
  }
  {
    await using gateway = await at.start(env);
    expect(await post(gateway.url, 'call-lost')).toMatchObject({ status: 200 });
  }
  putBack();
  await using gateway = await at.start(env);
  expect(await retry(gateway, 'call-lost', told)).toMatchObject({ status: 412, code: 'key-expired' });
  expect(await retry(gateway, 'call-kept', told)).toMatchObject({ status: 200 });
  expect(upstream.requests).toHaveLength(2);
  expect(await retry(gateway, 'call-new1', await hello(gateway))).toMatchObject({ status: 200 });
});

test('a stop in good order proves nothing: a snapshot from after it is put back, and what ran since runs no second time', async () => {
  await using upstream = await serving();
  using at = machine(upstream);
  const runAndStop = async <T>(work: (gateway: GatewayProcess) => Promise<T>): Promise<T> => {
    await using gateway = await at.start();
    const came = await work(gateway);
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended()).toBe(0);
    return came;
  };
  const told = await runAndStop(async (gateway) => {
    await post(gateway.url, 'call-kept');
    return hello(gateway);
  });
  const putBack = at.snapshot();
  expect(await runAndStop((gateway) => post(gateway.url, 'call-lost'))).toMatchObject({ status: 200 });
  putBack();
  at.forgetMemory();
  await using gateway = await at.start();
  expect(await retry(gateway, 'call-lost', told)).toMatchObject({ status: 412, code: 'key-expired' });
  expect(await retry(gateway, 'call-kept', told)).toMatchObject({ status: 200 });
  expect(upstream.requests).toHaveLength(2);
});

test.skipIf(!hasMemory)(
  'a gateway that is killed and starts again, and nothing was put back, asks nobody',
  async () => {
    await using upstream = await serving();
    using at = machine(upstream);
    let told: Hello;
    {
      await using gateway = await at.start();
      await post(gateway.url, 'call-ran1');
      told = await hello(gateway);
    }
    for (const key of ['call-wait', 'call-more']) {
      await using gateway = await at.start();
      expect(await retry(gateway, key, told)).toMatchObject({ status: 200 });
    }
  },
);

test('a call that was tried before the snapshot, and ran after it, runs no second time', async () => {
  await using upstream = await serving();
  using at = machine(upstream);
  let first: Hello;
  {
    at.beAt(-60_000);
    await using gateway = await at.start();
    first = await hello(gateway);
  }
  at.beAt(0);
  {
    await using gateway = await at.start();
    await hello(gateway);
  }
  const putBack = at.snapshot();
  let last: Hello;
  {
    await using gateway = await at.start();
    last = await hello(gateway);
    expect(await retry(gateway, 'call-lost', first)).toMatchObject({ status: 200 });
  }
  putBack();
  at.forgetMemory();
  await using gateway = await at.start();
  expect(await retry(gateway, 'call-lost', first, last)).toMatchObject({ status: 412, code: 'key-expired' });
  // Its answer may be lost as well: whatever comes of it, the next one says no less.
  expect(await retry(gateway, 'call-lost', first, await hello(gateway))).toMatchObject({ status: 412 });
  expect(upstream.requests).toHaveLength(1);
});

test('what an older ledger calls received is asked for again: it may have left since', async () => {
  await using upstream = await startUpstream();
  using at = machine(upstream);
  let told: Hello;
  {
    await using gateway = await at.start();
    told = await hello(gateway);
    const asked = retry(gateway, 'call-lost', told).catch(() => 'cut off');
    await upstream.next();
    await gateway.kill();
    expect(await asked).toBe('cut off');
  }
  // As the snapshot has it that was taken a moment earlier.
  const db = new DatabaseSync(join(at.disk, 'ledger.sqlite'));
  db.exec(`update calls set state = 'received' where key = 'call-lost'`);
  db.close();
  at.forgetMemory();
  await using gateway = await at.start();
  expect(await retry(gateway, 'call-lost', told)).toMatchObject({ status: 412, code: 'key-expired' });
  expect(upstream.requests).toHaveLength(1);
});

test.each([
  ['', false],
  [', and its gateway started again', true],
])(
  'a machine is put back with its memory%s: what was tried before its clock was right again is not sent',
  async (_, again) => {
    await using upstream = await serving();
    using at = machine(upstream);
    let gateway = await at.start();
    try {
      const told = await hello(gateway); // of the run that is gone
      if (again) await gateway.kill();
      at.setClock(3_600_000);
      if (again) gateway = await at.start();
      expect(await retry(gateway, 'call-lost', told)).toMatchObject({ status: 412, code: 'key-expired' });
      expect(upstream.requests).toHaveLength(0);
      expect(await retry(gateway, 'call-new1', await hello(gateway))).toMatchObject({ status: 200 });
    } finally {
      await gateway.kill();
    }
  },
);

test('a time that this ledger has not told yet was told by one that is gone', async () => {
  await using upstream = await serving();
  using at = machine(upstream);
  await using gateway = await at.start();
  const told = await hello(gateway);
  expect(await retry(gateway, 'call-lost', { ...told, now: told.now + 60_000 })).toMatchObject({ status: 412 });
  expect(upstream.requests).toHaveLength(0);
});

test('a reboot after which nothing is missing sends what was tried well before it, and replays what ran', async () => {
  await using upstream = await serving();
  using at = machine(upstream);
  let told: Hello;
  {
    at.beAt(-60_000);
    await using gateway = await at.start();
    told = await hello(gateway);
    await retry(gateway, 'call-ran1', told);
  }
  at.beAt(0);
  {
    await using gateway = await at.start();
    await hello(gateway);
  }
  at.forgetMemory();
  await using gateway = await at.start();
  expect((await hello(gateway)).epoch).toBe(told.epoch);
  expect(await retry(gateway, 'call-wait', told)).toMatchObject({ status: 200 });
  const again = await retry(gateway, 'call-ran1', told);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(upstream.requests).toHaveLength(2);
});

test.each([
  ['while it runs', false],
  ['from one start to the next', true],
])('a clock 36 days behind for a moment, %s, makes the ledger forget nothing that ran', async (_, restarts) => {
  await using upstream = await serving();
  using at = machine(upstream);
  let gateway = await at.start();
  try {
    const again = async (): Promise<void> => {
      if (!restarts) return;
      await gateway.kill();
      gateway = await at.start();
    };
    const told = await hello(gateway);
    at.setClock(-36 * DAY_MS);
    await again();
    expect(await post(gateway.url, 'call-ran1')).toMatchObject({ status: 200 });
    expect(Number(at.row('call-ran1')?.['received_at'])).toBeGreaterThanOrEqual(told.now);
    const toldBehind = await hello(gateway);
    expect(toldBehind.now).toBeGreaterThanOrEqual(told.now);
    at.setClock(0);
    await gateway.kill();
    gateway = await at.start(); // it prunes
    for (const { now } of [told, toldBehind]) {
      expect(await retry(gateway, 'call-ran1', { ...told, now })).toMatchObject({ status: 200 });
    }
    expect(upstream.requests).toHaveLength(1);
  } finally {
    await gateway.kill();
  }
});

test.each([
  ['while it runs', false],
  ['from one start to the next', true],
])('a clock 40 days ahead for a moment, %s, forgets no answer, and holds nothing up', async (_, restarts) => {
  await using upstream = await serving();
  using at = machine(upstream);
  let gateway = await at.start();
  try {
    const startAgain = async (): Promise<void> => {
      at.forgetLine();
      await gateway.kill();
      gateway = await at.start();
      await vi.waitFor(() => expect(at.line()).toBeGreaterThan(0), { timeout: 30_000, interval: 50 }); // it has looked for what to forget
    };
    const told = await hello(gateway);
    await post(gateway.url, 'call-ran1');
    at.setClock(40 * DAY_MS);
    if (restarts) await startAgain();
    await hello(gateway);
    await post(gateway.url, 'call-ran2');
    if (restarts) await startAgain(); // what it told before is wrong too
    at.setClock(0);
    await startAgain();
    for (const key of ['call-ran1', 'call-ran2']) {
      const again = await retry(gateway, key, told);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    }
    expect(upstream.requests).toHaveLength(2);
    expect(await retry(gateway, 'call-new1', await hello(gateway))).toMatchObject({ status: 200 });
  } finally {
    await gateway.kill();
  }
});
