import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './sqliteFile.ts';

/** What belongs to every group that is put to disk. */
export interface GroupEnds {
  /** Runs last in its transaction. */
  inTransaction(): void;
  /** Runs when it is on disk, before anybody is told. */
  onDisk(): void;
}

/** A group waits for so many turns of the event loop at most. */
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

/** @returns what each gave. @throws what the first of them, or the commit, failed with; then nothing of the group is done. */
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
