import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { createDebts } from './debts.ts';
import { type GroupEnds, createGroupCommit } from './groupCommit.ts';
import {
  type Ledger,
  type LedgerCounts,
  type LedgerRow,
  type LedgerState,
  PRUNE_MARGIN_MS,
  RETENTION_MS,
  type StoredReply,
} from './ledger.ts';
import {
  type Clocks,
  type LedgerClock,
  type Memory,
  createLedgerClock,
  drawGap,
  mayBeForgotten,
  readGaps,
} from './ledgerTime.ts';
import { rarely } from '#gateway/http/rarely.ts';
import { growLog, inTransaction, openSqliteFile } from './sqliteFile.ts';
import { type LedgerCheckpoint, openLedgerCheckpoint } from './ledgerCheckpoint.ts';
import type { Tried } from '#wire/hello.ts';

const migrations = [
  `create table meta (name text primary key, value text not null) strict;
   create table calls (
     key text primary key,
     fingerprint text not null,
     operation text not null,
     state text not null check (state in ('received', 'dispatching', 'answered', 'outcome-unknown')),
     received_at integer not null,
     dispatched_at integer,
     settled_at integer,
     status integer,
     content_type text,
     body blob,
     marker text,
     detail text
   ) strict;
   create index calls_by_age on calls (received_at);
   create index calls_open on calls (state) where state <> 'answered';`,
  'alter table calls add column asker text',
];

/** So many rows are forgotten in one go, and whatever else waits comes before the next. */
const PRUNE_AT_ONCE = 500;
/** A told time is good for so long, in milliseconds; recording it may take so long. */
const TOLD_MS = 250;
const TELL_LIMIT_MS = 1_000;
const PAY_EVERY_MS = 2_000;

/** What a SQLite ledger needs. */
export interface SqliteLedgerPorts extends Clocks {
  readonly dataDir: string;
  /** Told what somebody should know: a broken file, a new epoch, calls cut short by the last stop. */
  readonly log: (line: string) => void;
}

/**
 * Opens the ledger in `DATA_DIR/ledger.sqlite`, ends what the last process left running, and prunes.
 *
 * Calls that were `dispatching` when the last process ended become `outcome-unknown`: they are never sent again.
 *
 * @throws CannotStart where the file cannot be opened.
 */
export async function openSqliteLedger({ dataDir, log, ...clocks }: SqliteLedgerPorts): Promise<Ledger> {
  const db = openSqliteFile({
    path: join(dataDir, 'ledger.sqlite'),
    migrations,
    synchronous: 'FULL',
    onBroken: (movedTo) => log(`The ledger was damaged. It was moved to ${movedTo}, and an empty one begins.`),
  });
  growLog(db);
  const checkpoint = openLedgerCheckpoint(join(dataDir, 'ledger.witness'));
  const { epoch, clock } = enterEpoch(db, checkpoint, clocks, log);
  const lost = endWhatWasRunning(db, clock.now());
  if (lost > 0) log(`${lost} call(s) were on their way when the gateway last stopped. Their outcome is unknown.`);
  const ledger = createLedger(db, checkpoint, epoch, clock);
  await ledger.prune();
  return ledger;
}

