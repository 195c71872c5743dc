import { closeSync, existsSync, fdatasyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Puts on disk what is committed. */
export interface SqliteSync {
  sync(): void;
  close(): void;
}

/**
 * Takes the syncing of a database in WAL mode out of SQLite's hands: a commit does not wait for the disk any more, and
 * `sync` makes all that were done until then safe from a lost power supply. SQLite itself (`synchronous = FULL`) asks for
 * the file's time of change to be written too, at every commit, which takes about three times as long and protects
 * nothing. All of a commit is in the write-ahead log until a checkpoint, which SQLite still syncs itself.
 *
 * Where there is no such log (a file system that cannot have one) SQLite goes on syncing every commit.
 *
 * Source: sqlite.org/pragma.html, synchronous; sqlite.org/wal.html; fdatasync(2).
 *
 * @param path - of the database, open with `synchronous = FULL` and written to already.
 */
export function takeSync(db: DatabaseSync, path: string): SqliteSync {
  const log = `${path}-wal`;
  if (!existsSync(log)) return { sync: () => {}, close: () => {} };
  const file = openSync(log, 'r+');
  db.exec('pragma synchronous = NORMAL');
  return { sync: () => fdatasyncSync(file), close: () => closeSync(file) };
}
