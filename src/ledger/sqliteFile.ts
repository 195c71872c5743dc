import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { CannotStart } from '#settings/cannotStart.ts';

// SQLite's primary result codes. Source: sqlite.org/rescode.html
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

interface SqliteFile {
  readonly path: string;
  /** Numbered from 1 by their place; append only, never edited: a file knows how many it has had. */
  readonly migrations: readonly string[];
  /** `NORMAL`: a commit survives a killed process, not a lost power supply. @default FULL, which has it on disk */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** Told where a broken file was moved to, before an empty one takes its place. */
  readonly onBroken: (movedTo: string) => void;
}

/**
 * Opens a database in WAL mode and brings it up to date. A file that is no database or is damaged is moved aside and
 * replaced by an empty one: work goes on, and the evidence stays.
 *
 * @throws CannotStart where the file cannot be opened, or was written by a newer version.
 */
export function openSqliteFile(file: SqliteFile): DatabaseSync {
  try {
    return openChecked(file);
  } catch (error) {
    if (!isBroken(error)) throw toCannotStart(file.path, error);
  }
  file.onBroken(moveAside(file.path));
  try {
    return openChecked(file);
  } catch (error) {
    throw toCannotStart(file.path, error);
  }
}

/** Runs `work` in one transaction: all of it is on disk, or none. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}

/** Names the values `$1`, `$2` and so on, as PostgreSQL counts them: so that one statement does for both. */
export function numbered(values: readonly SQLInputValue[]): Record<string, SQLInputValue> {
  return Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
}

/** SQLite empties its log at 1,000 pages by itself (`wal_autocheckpoint`); the commit that finds them there comes on top. */
const LOG_PAGES = 1100;

/**
 * Gives the log its final size at the start. A commit that makes a file longer takes twice as long as one into room that
 * is there, because the file's length has to be on disk too. What is written here is rolled back, and SQLite writes over it.
 * It costs 10 to 20 ms. Where the disk is full, the log grows as it is used.
 */
export function growLog(db: DatabaseSync): void {
  const [{ page_size: page }, { cache_size: cache }] = ['page_size', 'cache_size'].map((name) =>
    db.prepare(`pragma ${name}`).get(),
  ) as unknown as [{ page_size: number }, { cache_size: number }];
  db.exec('pragma cache_size = 20; begin immediate'); // what does not fit into the cache goes into the log at once
  try {
    db.exec(`create table room (blank); insert into room values (zeroblob(${LOG_PAGES * page}))`);
  } catch {
    // the disk is full
  } finally {
    if (db.isTransaction) db.exec('rollback');
    db.exec(`pragma cache_size = ${cache}`);
  }
}

function openChecked({ path, migrations, synchronous = 'FULL' }: SqliteFile): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    db.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous};`);
    const check = db.prepare('pragma quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw new DamagedDatabase(check.quick_check);
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

class DamagedDatabase extends Error {}

function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  const { user_version: done } = db.prepare('pragma user_version').get() as { user_version: number };
  if (done > migrations.length) {
    throw new CannotStart(`it was written by a newer Scanline (schema ${done}, this one knows ${migrations.length})`);
  }
  migrations.slice(done).forEach((migration, index) => {
    inTransaction(db, () => db.exec(`${migration}; pragma user_version = ${done + index + 1};`));
  });
}

function isBroken(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true;
  const { errcode } = error as { errcode?: number };
  const primary = errcode === undefined ? undefined : errcode & 0xff;
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB;
}

/** Renames the file and what SQLite keeps beside it. @returns the new name. */
function moveAside(path: string): string {
  let n = 1;
  while (existsSync(`${path}.broken-${n}`)) n += 1;
  const target = `${path}.broken-${n}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  }
  return target;
}

function toCannotStart(path: string, error: unknown): CannotStart {
  const why = error instanceof Error ? error.message : String(error);
  return new CannotStart(`DATA_DIR: ${path} cannot be used: ${why}.`, { cause: error });
}

/** The writes that belong to every group that is put to disk. */
export interface GroupEnds {
  /** Runs last in its transaction. */
  inTransaction(): void;
  /** Runs when it is on disk, before anybody is told. */
  onDisk(): void;
}

/** The most turns of the event loop that a group waits. */
const MOST_TURNS = 4;

interface Job {
  readonly work: () => unknown;
  readonly durable: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export type GroupCommit = ReturnType<typeof createGroupCommit>;

/**
 * Puts the writes of one turn of the event loop to disk in one commit: it costs the same for one change as for twenty. A
 * single change is put to disk at once. Several wait for the next turn as long as each turn brings more: a turn takes
 * little, and whatever comes while a commit runs waits for all of it. Callers are told after the commit. Where a group
 * fails, each change in it is tried by itself.
 *
 * @param db - in WAL mode with `synchronous = FULL`; this alone writes to it from now on.
 */
export function createGroupCommit(db: DatabaseSync, ends?: GroupEnds) {
  let waiting: Job[] = [];
  let [turns, known] = [0, 1];
  /** Commits at once what is waiting. */
  const flush = (): void => {
    const group = waiting;
    waiting = [];
    [turns, known] = [0, 1];
    if (group.length > 0) commitGroup(db, group, ends);
  };
  const turn = (): void => {
    turns += 1;
    if (waiting.length <= known || turns === MOST_TURNS) return flush();
    known = waiting.length;
    setImmediate(turn);
  };
  return {
    /**
     * Runs `work` in the next transaction, after whatever was asked for before it. It may be run twice, so it changes
     * nothing but the database.
     *
     * @param durable - whether it must be on disk before the promise resolves; else it only survives a killed process.
     * @returns what `work` gave, once it is committed. Rejects with what `work` or its commit failed with.
     */
    run: <T>(work: () => T, durable: boolean) =>
      new Promise<T>((resolve, reject) => {
        // after the poll phase: every request that has arrived by then is in the group
        if (waiting.length === 0) setImmediate(turn);
        waiting.push({ work, durable, resolve: resolve as Job['resolve'], reject });
      }),
    flush,
  };
}

function commitGroup(db: DatabaseSync, group: readonly Job[], ends: GroupEnds | undefined): void {
  let results: readonly unknown[];
  try {
    results = commit(db, group, ends);
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error);
    else for (const job of group) commitGroup(db, [job], ends);
    return;
  }
  for (const [index, job] of group.entries()) job.resolve(results[index]);
}

/** Commits a group. @returns what each gave. @throws what the first of them, or the commit, failed with; then nothing of it is done. */
function commit(db: DatabaseSync, group: readonly Job[], ends: GroupEnds | undefined): readonly unknown[] {
  if (group.some(({ durable }) => durable)) {
    const results = inTransaction(db, () => {
      const given = group.map(({ work }) => work());
      ends?.inTransaction();
      return given;
    });
    ends?.onDisk();
    return results;
  }
  db.exec('pragma synchronous = NORMAL');
  try {
    return inTransaction(db, () => group.map(({ work }) => work()));
  } finally {
    db.exec('pragma synchronous = FULL');
  }
}
