import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import {
  NOW,
  type Opened,
  REPLY,
  dispatched,
  ledgerCall,
  openSqliteIn,
  enterSettled,
} from '#main/testing/ledgerRig.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { tempDir } from '#main/testing/rig.ts';
import { openLedgerReader } from './openLedger.ts';

const open = (dataDir: string): Promise<Opened> => openSqliteIn(dataDir, () => NOW);

test('from “dispatching” on, every commit is on disk before it counts', async () => {
  using folder = tempDir();
  let synchronous: string | undefined;
  const commits: (string | undefined)[] = [];
  const original = DatabaseSync.prototype.exec;
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    synchronous = /synchronous = (\w+)/.exec(sql)?.[1] ?? synchronous;
    if (sql === 'commit') commits.push(synchronous);
    original.call(this, sql);
  });
  await using opened = await open(folder.path);
  const { ledger } = opened;
  const of = async (work: Promise<unknown>): Promise<readonly unknown[]> => {
    commits.length = 0;
    await work;
    return [...commits];
  };
  expect(await of(ledger.receive(ledgerCall('key-0001'), NOW))).toEqual(['NORMAL']);
  expect(await of(ledger.dispatch(ledgerCall('key-0001'), NOW))).toEqual(['FULL']);
  expect(await of(ledger.release('key-0001'))).toEqual(['FULL']);
  expect(await of(ledger.dispatch(ledgerCall('key-0001'), NOW))).toEqual(['FULL']);
  expect(await of(ledger.answer('key-0001', REPLY, NOW))).toEqual(['FULL']);
  expect(await of(ledger.giveUp('key-0001', { cause: 'cut-off', detail: 'nobody knows' }, undefined, NOW))).toEqual([
    'FULL',
  ]);
  exec.mockRestore();
});

test('a start and what is asked of the ledger read no call that is answered and not asked for', async () => {
  using folder = tempDir();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  {
    await using opened = await open(folder.path);
    await opened.ledger.counts();
  }
  const asked = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /\bcalls\b/.test(sql));
  prepare.mockRestore();
  expect(asked.some((sql) => sql.startsWith("update calls set state = 'outcome-unknown'"))).toBe(true);
  using db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  const isRead = (sql: string): boolean =>
    db
      .prepare(`explain query plan ${sql}`)
      .all()
      .some(({ detail }) => String(detail) === 'SCAN calls');
  expect(asked.filter(isRead)).toEqual([]);
});

test('no call waits for the log to grow: it has its size from the start, also after a kill', async () => {
  using folder = tempDir();
  using killed = tempDir();
  const log = join(folder.path, 'ledger.sqlite-wal');
  {
    await using opened = await open(folder.path);
    const atFirst = statSync(log).size;
    expect(atFirst).toBeGreaterThan(1000 * 4096);
    for (let n = 0; n < 300; n += 1) await enterSettled(opened.ledger, `key-${n}`); // more than it holds: it begins anew
    expect(statSync(log).size).toBe(atFirst);
    cpSync(folder.path, killed.path, { recursive: true });
  }
  await using again = await open(killed.path);
  expect(await again.ledger.find('key-299')).toMatchObject({ state: 'answered' });
  expect(statSync(join(folder.path, 'ledger.sqlite')).size).toBeLessThan(1_000_000); // all of it was rolled back
});

test('a call is dispatched for one asker, and never once it was settled', async () => {
  using folder = tempDir();
  await using opened = await open(folder.path);
  const { ledger } = opened;
  const dispatch = (key: string): Promise<boolean> => ledger.dispatch(ledgerCall(key), NOW);
  expect(await dispatch('key-0001')).toBe(false); // nobody has entered it
  for (const key of ['key-0001', 'key-0002']) await ledger.receive(ledgerCall(key), NOW);
  expect(await Promise.all([1, 2, 3].map(() => dispatch('key-0001')))).toEqual([true, false, false]);
  await ledger.answer('key-0001', REPLY, NOW);
  expect(await dispatch('key-0001')).toBe(false);
  expect(await ledger.find('key-0001')).toMatchObject({ state: 'answered', reply: { status: 200 } });
  expect(await dispatch('key-0002')).toBe(true);
  await ledger.giveUp('key-0002', { cause: 'cut-off', detail: 'nobody knows' }, undefined, NOW);
  expect(await dispatch('key-0002')).toBe(false);
  expect(await ledger.find('key-0002')).toMatchObject({ state: 'outcome-unknown' });
});

test('the checkpoint counts every call that is dispatched', async () => {
  using folder = tempDir();
  await using opened = await open(folder.path);
  const { ledger } = opened;
  const count = (): number => Number(readFileSync(join(folder.path, 'ledger.witness'), 'utf8').split(' ')[1]);
  const before = count();
  await ledger.receive(ledgerCall('key-0001'), NOW);
  expect(count()).toBe(before);
  await ledger.dispatch(ledgerCall('key-0001'), NOW);
  expect(count()).toBe(before + 1);
});

test('calls that come together go to disk together, and each gets its own answer', async () => {
  using folder = tempDir();
  await using opened = await open(folder.path);
  const { ledger } = opened;
  const keys = Array.from({ length: 20 }, (_, n) => `key-${String(n).padStart(4, '0')}`);
  await Promise.all(keys.map((key) => ledger.receive(ledgerCall(key), NOW)));
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  const won = await Promise.all([...keys, ...keys].map((key) => ledger.dispatch(ledgerCall(key), NOW)));
  const commits = exec.mock.calls.flat().filter((sql) => sql === 'commit');
  exec.mockRestore();
  expect(commits).toHaveLength(1);
  expect(won).toEqual([...keys.map(() => true), ...keys.map(() => false)]);
});

