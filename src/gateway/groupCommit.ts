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
 * To put a commit on disk costs the same for one change as for twenty, so all that come in one turn of the event loop
 * share one. Nobody is told before it is done, and nobody's failure is another's: where a group cannot be committed, each
 * of it is tried by itself.
 *
 * @param db - in WAL mode with `synchronous = NORMAL`; this alone writes to it from now on.
 * @param sync - puts on disk what is committed. Where it throws, nobody who waits for the disk is told of a success.
 */
export function createGroupCommit(db: DatabaseSync, sync: () => void): GroupCommit {
  let waiting: Job[] = [];
  const flush = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length > 0) commitGroup(db, sync, group);
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

function commitGroup(db: DatabaseSync, sync: () => void, group: readonly Job[]): void {
  let results: readonly unknown[];
  try {
    results = inTransaction(db, () => group.map(({ work }) => work()));
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error);
    else for (const job of group) commitGroup(db, sync, [job]);
    return;
  }
  let failure: { readonly error: unknown } | undefined;
  try {
    if (group.some(({ durable }) => durable)) sync();
  } catch (error) {
    failure = { error };
  }
  for (const [index, job] of group.entries()) {
    if (failure && job.durable) job.reject(failure.error);
    else job.resolve(results[index]);
  }
}
