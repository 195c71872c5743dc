import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type GroupEnds, createGroupCommit } from '#gateway/groupCommit.ts';
import {
  type Ledger,
  type LedgerCounts,
  type LedgerRow,
  type LedgerState,
  PRUNE_MARGIN_MS,
  RETENTION_MS,
  type StoredReply,
} from '#gateway/ledger.ts';
import { growLog, inTransaction, openSqliteFile } from '#gateway/sqliteFile.ts';
import { type Witness, openWitness } from '#gateway/witness.ts';

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

/** What a SQLite ledger needs. */
export interface SqliteLedgerPorts {
  readonly dataDir: string;
  /** Unix ms. */
  readonly now: () => number;
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
export async function openSqliteLedger({ dataDir, now, log }: SqliteLedgerPorts): Promise<Ledger> {
  const db = openSqliteFile({
    path: join(dataDir, 'ledger.sqlite'),
    migrations,
    synchronous: 'FULL',
    onBroken: (movedTo) => log(`The ledger was damaged. It was moved to ${movedTo}, and an empty one begins.`),
  });
  growLog(db);
  const witness = openWitness(join(dataDir, 'ledger.witness'));
  const epoch = enterEpoch(db, witness, now(), log);
  const lost = endWhatWasRunning(db, now());
  if (lost > 0) log(`${lost} call(s) were on their way when the gateway last stopped. Their outcome is unknown.`);
  const ledger = createLedger(db, witness, epoch);
  await ledger.prune(now());
  return ledger;
}

function createLedger(db: DatabaseSync, witness: Witness, epoch: string): Ledger {
  const statements = prepare(db);
  const counter = createCounter(statements, witness, epoch, Number(readMeta(db, 'progress') ?? 0));
  const { run, read, flush } = createGroupCommit(db, counter);
  return {
    epoch,
    prunedBefore: async () => Number(readMeta(db, 'pruned_before') ?? 0),
    find: async (key) => toRow(read(() => statements.find.get(key))),

    async receive(key, fingerprint, operation, at) {
      // Not waited for the disk: nothing has left yet, and the commit of `dispatch` takes this one to the disk with it.
      const received: LedgerRow = { key, fingerprint, state: 'received' };
      const row = await run(() => {
        if (statements.receive.run(key, fingerprint, operation, at).changes === 1) return received;
        return toRow(statements.find.get(key));
      }, false);
      if (!row) throw new Error('the ledger lost a row that it was just given');
      return row;
    },

    async begin(key, fingerprint, operation, at, asker = '') {
      const row = await run(() => {
        if (statements.begin.run(key, fingerprint, operation, at, at, asker).changes === 0)
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

    async release(key) {
      await run(() => statements.release.run(key), true);
    },

    async answer(key, { status, contentType, body, marker }, at) {
      await run(() => statements.settle.run('answered', at, status, contentType, body, marker, null, key), true);
    },

    async giveUp(key, detail, evidence, at) {
      const { status = null, contentType = null, body = null, marker = null } = evidence ?? {};
      await run(
        () => statements.settle.run('outcome-unknown', at, status, contentType, body, marker, detail, key),
        true,
      );
    },

    prune: async (now) => run(() => prune(db, statements, now), true),
    counts: async () => countOpen(statements),

    probe: async (at) => run(() => writeMeta(db, 'probed', String(at)), false),

    async close() {
      if (db.isOpen) flush();
      witness.close();
      if (db.isOpen) db.close();
    },
  };
}

/** Counts dispatched calls: in the ledger with the group that they are in, in the witness when it is on disk. */
function createCounter(
  { setProgress }: Statements,
  witness: Witness,
  epoch: string,
  start: number,
): GroupEnds & { count(): void } {
  let [count, written, noted] = [start, start, start];
  return {
    // A group that is tried again counts again: it says how far, not how many.
    count: () => (count += 1),
    inTransaction() {
      if (count === noted) return;
      setProgress.run(String(count));
      written = count;
    },
    onDisk() {
      if (written === noted) return;
      witness.note({ epoch, count: written }, false);
      noted = written;
    },
  };
}

function prune(db: DatabaseSync, statements: Statements, now: number): number {
  const line = now - RETENTION_MS;
  writeMeta(db, 'pruned_before', String(Math.max(line, Number(readMeta(db, 'pruned_before') ?? 0))));
  return Number(statements.prune.run(line - PRUNE_MARGIN_MS).changes);
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
    prune: db.prepare('delete from calls where received_at < ?'),
    counts: db.prepare(`select state, count(*) as count from calls where state <> 'answered' group by state`),
  };
}

/**
 * The epoch of this ledger: its own, unless the witness has seen more of it than it holds, or another ledger.
 * A pruned line ahead of the clock (the clock was wrong once) would hold up every retry until then: it also ends one.
 */
function enterEpoch(db: DatabaseSync, witness: Witness, now: number, log: (line: string) => void): string {
  const own = readMeta(db, 'epoch');
  const count = Number(readMeta(db, 'progress') ?? 0);
  const line = Number(readMeta(db, 'pruned_before') ?? 0);
  const whole = own !== undefined && witness.seen?.epoch === own && count >= witness.seen.count;
  const lineIsAhead = line > now - RETENTION_MS + PRUNE_MARGIN_MS;
  const epoch = whole && !lineIsAhead ? own : randomUUID();
  inTransaction(db, () => {
    if (epoch !== own) {
      writeMeta(db, 'epoch', epoch);
      db.exec(`delete from calls where state = 'received'`); // in an old backup: it may have been dispatched since
    }
    if (lineIsAhead) writeMeta(db, 'pruned_before', '0');
    writeMeta(db, 'progress', String(count + 1));
  });
  witness.note({ epoch, count: count + 1 }, true);
  if (epoch !== own && (own !== undefined || witness.seen)) {
    log(
      'This is not the ledger that it was (lost, restored or set back): a new epoch begins, and calls that were tried ' +
        'before are not sent again by themselves.',
    );
  }
  return epoch;
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
