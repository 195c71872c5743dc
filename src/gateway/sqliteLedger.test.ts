import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { type Ledger, PRUNE_MARGIN_MS, RETENTION_MS } from './ledger.ts';
import { tempDir } from './rig.ts';
import { openSqliteLedger } from './sqliteLedger.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY_MS = 24 * 60 * 60 * 1000;
const REPLY = { status: 200, contentType: 'text/xml', body: Buffer.from('<string/>'), marker: null };

interface Opened extends AsyncDisposable {
  readonly ledger: Ledger;
  readonly said: string;
}

async function open(dataDir: string, now = NOW): Promise<Opened> {
  const lines: string[] = [];
  const ledger = await openSqliteLedger({ dataDir, now: () => now, log: (line) => lines.push(line) });
  return { ledger, said: lines.join(' '), [Symbol.asyncDispose]: () => ledger.close() };
}

/** A call that was sent and answered. */
async function settle(ledger: Ledger, key: string, at = NOW): Promise<void> {
  await ledger.receive(key, 'print', 'RevertOff', at);
  await ledger.dispatch(key, at);
  await ledger.answer(key, REPLY, at);
}

test('from “dispatching” on, every commit is on disk before it counts', async () => {
  using folder = tempDir();
  const set: unknown[] = [];
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  await using opened = await open(folder.path);
  const lastSet = (): string | undefined =>
    exec.mock.calls
      .flat()
      .findLast((sql) => sql.includes('synchronous'))
      ?.replace(/^.*synchronous = (\w+).*$/s, '$1');
  set.push(lastSet());
  await opened.ledger.receive('key-0001', 'print', 'RevertOff', NOW);
  set.push(lastSet());
  exec.mockRestore();
  expect(set).toEqual(['FULL', 'FULL']);
});

test('a call is dispatched for one asker only', async () => {
  using folder = tempDir();
  await using opened = await open(folder.path);
  const { ledger } = opened;
  await ledger.receive('key-0001', 'print', 'RevertOff', NOW);
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => ledger.dispatch('key-0001', NOW)))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  await ledger.release('key-0001');
  expect((await ledger.find('key-0001'))?.state).toBe('received');
  expect(await ledger.dispatch('key-0001', NOW)).toBe(true);
});

test('what stands under a key is not overwritten: not by another call, not by a late settle', async () => {
  using folder = tempDir();
  await using opened = await open(folder.path);
  const { ledger } = opened;
  await settle(ledger, 'key-0001');
  expect(await ledger.receive('key-0001', 'other', 'CompleteBag', NOW)).toMatchObject({
    fingerprint: 'print',
    state: 'answered',
  });
  await ledger.giveUp('key-0001', 'too late', undefined, NOW);
  await ledger.release('key-0001');
  expect(await ledger.find('key-0001')).toMatchObject({ state: 'answered', reply: { status: 200 } });
});

test('a call that was dispatching when the process ended is of unknown outcome at the next start', async () => {
  using folder = tempDir();
  {
    await using opened = await open(folder.path);
    await opened.ledger.receive('key-0001', 'print', 'RevertOff', NOW);
    await opened.ledger.dispatch('key-0001', NOW);
    await opened.ledger.receive('key-0002', 'print', 'RevertOff', NOW);
  }
  await using opened = await open(folder.path);
  expect(opened.said).toContain('1 call(s)');
  expect(await opened.ledger.find('key-0001')).toMatchObject({ state: 'outcome-unknown' });
  expect(await opened.ledger.find('key-0002')).toMatchObject({ state: 'received' });
  expect(await opened.ledger.counts()).toEqual({ received: 1, dispatching: 0, 'outcome-unknown': 1 });
});

test('a restart keeps the epoch', async () => {
  using folder = tempDir();
  const epochs = [];
  for (let i = 0; i < 3; i += 1) {
    await using opened = await open(folder.path);
    await settle(opened.ledger, `key-000${i}`);
    epochs.push(opened.ledger.epoch);
    expect(opened.said).toBe('');
  }
  expect(new Set(epochs).size).toBe(1);
});