function createLedger(db: DatabaseSync, checkpoint: LedgerCheckpoint, epoch: string, clock: LedgerClock): Ledger {
  const statements = prepare(db);
  const counter = createCounter(statements, checkpoint, epoch, clock, Number(readMeta(db, 'progress') ?? 0));
  const { run, read, flush } = createGroupCommit(db, counter);
  let told = Number(readMeta(db, 'alive'));
  let memory = recall(db);
  const isForgotten = (tried: Tried): boolean => mayBeForgotten(tried, { ...memory, epoch, latest: clock.now() });
  const tell = rarely(
    async () => {
      const time = clock.now();
      await run(() => statements.setAlive.run(time), false);
      told = Math.max(told, time);
    },
    TOLD_MS,
    TELL_LIMIT_MS,
  );

  const debts = createDebts();
  let paying: NodeJS.Timeout | undefined;
  /** Writes what became of a call, if need be when there is room again. @throws where that is not now. */
  const settle = async (key: string, work: () => { readonly changes: number | bigint }): Promise<void> => {
    try {
      await debts.payOrOwe(key, async () => Number((await run(work, true)).changes) > 0);
    } catch (error) {
      paying ??= setInterval(() => void debts.pay(), PAY_EVERY_MS).unref();
      throw error;
    }
  };

  /** Where the wall clock jumped ahead the machine may have been put back with its memory: see `drawGap`. */
  const noteJump = async (): Promise<void> => {
    const from = clock.jumpedFrom();
    if (from === undefined) return;
    const until = clock.now();
    await run(() => {
      forgetSince(db, from, until);
      memory = recall(db);
    }, true);
    told = until;
    clock.forgetJump();
  };

  return {
    epoch,
    async tell() {
      await noteJump().catch(() => {});
      await tell().catch(() => {}); // where it cannot be recorded the last one is told again
      return told;
    },
    prunedBefore: async () => memory.prunedBefore,

    async mayHaveForgotten(tried) {
      await noteJump();
      return isForgotten(tried);
    },

    async find(key) {
      await noteJump();
      // What came is known, and not to be called unknown because there was no room for it.
      if (debts.has(key)) await debts.payOne(key);
      return toRow(read(() => statements.find.get(key)));
    },

    async receive(key, fingerprint, operation, at) {
      const time = Math.max(at, clock.now());
      // Not waited for the disk: nothing has left yet, and the commit of `dispatch` takes this one to the disk with it.
      const received: LedgerRow = { key, fingerprint, state: 'received' };
      const row = await run(() => {
        if (statements.receive.run(key, fingerprint, operation, time).changes === 1) return received;
        return toRow(statements.find.get(key));
      }, false);
      if (!row) throw new Error('the ledger lost a row that it was just given');
      return row;
    },

    async begin(key, fingerprint, operation, at, asker = '', tried) {
      await noteJump();
      const time = Math.max(at, clock.now());
      const row = await run(() => {
        if (tried && isForgotten(tried)) return toRow(statements.find.get(key)) ?? 'forgotten';
        if (statements.begin.run(key, fingerprint, operation, time, at, asker).changes === 0)
          return toRow(statements.find.get(key));
        counter.count();
        return 'begun';
      }, true);
      if (!row) throw new Error('the ledger lost a row that it was just given');
      return row;
    },

    dispatch: (key, at, asker = '') =>
      run(() => {
        if (statements.dispatch.run(at, asker, key).changes === 0) return false;
        counter.count();
        return true;
      }, true),

    release: (key) => settle(key, () => statements.release.run(key)).catch(() => {}),

    answer: (key, { status, contentType, body, marker }, at) =>
      settle(key, () => statements.settle.run('answered', at, status, contentType, body, marker, null, key)),

    giveUp(key, detail, evidence, at) {
      const { status = null, contentType = null, body = null, marker = null } = evidence ?? {};
      const values = [at, status, contentType, body, marker, detail, key] as const;
      return settle(key, () => statements.settle.run('outcome-unknown', ...values));
    },

    async prune() {
      const line = clock.pruning() - RETENTION_MS;
      await run(() => {
        drawLine(db, line);
        memory = recall(db);
      }, true);
      let pruned = 0;
      for (let count = PRUNE_AT_ONCE; count === PRUNE_AT_ONCE && db.isOpen; pruned += count) {
        count = await run(() => Number(statements.prune.run(line - PRUNE_MARGIN_MS, PRUNE_AT_ONCE).changes), false);
      }
      return pruned;
    },
    counts: async () => countOpen(statements),

    probe: async (at) => run(() => writeMeta(db, 'probed', String(at)), false),

    async close() {
      clearInterval(paying);
      if (db.isOpen) flush();
      if (db.isOpen) {
        const paid = debts.pay();
        flush();
        await paid;
      }
      checkpoint.close();
      if (db.isOpen) db.close();
    },
  };
}

/** Counts dispatched calls: in the ledger with the group that they are in, in the checkpoint when it is on disk. */
function createCounter(
  { setProgress, setAlive }: Statements,
  checkpoint: LedgerCheckpoint,
  epoch: string,
  clock: LedgerClock,
  start: number,
): GroupEnds & { count(): void } {
  let [count, written, noted] = [start, start, start];
  return {
    // A group that is tried again counts again: it says how far, not how many.
    count: () => (count += 1),
    inTransaction() {
      if (count === noted) return;
      setProgress.run(String(count));
      setAlive.run(clock.now());
      written = count;
    },
    onDisk() {
      if (written === noted) return;
      checkpoint.note({ epoch, count: written }, false);
      noted = written;
    },
  };
}

/** What the ledger knows that it may have forgotten. Nobody else writes it while the file is open. */
function recall(db: DatabaseSync): Pick<Memory, 'prunedBefore' | 'gaps'> {
  return { prunedBefore: Number(readMeta(db, 'pruned_before') ?? 0), gaps: readGaps(readMeta(db, 'gaps')) };
}

function drawLine(db: DatabaseSync, line: number): void {
  writeMeta(db, 'pruned_before', String(Math.max(line, Number(readMeta(db, 'pruned_before') ?? 0))));
}

/** Draws a gap, and forgets what an older ledger calls received: it may have been dispatched since. */
function forgetSince(db: DatabaseSync, alive: number, until: number): void {
  writeMeta(db, 'gaps', drawGap(readMeta(db, 'gaps'), alive, until));
  writeMeta(db, 'alive', String(until));
  db.exec(`delete from calls where state = 'received'`);
}

