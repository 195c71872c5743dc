import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CUT_SHORT, type CallRecord, type Ledger, type LedgerRow, countsOf, factColumns, toRow } from './ledger.ts';
import { createDecisions, decisionStatements, standsSteps } from './decisions.ts';
import { type LedgerCheckpoint, openLedgerCheckpoint } from './ledgerCheckpoint.ts';
import { type LedgerClock, type LedgerPorts, mayBeForgotten, createToldTime } from './ledgerTime.ts';
import { type RetryQueue, createRetryQueue } from './retryQueue.ts';
import { drawLine, enterEpoch, forgetSince, recall } from './sqliteEpoch.ts';
import { besideSqlite, stepsOnSqlite } from './statements.ts';
import { growLog, openSqliteFile, type GroupCommit, type GroupEnds, createGroupCommit } from './sqliteFile.ts';
import { type Statements, ledgerMigrations, prepare, readMeta, refuseClosed, writeMeta } from './sqliteSchema.ts';
import type { TriedAt } from '#wire/hello.ts';

/** The most rows that are forgotten in one go: some milliseconds' work. */
const PRUNE_AT_ONCE = 50;
const RETRY_EVERY_MS = 2_000;

/**
 * Opens the ledger in `DATA_DIR/ledger.sqlite`, and ends what the last process left running.
 *
 * Calls that were `dispatching` when the last process ended become `outcome-unknown`: they are never sent again.
 *
 * @throws CannotStart where the file cannot be opened, is half moved, or was moved away.
 */
export async function openSqliteLedger({ dataDir, log, ...clocks }: LedgerPorts): Promise<Ledger> {
  const path = join(dataDir, 'ledger.sqlite');
  refuseClosed(path);
  const db = openSqliteFile({
    path,
    migrations: ledgerMigrations,
    onBroken: (movedTo) => log(`The ledger was damaged. It was moved to ${movedTo}, and an empty one begins.`),
  });
  growLog(db);
  const checkpoint = openLedgerCheckpoint(join(dataDir, 'ledger.witness'), clocks);
  const { epoch, clock } = enterEpoch(db, checkpoint, clocks, log);
  const lost = endWhatWasRunning(db, clock.now());
  if (lost > 0) log(`${lost} call(s) were on their way when the gateway last stopped. Their outcome is unknown.`);
  return createLedger(db, checkpoint, epoch, clock);
}

function createLedger(db: DatabaseSync, checkpoint: LedgerCheckpoint, epoch: string, clock: LedgerClock): Ledger {
  const statements = prepare(db);
  const counter = createCounter(statements, checkpoint, epoch, clock, Number(readMeta(db, 'progress') ?? 0));
  const commits = createGroupCommit(db, counter);
  const { run, flush } = commits;
  const retryQueue = createRetryQueue();
  const lookUp = createLookUp(db, statements);
  const beside = besideSqlite(db, commits);
  const memory = createMemory(db, statements, commits, epoch, clock);
  const { stopRetrying, ...settling } = createSettling(statements, commits, retryQueue);
  const own = randomInt(1, 2 ** 47);
  return {
    epoch,
    tell: memory.tell,
    now: clock.now,
    sure: clock.sure,
    prune: memory.prune,

    async mayHaveForgotten(tried) {
      await memory.noteJump();
      return memory.isForgotten(tried);
    },

    async find(key) {
      await memory.noteJump();
      // An answer that is known and found no room on the disk is written first: else its call would be called unknown.
      if (retryQueue.has(key)) await retryQueue.retry(key);
      return lookUp(key);
    },

    async receive({ key, fingerprint, operation, facts, entered: seen }, at) {
      const time = Math.max(at, clock.now());
      // Not waited for the disk: nothing has left yet, and the commit of `dispatch` takes this one to the disk with it.
      return run((): LedgerRow => {
        const mine = (
          seen === undefined
            ? statements.receive.get(key, fingerprint, operation, time, facts?.asker ?? null)
            : statements.receiveAgain.get(key, fingerprint, seen)
        ) as { readonly entered: string } | undefined;
        if (mine) return { key, fingerprint, state: 'received', entered: mine.entered };
        const row = lookUp(key);
        if (!row) throw new Error('what was looked up is gone: the ledger has forgotten the call');
        return row.state === 'received' ? { ...row, elsewhere: true } : row;
      }, false);
    },

    dispatch: ({ key, facts, entered = null }, at) =>
      run(() => {
        if (statements.dispatch.run(at, ...factColumns(facts), key, entered).changes === 0) return false;
        counter.count();
        return true;
      }, true),

    ...settling,
    ...createDecisions(beside),

    beside,
    leads: () => true, // a file is one gateway's alone
    place: { number: () => own, graceMs: 0, noteLeft: counter.count },
    notes: {
      read: async (name) => readMeta(db, name),
      write: (name, text) => run(() => writeMeta(db, name, text), true),
    },
    counts: async () => countsOf(statements.counts.all() as never),
    probe: async (at) => run(() => writeMeta(db, 'probed', String(at)), false),

    async close() {
      stopRetrying();
      if (db.isOpen) flush();
      if (db.isOpen) {
        const retried = retryQueue.retryAll();
        flush();
        await retried;
      }
      checkpoint.close();
      if (db.isOpen) db.close();
    },
  };
}

