import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '#gateway/sqliteFile.ts';
import type { WalSync } from '#gateway/walSync.ts';

/** Puts the writes of many callers to disk in one commit. */
export interface GroupCommit {
  /**
   * Runs `work` in the next transaction, after whatever was asked for before it. It may be run twice, so it changes
   * nothing but the database.
   *
   * @param durable - whether it must be on disk before the promise resolves; else it only survives a killed process.
   * @returns what `work` gave, once it is committed. Rejects with what `work`, its commit or its sync failed with.
   */
  run<T>(work: () => T, durable: boolean): Promise<T>;
  /** Runs a read. Those of one turn of the event loop share one transaction: its locks cost more than a row. */
  read<T>(work: () => T): T;
  /** What was committed and is still on its way to the disk. Rejects where it did not get there. */
  underWay(): Promise<void> | undefined;
  /** Puts what is waiting to disk at once, and ends it. */
  close(): Promise<void>;
}

/** What belongs to every group. */
export interface GroupEnds {
  /** Runs last in the transaction of every group. */
  inTransaction(): void;
  /** That transaction is committed. */
  committed(): void;
  /** Runs when a group is on disk, before anybody is told. */
  onDisk(): void;
}

interface Job {
  readonly work: () => unknown;
  readonly durable: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A job that is committed, and what it gave. */
interface Done {
  readonly job: Job;
  readonly result: unknown;
}

/**
 * A commit that is on disk costs the same for one change as for twenty, so all that come in one turn of the event loop,
 * or while the last group is on its way to the disk, share one. Nobody is told before it is done, and nobody's failure
 * is another's: where a group fails, each of it is tried by itself.
 *
 * A commit is visible before it is synced: who reads a row waits for `underWay` before saying what stands in it. After a
 * sync that failed nothing is known of the log any more, so that everything fails from then on, until a start reads it.
 *
 * @param db - in WAL mode; this alone writes to it from now on, and sets `synchronous` to `NORMAL`: the sync is here.
 */
export function createGroupCommit(db: DatabaseSync, disk: WalSync, ends?: GroupEnds): GroupCommit {
  let waiting: Job[] = [];
  let scheduled = false;
  let underWay: Promise<void> | undefined;
  let reading = false;
  let broken: { readonly error: unknown } | undefined;
  db.exec('pragma synchronous = NORMAL');

  const schedule = (): void => {
    if (scheduled || underWay || waiting.length === 0) return;
    scheduled = true;
    // after the poll phase: every request that has arrived by then is in the group
    setImmediate(turn);
  };
  const turn = (): void => {
    scheduled = false;
    const group = commitWaiting();
    // alone there is nothing to do meanwhile, and the way to another thread takes as long as the disk
    if (group.length > 1 && isDurable(group)) syncLater(group);
    else syncNow(group);
  };
  const endRead = (): void => {
    if (reading && db.isOpen) db.exec('commit');
    reading = false;
  };
  const commitWaiting = (): readonly Done[] => {
    endRead();
    const jobs = waiting;
    waiting = [];
    return jobs.length === 0 ? [] : commitGroup(db, jobs, ends);
  };
  const syncNow = (group: readonly Done[]): void => {
    try {
      if (isDurable(group)) disk.now();
    } catch (error) {
      fail(group, error);
      return;
    }
    tell(group);
  };
  const syncLater = (group: readonly Done[]): void => {
    underWay = disk.later().then(
      () => {
        underWay = undefined;
        tell(group);
        schedule();
      },
      (error: unknown) => {
        fail(group, error);
        throw error;
      },
    );
    underWay.catch(() => {}); // whoever asks for it hears of it
  };
  const tell = (group: readonly Done[]): void => {
    if (group.length > 0) ends?.onDisk();
    for (const { job, result } of group) job.resolve(result);
  };
  const fail = (group: readonly Done[], error: unknown): void => {
    broken = { error };
    for (const { job } of group) job.reject(error);
    for (const job of waiting) job.reject(error);
    waiting = [];
  };
  const brokenOff = <T>(): Promise<T> => Promise.reject(asError(broken?.error));
  return {
    run: <T>(work: () => T, durable: boolean) =>
      broken
        ? brokenOff()
        : new Promise<T>((resolve, reject) => {
            waiting.push({ work, durable, resolve: resolve as Job['resolve'], reject });
            schedule();
          }),
    read(work) {
      if (!reading) {
        db.exec('begin');
        reading = true;
        setImmediate(endRead);
      }
      return work();
    },
    underWay: () => (broken ? brokenOff() : underWay),
    async close() {
      syncNow(commitWaiting());
      await underWay?.catch(() => {}); // who waits for it was told
      await disk.close();
    },
  };
}

function isDurable(group: readonly Done[]): boolean {
  return group.some(({ job }) => job.durable);
}

/** @returns those that are committed. The others were told why not. */
function commitGroup(db: DatabaseSync, jobs: readonly Job[], ends: GroupEnds | undefined): readonly Done[] {
  try {
    const done = inTransaction(db, () => {
      const results = jobs.map((job) => ({ job, result: job.work() }));
      ends?.inTransaction();
      return results;
    });
    ends?.committed();
    return done;
  } catch (error) {
    if (jobs.length > 1) return jobs.flatMap((job) => commitGroup(db, [job], ends));
    for (const { reject } of jobs) reject(error);
    return [];
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