function countOpen(statements: Statements): LedgerCounts {
  const counts = { received: 0, dispatching: 0, 'outcome-unknown': 0 };
  for (const row of statements.counts.all()) {
    counts[String(row['state']) as keyof LedgerCounts] = Number(row['count']);
  }
  return counts;
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: DatabaseSync) {
  return {
    find: db.prepare(
      'select key, fingerprint, state, status, content_type, body, marker, detail from calls where key = ?',
    ),
    receive: db.prepare(
      `insert into calls (key, fingerprint, operation, state, received_at) values (?, ?, ?, 'received', ?)
       on conflict (key) do nothing`,
    ),
    dispatch: db.prepare(
      `update calls set state = 'dispatching', dispatched_at = ?, asker = nullif(?, '') where key = ? and state = 'received'`,
    ),
    begin: db.prepare(
      `insert into calls (key, fingerprint, operation, state, received_at, dispatched_at, asker)
       values (?, ?, ?, 'dispatching', ?, ?, nullif(?, ''))
       on conflict (key) do update set state = 'dispatching', dispatched_at = excluded.dispatched_at, asker = excluded.asker
       where state = 'received' and fingerprint = excluded.fingerprint`,
    ),
    release: db.prepare(
      `update calls set state = 'received', dispatched_at = null where key = ? and state = 'dispatching'`,
    ),
    settle: db.prepare(
      `update calls set state = ?, settled_at = ?, status = ?, content_type = ?, body = ?, marker = ?, detail = ?
       where key = ? and state = 'dispatching'`,
    ),
    setProgress: db.prepare(`update meta set value = ? where name = 'progress'`),
    setAlive: db.prepare(`update meta set value = ? where name = 'alive'`),
    prune: db.prepare('delete from calls where rowid in (select rowid from calls where received_at < ? limit ?)'),
    counts: db.prepare(`select state, count(*) as count from calls where state <> 'answered' group by state`),
  };
}

/**
 * The epoch of this ledger: its own, unless a checkpoint has seen more of it than it holds, or another ledger. Its time
 * goes on where it was, and begins anew with an epoch.
 */
function enterEpoch(
  db: DatabaseSync,
  { seen, ranOn, note }: LedgerCheckpoint,
  clocks: Clocks,
  log: (line: string) => void,
): { readonly epoch: string; readonly clock: LedgerClock } {
  const own = readMeta(db, 'epoch');
  const count = Number(readMeta(db, 'progress') ?? 0);
  const isWhole = own !== undefined && seen?.epoch === own && count >= seen.count;
  const epoch = isWhole ? own : randomUUID();
  const known = Number(readMeta(db, 'alive')); // not a number: an older version told times and did not record them
  const line = Number(readMeta(db, 'pruned_before') ?? 0);
  const clock = createLedgerClock(clocks, isWhole ? Math.max(known || 0, line > 0 ? line + RETENTION_MS : 0) : 0);
  inTransaction(db, () => {
    if (!isWhole) {
      writeMeta(db, 'epoch', epoch);
      writeMeta(db, 'pruned_before', '0');
      writeMeta(db, 'gaps', '[]');
      db.exec(`delete from calls where state = 'received'`); // in an old backup: it may have been dispatched since
    } else if (!ranOn && known > 0) forgetSince(db, known, clock.now());
    writeMeta(db, 'progress', String(count + 1));
    writeMeta(db, 'alive', String(clock.now()));
  });
  note({ epoch, count: count + 1 }, true);
  if (!isWhole && (own !== undefined || seen)) {
    log(
      'This is not the ledger that it was (lost, restored or set back): a new epoch begins, and calls that were tried ' +
        'before are not sent again by themselves.',
    );
  }
  return { epoch, clock };
}

function endWhatWasRunning(db: DatabaseSync, now: number): number {
  const { changes } = db
    .prepare(`update calls set state = 'outcome-unknown', settled_at = ?, detail = ? where state = 'dispatching'`)
    .run(now, 'The gateway stopped while the call was on its way.');
  return Number(changes);
}

function readMeta(db: DatabaseSync, name: string): string | undefined {
  return db.prepare('select value from meta where name = ?').get(name)?.['value'] as string | undefined;
}

function writeMeta(db: DatabaseSync, name: string, value: string): void {
  db.prepare('insert into meta values (?, ?) on conflict (name) do update set value = excluded.value').run(name, value);
}

function toRow(found: Record<string, SQLOutputValue> | undefined): LedgerRow | undefined {
  if (!found) return undefined;
  const state = found['state'] as LedgerState;
  const reply = state === 'answered' ? toReply(found) : undefined;
  return {
    key: String(found['key']),
    fingerprint: String(found['fingerprint']),
    state,
    ...(reply && { reply }),
    ...(typeof found['detail'] === 'string' && { detail: found['detail'] }),
  };
}

function toReply(found: Record<string, SQLOutputValue>): StoredReply {
  return {
    status: Number(found['status']),
    contentType: String(found['content_type'] ?? ''),
    body: found['body'] as Uint8Array,
    marker: typeof found['marker'] === 'string' ? found['marker'] : null,
  };
}