/** Each takes away something of what the ledger knew. The backup was copied after one of two calls, in one run. */
const losses: Readonly<Record<string, (folder: string, backup: string) => void>> = {
  'the database was deleted': (folder) => {
    for (const name of readdirSync(folder)) if (name.startsWith('ledger.sqlite')) rmSync(join(folder, name));
  },
  'an old backup was restored, taken since the last start': (folder, backup) => {
    for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `ledger.sqlite${suffix}`), { force: true });
    cpSync(backup, join(folder, 'ledger.sqlite'));
  },
  'the write-ahead log was lost': (folder) => rmSync(join(folder, 'ledger.sqlite-wal')),
  'the write-ahead log was torn': (folder) => {
    const wal = join(folder, 'ledger.sqlite-wal');
    truncateSync(wal, statSync(wal).size - 9000);
  },
  'the witness was deleted': (folder) => rmSync(join(folder, 'ledger.witness')),
  'the witness was torn': (folder) => truncateSync(join(folder, 'ledger.witness'), 20),
  'the database is damaged': (folder) => {
    rmSync(join(folder, 'ledger.sqlite-wal'));
    const file = join(folder, 'ledger.sqlite');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 100, 4096));
  },
  'the database is something else': (folder) => {
    rmSync(join(folder, 'ledger.sqlite-wal'));
    writeFileSync(join(folder, 'ledger.sqlite'), 'not a database, but long enough to look like one. '.repeat(99));
  },
};

test.each(Object.entries(losses))(
  '%s: a new epoch begins, so that nothing tried before is sent in silence',
  async (_, lose) => {
    using folder = tempDir();
    using copy = tempDir();
    using crashed = tempDir();
    let before: string;
    {
      await using opened = await open(folder.path);
      before = opened.ledger.epoch;
      await settle(opened.ledger, 'key-0001');
      const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'), { readOnly: true });
      db.exec(`vacuum into '${join(copy.path, 'backup.sqlite')}'`);
      db.close();
      await settle(opened.ledger, 'key-0002');
      cpSync(folder.path, crashed.path, { recursive: true }); // as a killed process leaves it, the write-ahead log still there
    }
    lose(crashed.path, join(copy.path, 'backup.sqlite'));
    await using opened = await open(crashed.path);
    expect(opened.ledger.epoch).not.toBe(before);
    expect(opened.said).toContain('a new epoch begins');
    await settle(opened.ledger, 'key-0003');
  },
);

test('a damaged database is kept beside the new one', async () => {
  using folder = tempDir();
  for (let i = 1; i <= 2; i += 1) {
    writeFileSync(join(folder.path, 'ledger.sqlite'), 'x'.repeat(5000));
    await using opened = await open(folder.path);
    expect(opened.said).toContain(`ledger.sqlite.broken-${i}`);
    expect(existsSync(join(folder.path, `ledger.sqlite.broken-${i}`))).toBe(true);
  }
});

test('a database of a newer version is left alone', async () => {
  using folder = tempDir();
  const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  db.exec('pragma user_version = 99');
  db.close();
  await expect(open(folder.path)).rejects.toThrow(/ledger\.sqlite cannot be used: it was written by a newer Scanline/);
  expect(readdirSync(folder.path)).toEqual(['ledger.sqlite']);
});

test('calls are forgotten after 35 days, and the line is remembered', async () => {
  using folder = tempDir();
  let epoch: string;
  {
    await using opened = await open(folder.path);
    epoch = opened.ledger.epoch;
    await settle(opened.ledger, 'key-old1', NOW - RETENTION_MS - PRUNE_MARGIN_MS - 1);
    await settle(opened.ledger, 'key-new1', NOW - RETENTION_MS);
    expect(await opened.ledger.prune(NOW)).toBe(1);
  }
  await using opened = await open(folder.path, NOW + DAY_MS);
  expect(opened.ledger.epoch).toBe(epoch);
  expect(await opened.ledger.find('key-old1')).toBeUndefined();
  expect(await opened.ledger.prunedBefore()).toBe(NOW + DAY_MS - RETENTION_MS);
});

test('no key that the line lets through has been forgotten, on a clock set back by less than a day', async () => {
  using folder = tempDir();
  await using opened = await open(folder.path);
  const { ledger } = opened;
  const tried = NOW + DAY_MS - 60_000; // what hello said, before the clock was set back
  await settle(ledger, 'key-0001', NOW);
  for (let day = 0; day < 40; day += 1) await ledger.prune(NOW + day * DAY_MS);
  expect(await ledger.find('key-0001')).toBeUndefined();
  expect(await ledger.prunedBefore()).toBeGreaterThan(tried);
});

test('a line that a wrong clock put far ahead does not hold up every retry for years: it ends with its epoch', async () => {
  using folder = tempDir();
  let epoch: string;
  {
    await using opened = await open(folder.path, NOW + 3000 * DAY_MS);
    epoch = opened.ledger.epoch;
  }
  await using opened = await open(folder.path);
  expect(opened.ledger.epoch).not.toBe(epoch);
  expect(await opened.ledger.prunedBefore()).toBe(NOW - RETENTION_MS);
});
