import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { tempDir } from '#main/testing/rig.ts';
import { openSqliteFile, createGroupCommit } from './sqliteFile.ts';

function openGroup() {
  const folder = tempDir();
  const migrations = ['create table names (name text primary key) strict'];
  const path = join(folder.path, 'db');
  const db = openSqliteFile({ path, migrations, synchronous: 'FULL', onBroken: () => {} });
  const said: string[] = [];
  let failing = 0;
  const exec = db.exec.bind(db);
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    said.push(sql);
    if (sql === 'commit' && failing > 0) {
      failing -= 1;
      throw new Error('disk I/O error');
    }
    exec(sql);
  });
  const insert = db.prepare('insert into names values (?)');
  return {
    commits: createGroupCommit(db),
    /** The statements to the database beside the rows: transactions and pragmas. */
    said,
    /** Puts a row in. */
    put: (name: string) => () => {
      insert.run(name);
      return name;
    },
    /** Returns the rows that a process killed now would leave behind. */
    leftBehind() {
      using copy = tempDir();
      cpSync(folder.path, copy.path, { recursive: true });
      using left = new DatabaseSync(join(copy.path, 'db'));
      const rows = left.prepare('select name from names order by rowid').all();
      return rows.map(({ name }) => String(name));
    },
    /** Lets the next so many commits fail. */
    failCommits: (count: number) => (failing = count),
    [Symbol.dispose]() {
      db.close();
      folder[Symbol.dispose]();
    },
  };
}

test('what comes in one turn is put to disk in one commit, in the order in which it came', async () => {
  using g = openGroup();
  const done = ['c', 'a', 'b'].map((name) => g.commits.run(g.put(name), true));
  expect(await Promise.all(done)).toEqual(['c', 'a', 'b']);
  expect(g.said).toEqual(['begin immediate', 'commit']);
  expect(g.leftBehind()).toEqual(['c', 'a', 'b']);
  expect(await g.commits.run(g.put('d'), true)).toBe('d');
  expect(g.said).toEqual(['begin immediate', 'commit', 'begin immediate', 'commit']);
});

test('several wait for what the next turn brings, as long as it brings more; one by itself waits for nobody', async () => {
  using g = openGroup();
  const turn = (): Promise<void> => new Promise(setImmediate);
  for (const round of ['1', '2']) {
    const first = ['a', 'b'].map((name) => g.commits.run(g.put(name + round), true));
    await turn();
    const third = g.commits.run(g.put(`c${round}`), true);
    await turn();
    expect(g.said).toEqual([]);
    await turn();
    expect(g.said.splice(0)).toEqual(['begin immediate', 'commit']);
    expect(await Promise.all([...first, third])).toEqual([`a${round}`, `b${round}`, `c${round}`]);
  }
  const alone = g.commits.run(g.put('d'), true);
  await turn();
  expect(g.said).toEqual(['begin immediate', 'commit']);
  await alone;
});

test('however many come, nobody waits for more than four turns', async () => {
  using g = openGroup();
  const done = [g.commits.run(g.put('0'), true)];
  for (let turns = 0; turns < 4; turns += 1) {
    done.push(g.commits.run(g.put(`turn ${turns}`), true));
    expect(g.said).toEqual([]);
    await new Promise(setImmediate);
  }
  expect(g.said).toEqual(['begin immediate', 'commit']);
  await Promise.all(done);
});

test('nobody is told before it is there to stay: killed before, nothing of the group is left, and after, all of it', async () => {
  using g = openGroup();
  const told: string[] = [];
  let inBetween: readonly unknown[] = [];
  const first = g.commits.run(g.put('a'), true).then((name) => told.push(name));
  const look = g.commits.run(() => (inBetween = [g.leftBehind(), [...told]]), true);
  const second = g.commits.run(g.put('b'), true).then((name) => told.push(name));
  await first;
  expect(g.leftBehind()).toEqual(['a', 'b']);
  await Promise.all([look, second]);
  expect(inBetween).toEqual([[], []]);
  expect(told).toEqual(['a', 'b']);
});

test('one that fails is told so, and the others of its group are done, once', async () => {
  using g = openGroup();
  const half = (): void => {
    g.put('half')();
    throw new Error('no more');
  };
  const jobs = [g.put('a'), half, g.put('a'), g.put('b')].map((work) => g.commits.run<unknown>(work, true));
  const results = await Promise.allSettled(jobs);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(g.leftBehind()).toEqual(['a', 'b']);
});

test('a commit that fails is nobody’s success', async () => {
  using g = openGroup();
  g.failCommits(3);
  const results = await Promise.allSettled(['a', 'b'].map((name) => g.commits.run(g.put(name), true)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(g.leftBehind()).toEqual([]);
  expect(await g.commits.run(g.put('a'), true)).toBe('a');
  expect(g.leftBehind()).toEqual(['a']);
});

test('only a group that nobody waits for the disk with is committed without waiting for it', async () => {
  using g = openGroup();
  await Promise.all([g.commits.run(g.put('a'), false), g.commits.run(g.put('b'), true)]);
  expect(g.said).toEqual(['begin immediate', 'commit']);
  g.said.length = 0;
  await g.commits.run(g.put('c'), false);
  expect(g.said).toEqual(['pragma synchronous = NORMAL', 'begin immediate', 'commit', 'pragma synchronous = FULL']);
  g.failCommits(1);
  await expect(g.commits.run(g.put('d'), false)).rejects.toThrow('disk I/O error');
  expect(g.said.at(-1)).toBe('pragma synchronous = FULL');
});

test('what still waits when the ledger is closed is committed first', async () => {
  using g = openGroup();
  const done = g.commits.run(g.put('a'), true);
  g.commits.flush();
  expect(g.leftBehind()).toEqual(['a']);
  expect(await done).toBe('a');
});