/** Makes what looks a key up, with a person's word about its call. */
function createLookUp(db: DatabaseSync, { find }: Statements) {
  const take = stepsOnSqlite(db, decisionStatements);
  return (key: string): LedgerRow | undefined => {
    const found = find.get(key) as CallRecord | undefined;
    const isDecided = found?.state === 'outcome-unknown' && found.decided !== null;
    return found && toRow(found, false, isDecided ? take(standsSteps(key)) : undefined);
  };
}

/** Creates the part of the ledger that tells times, and knows of which it may have forgotten calls. */
function createMemory(
  db: DatabaseSync,
  statements: Statements,
  { run }: GroupCommit,
  epoch: string,
  clock: LedgerClock,
) {
  let memory = recall(db);
  const toldTime = createToldTime(clock, Number(readMeta(db, 'alive')), PRUNE_AT_ONCE, {
    async record(time) {
      await run(() => statements.setTimes.run(String(time), String(clock.sure())), false);
      return time;
    },
    async forgetSince(from) {
      const until = clock.now();
      await run(() => {
        forgetSince(db, from, until);
        memory = recall(db);
      }, true);
      return until;
    },
    drawLine: (line) =>
      run(() => {
        drawLine(db, line, clock.sure());
        memory = recall(db);
      }, true),
    async forgetBefore(time, most) {
      if (!db.isOpen) return 0;
      return run(() => {
        const decisions = statements.pruneDecisions.run(time, most).changes;
        return Number(decisions) + Number(statements.prune.run(time, most).changes);
      }, false);
    },
  });
  return {
    ...toldTime,
    isForgotten: (tried: TriedAt): boolean => mayBeForgotten(tried, { ...memory, epoch, latest: clock.now() }),
  };
}

/** Creates the part that writes what became of calls, if need be when there is room on the disk again. */
function createSettling(statements: Statements, { run }: GroupCommit, retryQueue: RetryQueue) {
  let retrying: NodeJS.Timeout | undefined;
  /** @throws where it cannot be written now. */
  const settle = async (key: string, work: () => { readonly changes: number | bigint }): Promise<void> => {
    try {
      await retryQueue.writeOrQueue(key, async () => Number((await run(work, true)).changes) > 0);
    } catch (error) {
      retrying ??= setInterval(() => void retryQueue.retryAll(), RETRY_EVERY_MS).unref();
      throw error;
    }
  };
  return {
    stopRetrying: () => clearInterval(retrying),

    release: (key) => settle(key, () => statements.release.run(key)).catch(() => {}),

    answer: (key, { status, contentType, body, marker }, at) =>
      settle(key, () => statements.settle.run('answered', at, status, contentType, body, marker, null, null, key)),

    giveUp(key, { cause, detail }, evidence, at) {
      const { status = null, contentType = null, body = null, marker = null } = evidence ?? {};
      const values = [at, status, contentType, body, marker, detail, cause, key] as const;
      return settle(key, () => statements.settle.run('outcome-unknown', ...values));
    },
  } satisfies Partial<Ledger> & { readonly stopRetrying: () => void };
}

/** Creates the counter of dispatched calls: in the ledger with the commit of their group, in the checkpoint once that is on disk. */
function createCounter(
  { setProgress, setTimes }: Statements,
  checkpoint: LedgerCheckpoint,
  epoch: string,
  clock: LedgerClock,
  start: number,
): GroupEnds & { count(): void } {
  let [count, written, noted] = [start, start, start];
  return {
    // A group that is tried again counts again: the count says how far the ledger came, not how many calls it has.
    count: () => (count += 1),
    inTransaction() {
      if (count === noted) return;
      setProgress.run(String(count));
      setTimes.run(String(clock.now()), String(clock.sure()));
      written = count;
    },
    onDisk() {
      if (written === noted) return;
      checkpoint.note({ epoch, count: written, beat: 0 }, false);
      noted = written;
    },
  };
}

function endWhatWasRunning(db: DatabaseSync, now: number): number {
  const { changes } = db
    .prepare(
      // The second condition, which the first one holds, is the index's own: without it each start reads every call.
      `update calls set state = 'outcome-unknown', settled_at = ?, detail = ?, cause = ?
       where state = 'dispatching' and state <> 'answered'`,
    )
    .run(now, CUT_SHORT.detail, CUT_SHORT.cause);
  return Number(changes);
}
