import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { NEW_EPOCH, RETENTION_MS } from './ledger.ts';
import type { LedgerCheckpoint } from './ledgerCheckpoint.ts';
import { type Clocks, type LedgerClock, type Memory, createLedgerClock, drawGap, readGaps } from './ledgerTime.ts';
import { inTransaction } from './sqliteFile.ts';
import { readMeta, writeMeta } from './sqliteSchema.ts';

/**
 * Enters the epoch of this ledger: its own, unless a checkpoint has seen more of it than it holds, or another ledger. Its
 * time goes on where it was, and begins anew with an epoch.
 */
export function enterEpoch(
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
  const sure = Number(readMeta(db, 'sure')); // not a number: an older version forgot by its clock
  const clock = createLedgerClock(clocks, isWhole ? Math.max(known || 0, line > 0 ? line + RETENTION_MS : 0) : 0);
  clock.bearOut(sure || known || clock.now());
  inTransaction(db, () => {
    if (!isWhole) {
      writeMeta(db, 'epoch', epoch);
      writeMeta(db, 'pruned_before', '0');
      writeMeta(db, 'gaps', '[]');
      forgetReceived(db, clock.now());
    } else if (!ranOn && known > 0) forgetSince(db, known, clock.now());
    writeMeta(db, 'progress', String(count + 1));
    writeMeta(db, 'alive', String(clock.now()));
    writeMeta(db, 'sure', String(clock.sure()));
  });
  note({ epoch, count: count + 1, beat: 0 }, true);
  if (!isWhole && (own !== undefined || seen)) log(NEW_EPOCH);
  return { epoch, clock };
}

/** Reads the times of which the ledger may have forgotten calls. Nobody else writes them while the file is open. */
export function recall(db: DatabaseSync): Pick<Memory, 'prunedBefore' | 'gaps'> {
  return { prunedBefore: Number(readMeta(db, 'pruned_before') ?? 0), gaps: readGaps(readMeta(db, 'gaps')) };
}

/** Raises the time before which keys may be forgotten, and records sure time, both Unix ms. */
export function drawLine(db: DatabaseSync, line: number, sure: number): void {
  writeMeta(db, 'sure', String(sure));
  writeMeta(db, 'pruned_before', String(Math.max(line, Number(readMeta(db, 'pruned_before') ?? 0))));
}

/** Draws a gap, and forgets what an older ledger calls received: it may have been dispatched since. */
export function forgetSince(db: DatabaseSync, alive: number, until: number): void {
  writeMeta(db, 'gaps', drawGap(readMeta(db, 'gaps'), alive, until, Number(readMeta(db, 'pruned_before') ?? 0)));
  writeMeta(db, 'alive', String(until));
  forgetReceived(db, until);
}

/** Deletes the calls that an older ledger calls received: they may have been dispatched since. Of the labels that wait there nobody knows. */
function forgetReceived(db: DatabaseSync, now: number): void {
  db.exec(`delete from calls where state = 'received'`);
  db.prepare(
    `update prints set state = 'unknown', cause = 'stopped', settled_at = ? where state in ('queued', 'sending')`,
  ).run(now);
}
