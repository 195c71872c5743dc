import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '#gateway/sqliteFile.ts';

/** Puts the writes of many callers to disk in one commit. */
export interface GroupCommit {
  /**
   * Runs `work` in the next transaction, after whatever was asked for before it. It may be run twice, so it changes
   * nothing but the database.
   *
   * @param durable - whether it must be on disk before the promise resolves; else it only survives a killed process.
   * @returns what `work` gave, once it is committed. Rejects with what `work` or its commit failed with.
   */
  run<T>(work: () => T, durable: boolean): Promise<T>;
  /** Commits at once what is waiting. */
  flush(): void;
}

interface Job {
  readonly work: () => unknown;
  readonly durable: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A commit that is on disk costs the same for one change as for twenty, so all that come in one turn of the event loop
 * share one. Nobody is told before it is done, and nobody's failure is another's: where a group fails, each of it is
 * tried by itself.
 *
 * @param db - in WAL mode with `synchronous = FULL`; this alone writes to it from now on.
 */
export function createGroupCommit(db: DatabaseSync): GroupCommit {
  let waiting: Job[] = [];
  const flush = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length > 0) commitGroup(db, group);
  };
  return {
    run: <T>(work: () => T, durable: boolean) =>
      new Promise<T>((resolve, reject) => {
        // after the poll phase: every request that has arrived by then is in the group
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ work, durable, resolve: resolve as Job['resolve'], reject });
      }),
    flush,
  };
}

function commitGroup(db: DatabaseSync, group: readonly Job[]): void {
  let results: readonly unknown[];
  try {
    results = commit(db, group);
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error);
    else for (const job of group) commitGroup(db, [job]);
    return;
  }
  for (const [index, job] of group.entries()) job.resolve(results[index]);
}

/** @returns what each gave. @throws whatever the first of them, or the commit, failed with: nothing is done then. */
function commit(db: DatabaseSync, group: readonly Job[]): readonly unknown[] {
  const all = (): readonly unknown[] => inTransaction(db, () => group.map(({ work }) => work()));
  if (group.some(({ durable }) => durable)) return all();
  db.exec('pragma synchronous = NORMAL');
  try {
    return all();
  } finally {
    db.exec('pragma synchronous = FULL');
  }
}