test('what was under way when the ledger is closed is in it at the next start', async () => {
  using folder = tempDir();
  {
    await using opened = await open(folder.path);
    const received = opened.ledger.receive(ledgerCall('key-0001'), NOW);
    await opened.ledger.close();
    expect(await received).toMatchObject({ state: 'received' });
  }
  await using opened = await open(folder.path);
  expect(await opened.ledger.find('key-0001')).toMatchObject({ state: 'received' });
});

/** Each takes away something of what the ledger's files hold. The backup was copied after one of two calls, in one run. */
const losses: Readonly<Record<string, (folder: string, backup: string) => void>> = {
  'an old backup was restored, taken since the last start': (folder, backup) => {
    for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `ledger.sqlite${suffix}`), { force: true });
    cpSync(backup, join(folder, 'ledger.sqlite'));
  },
  'the write-ahead log was lost': (folder) => rmSync(join(folder, 'ledger.sqlite-wal')),
  'the write-ahead log was torn': (folder) => {
    const wal = join(folder, 'ledger.sqlite-wal');
    const frames = readFileSync(join(folder, 'ledger.sqlite-shm')).readUInt32LE(16); // committed: sqlite.org/walformat.html
    truncateSync(wal, 32 + frames * (24 + 4096) - 9000);
  },
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
      await enterSettled(opened.ledger, 'key-0001');
      const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'), { readOnly: true });
      db.exec(`vacuum into '${join(copy.path, 'backup.sqlite')}'`);
      db.close();
      await enterSettled(opened.ledger, 'key-0002');
      cpSync(folder.path, crashed.path, { recursive: true }); // as a killed process leaves it, the write-ahead log still there
    }
    lose(crashed.path, join(copy.path, 'backup.sqlite'));
    await using opened = await open(crashed.path);
    expect(opened.ledger.epoch).not.toBe(before);
    expect(opened.said()).toContain('a new epoch begins');
    await enterSettled(opened.ledger, 'key-0003');
  },
);

test('a damaged database is kept beside the new one', async () => {
  using folder = tempDir();
  for (let i = 1; i <= 2; i += 1) {
    writeFileSync(join(folder.path, 'ledger.sqlite'), 'x'.repeat(5000));
    await using opened = await open(folder.path);
    expect(opened.said()).toContain(`ledger.sqlite.broken-${i}`);
    expect(existsSync(join(folder.path, `ledger.sqlite.broken-${i}`))).toBe(true);
  }
});

/** Takes back each migration from the second on. */
const undoing = [
  'alter table calls drop column asker',
  'alter table calls drop column worker; alter table calls drop column codes',
  'drop table sessions',
  'alter table calls drop column entered',
  'drop table audit; alter table sessions drop column until; alter table sessions drop column account; drop table accounts',
  'drop table decisions; alter table calls drop column decided; alter table calls drop column version',
  'alter table calls drop column cause',
  'drop trigger calls_stay_ended',
  'drop index audit_by_sure; alter table audit drop column sure',
  'drop table holders',
  'drop trigger audit_stays; alter table audit drop column times; create trigger audit_stays before update on audit begin select 1; end',
  'drop table pictures; drop table notes',
  'drop table prints',
];

test.each([
  ['who asked', 1],
  ['which worker it is from', 2],
  ['by whom it was entered last', 4],
])(
  'a ledger that was written before a call said %s is opened as it is, and says so from then on',
  async (_, version) => {
    using folder = tempDir();
    {
      await using opened = await open(folder.path);
      await enterSettled(opened.ledger, 'key-0001');
      await opened.ledger.receive(ledgerCall('key-0003'), NOW);
    }
    const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
    db.exec(
      `${undoing
        .slice(version - 1)
        .toReversed()
        .join('; ')}; pragma user_version = ${version}`,
    );
    db.close();
    await using opened = await open(folder.path);
    expect(await opened.ledger.find('key-0001')).toMatchObject({ state: 'answered', fingerprint: 'print' });
    expect(opened.said()).toBe('');
    await opened.ledger.receive(ledgerCall('key-0002'), NOW);
    await opened.ledger.dispatch(ledgerCall('key-0002', { facts: { asker: '3', worker: '7', codes: 'D-1' } }), NOW);
    const reader = openLedgerReader(folder.path);
    const facts = (await reader.byKey('key-')).lines.map(({ asker, worker, codes }) => [asker, worker, codes]);
    expect(facts).toEqual([Array(3).fill(undefined), ['3', '7', 'D-1'], Array(3).fill(undefined)]);
    await reader.close();
    await dispatched(opened.ledger, 'key-0003'); // what had not left is entered over what the look-up sees
  },
);

test('a database of a newer version is left alone', async () => {
  using folder = tempDir();
  const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  db.exec('pragma user_version = 99');
  db.close();
  await expect(open(folder.path)).rejects.toThrow(/ledger\.sqlite cannot be used: it was written by a newer Scanline/);
  expect(readdirSync(folder.path)).toEqual(['ledger.sqlite']);
});
