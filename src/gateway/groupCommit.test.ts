import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { type GroupCommit, createGroupCommit } from './groupCommit.ts';
import { tempDir } from './rig.ts';
import { openSqliteFile } from './sqliteFile.ts';
import type { WalSync } from './walSync.ts';

interface Group extends Disposable {
  readonly commits: GroupCommit;
  /** What was said to the database beside the rows: transactions and pragmas. */
  readonly said: string[];
  /** Puts a row in. */
  readonly put: (name: string) => () => string;
  /** What a process that was killed now would leave behind. */
  leftBehind(): string[];
  /** Lets the next so many commits fail. */
  failCommits(count: number): void;
  /** Syncs of the log, in order: `now` holds up the loop, `later` ends when the test says so. */
  readonly syncs: Sync[];
  /** Lets every sync fail from now on. */
  failSyncs(): void;
  /** Lets the syncs that are under way end, one after another, until none is. */
  endSyncs(): Promise<void>;
}

interface Sync {
  readonly kind: 'now' | 'later';
  /** What stood in the database when it began. */
  readonly names: readonly string[];
  end(error?: Error): void;
}

function openGroup(): Group {
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
  const all = db.prepare('select name from names order by rowid');
  const names = (): string[] => all.all().map(({ name }) => String(name));
  const syncs: Sync[] = [];
  let ended = 0;
  let failed = false;
  const disk: WalSync = {
    now() {
      syncs.push({ kind: 'now', names: names(), end: () => {} });
      ended += 1;
      if (failed) throw new Error('the disk is gone');
    },
    later: () =>
      new Promise((resolve, reject) => {
        syncs.push({ kind: 'later', names: names(), end: (error) => (error ? reject(error) : resolve()) });
        if (failed) reject(new Error('the disk is gone'));
      }),
    close: async () => {},
  };
  const commits = createGroupCommit(db, disk);
  said.length = 0;
  return {
    commits,
    said,
    syncs,
    failSyncs: () => (failed = true),
    async endSyncs() {
      while (ended < syncs.length) {
        syncs[ended++]?.end();
        await new Promise(setImmediate);
        await new Promise(setImmediate);
      }
    },
    put: (name) => () => {
      insert.run(name);
      return name;
    },
    leftBehind() {
      using copy = tempDir();
      cpSync(folder.path, copy.path, { recursive: true });
      const left = new DatabaseSync(join(copy.path, 'db'));
      try {
        return left
          .prepare('select name from names order by rowid')
          .all()
          .map(({ name }) => String(name));
      } finally {
        left.close();
      }
    },
    failCommits: (count) => (failing = count),
    [Symbol.dispose]() {
      db.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Lets what was asked for come to its commit. */
async function turn(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

test('what comes in one turn is put to disk in one commit and one sync, in the order in which it came', async () => {
  using g = openGroup();
  const done = ['c', 'a', 'b'].map((name) => g.commits.run(g.put(name), true));
  await turn();
  await g.endSyncs();
  expect(await Promise.all(done)).toEqual(['c', 'a', 'b']);
  expect(g.said).toEqual(['begin immediate', 'commit']);
  expect(g.syncs.map(({ names }) => names)).toEqual([['c', 'a', 'b']]);
  expect(g.leftBehind()).toEqual(['c', 'a', 'b']);
  expect(await g.commits.run(g.put('d'), true)).toBe('d');
  expect(g.said).toEqual(['begin immediate', 'commit', 'begin immediate', 'commit']);
  expect(g.syncs.map(({ kind }) => kind)).toEqual(['later', 'now']);
});

test('what comes while a group is on its way to the disk goes there together after it', async () => {
  using g = openGroup();
  const told: string[] = [];
  const put = (name: string): Promise<unknown> => g.commits.run(g.put(name), true).then(() => told.push(name));
  const first = ['a', 'b'].map(put);
  await turn();
  const second = ['c', 'd'].map(put);
  await turn();
  const third = put('e');
  await turn();
  expect(told).toEqual([]);
  expect(g.leftBehind()).toEqual(['a', 'b']);
  g.syncs[0]?.end();
  await Promise.all(first);
  await turn();
  expect(told).toEqual(['a', 'b']);
  expect(g.syncs.map(({ names }) => names)).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c', 'd', 'e'],
  ]);
  g.syncs[1]?.end();
  await Promise.all([...second, third]);
  expect(told).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('nobody is told before it is there to stay: killed before, nothing of the group is left, and after, all of it', async () => {
  using g = openGroup();
  const told: string[] = [];
  let inBetween: readonly unknown[] = [];
  const first = g.commits.run(g.put('a'), true).then((name) => told.push(name));
  const look = g.commits.run(() => (inBetween = [g.leftBehind(), [...told]]), true);
  const second = g.commits.run(g.put('b'), true).then((name) => told.push(name));
  await turn();
  expect(g.leftBehind()).toEqual(['a', 'b']);
  expect(told).toEqual([]); // it is committed, and on its way
  await g.endSyncs();
  await Promise.all([first, look, second]);
  expect(inBetween).toEqual([[], []]);
  expect(told).toEqual(['a', 'b']);
});

test('who reads can wait until what was committed is on disk', async () => {
  using g = openGroup();
  expect(g.commits.underWay()).toBeUndefined();
  const done = ['a', 'b'].map((name) => g.commits.run(g.put(name), true));
  await turn();
  let there = false;
  const waited = g.commits.underWay()?.then(() => (there = true));
  expect(waited).toBeDefined();
  await turn();
  expect(there).toBe(false);
  await g.endSyncs();
  await Promise.all([waited, ...done]);
  expect(g.commits.underWay()).toBeUndefined();
});

test('one that fails is told so, and the others of its group are done, once', async () => {
  using g = openGroup();
  const half = (): void => {
    g.put('half')();
    throw new Error('no more');
  };
  const jobs = [g.put('a'), half, g.put('a'), g.put('b')].map((work) => g.commits.run<unknown>(work, true));
  const settled = Promise.allSettled(jobs);
  await turn();
  await g.endSyncs();
  const results = await settled;
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(g.leftBehind()).toEqual(['a', 'b']);
  expect(g.syncs.map(({ names }) => names)).toEqual([['a', 'b']]);
});

test('a commit that fails is nobody’s success', async () => {
  using g = openGroup();
  g.failCommits(3);
  const results = await Promise.allSettled(['a', 'b'].map((name) => g.commits.run(g.put(name), true)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(g.leftBehind()).toEqual([]);
  expect(g.syncs).toEqual([]);
  expect(await g.commits.run(g.put('a'), true)).toBe('a');
  expect(g.leftBehind()).toEqual(['a']);
});

test.each([1, 2])(
  'after a sync that failed, of %i at once, nothing succeeds: nobody knows what is on disk',
  async (count) => {
    using g = openGroup();
    g.failSyncs();
    const jobs = ['a', 'b'].slice(0, count).map((name) => g.commits.run(g.put(name), true));
    for (const result of await Promise.allSettled(jobs)) expect(result.status).toBe('rejected');
    await expect(g.commits.run(g.put('c'), true)).rejects.toThrow('the disk is gone');
    await expect(g.commits.run(g.put('d'), false)).rejects.toThrow('the disk is gone');
    await expect(g.commits.underWay()).rejects.toThrow('the disk is gone');
  },
);

test('only a group that nobody waits for the disk with is committed without waiting for it', async () => {
  using g = openGroup();
  const both = Promise.all([g.commits.run(g.put('a'), false), g.commits.run(g.put('b'), true)]);
  await turn();
  await g.endSyncs();
  await both;
  expect(g.said).toEqual(['begin immediate', 'commit']);
  expect(g.syncs).toHaveLength(1);
  await g.commits.run(g.put('c'), false);
  expect(g.leftBehind()).toEqual(['a', 'b', 'c']);
  expect(g.syncs).toHaveLength(1);
  g.failCommits(1);
  await expect(g.commits.run(g.put('d'), false)).rejects.toThrow('disk I/O error');
  await g.commits.run(g.put('e'), true);
  expect(g.syncs).toHaveLength(2);
});

test('reads of one turn share a transaction, and what is written after them is not held up by it', async () => {
  using g = openGroup();
  expect([g.commits.read(() => 1), g.commits.read(() => 2)]).toEqual([1, 2]);
  expect(g.said).toEqual(['begin']);
  expect(await g.commits.run(g.put('a'), true)).toBe('a');
  expect(g.said).toEqual(['begin', 'commit', 'begin immediate', 'commit']);
  await turn();
  expect(g.said).toHaveLength(4);
  expect(g.commits.read(() => g.leftBehind())).toEqual(['a']);
  await turn();
  expect(g.said.slice(4)).toEqual(['begin', 'commit']);
});

test('what still waits when the ledger is closed is put to disk first', async () => {
  using g = openGroup();
  const under = ['a', 'b'].map((name) => g.commits.run(g.put(name), true));
  await turn();
  const done = g.commits.run(g.put('c'), true);
  const closed = g.commits.close();
  expect(g.leftBehind()).toEqual(['a', 'b', 'c']);
  expect(g.syncs.map(({ kind }) => kind)).toEqual(['later', 'now']);
  expect(await done).toBe('c');
  g.syncs[0]?.end();
  await Promise.all([closed, ...under]);
});
