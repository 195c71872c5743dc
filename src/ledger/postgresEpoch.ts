import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { PRUNE_MARGIN_MS, RETENTION_MS } from './ledger.ts';
import type { LedgerCheckpoint, Progress } from './ledgerCheckpoint.ts';
import { type LedgerClock, drawGap } from './ledgerTime.ts';
import { readMeta, writeMeta } from './postgresSchema.ts';
import { ticketAt } from './postgresCalls.ts';

/**
 * Enters the epoch of the database, or begins a new one where the database is not what it was. Runs in the caller's
 * transaction, one gateway at a time.
 *
 * A promoted standby goes on in a timeline of its own. Whatever else lost its tail is behind the heartbeat that this
 * gateway has seen, or lacks the last call that it dispatched. A gateway that comes without a checkpoint trusts those that
 * are at work; where there are none the database may be a backup, and nobody could tell.
 *
 * @param seen - the last progress in this gateway's checkpoint; its count is the ticket of a call dispatched, or 0. Where it
 *   `ranOn` it is proved that the checkpoint was not put back together with the database.
 * @param alone - no other gateway is at work on this database.
 * @returns `isNew`: it began here although there had been another.
 */
export async function enterEpoch(
  client: ClientBase,
  { seen, ranOn }: Pick<LedgerCheckpoint, 'seen' | 'ranOn'>,
  alone: boolean,
  clock: LedgerClock,
): Promise<{ readonly epoch: string; readonly isNew: boolean }> {
  const own = await readMeta(client, 'epoch');
  const line = Number((await readMeta(client, 'pruned_before')) ?? 0);
  const alive = Number((await readMeta(client, 'alive')) ?? 0);
  const sure = Number((await readMeta(client, 'sure')) ?? 0); // 0: an older version forgot by its clock
  const noted = await readMeta(client, 'timeline');
  const timeline = (await timelineOf(client)) ?? noted;
  const isSame = own !== undefined && (noted === undefined || noted === timeline);
  const isWhole = isSame && (seen ? await holds(client, own, seen, line) : !alone);
  if (timeline !== undefined && noted !== timeline) await writeMeta(client, 'timeline', timeline);
  await client.query(`insert into scanline_meta values ('beat', '0') on conflict do nothing`);
  if (isWhole) {
    clock.raise(Math.max(alive, line > 0 ? line + RETENTION_MS : 0));
    clock.bearOut(sure || alive || clock.now());
    if (alone && !ranOn && alive > 0) await forgetSince(client, alive, clock.now());
    else await writeMeta(client, 'alive', String(clock.now()));
    return { epoch: own, isNew: false };
  }
  const [epoch, now] = [randomUUID(), clock.now()];
  clock.bearOut(sure || alive || now);
  const anew = { epoch, pruned_before: '0', gaps: '[]', alive: String(now), sure: String(clock.sure()) };
  for (const [name, value] of Object.entries(anew)) await writeMeta(client, name, value);
  // A restored database may not know the checkpoint's epoch. It is entered too: another gateway that comes with it then
  // finds it, and begins no further epoch for the same loss.
  const known = [epoch, ...(seen ? [seen.epoch] : [])];
  await client.query('insert into scanline_epochs select unnest($1::text[]), $2 on conflict do nothing', [known, now]);
  await forgetReceived(client, now);
  return { epoch, isNew: own !== undefined || seen !== undefined };
}

/** Draws a gap, and forgets what was received before it. */
export async function forgetSince(client: ClientBase, alive: number, until: number): Promise<void> {
  const line = Number((await readMeta(client, 'pruned_before')) ?? 0);
  await writeMeta(client, 'gaps', drawGap(await readMeta(client, 'gaps'), alive, until, line));
  await writeMeta(client, 'alive', String(until));
  await forgetReceived(client, until);
}

/**
 * Deletes the calls that are `received`: since an older ledger they may have been dispatched. A row that another gateway
 * is entering at this moment, under the epoch that ends or before the gap, goes too: the lock waits for it, and whoever
 * comes after it finds the new epoch. Without the lock that row would stand in the new epoch, and its call would run twice.
 * Of the labels that wait there nobody knows.
 */
async function forgetReceived(client: ClientBase, now: number): Promise<void> {
  await client.query('lock table scanline_calls in share row exclusive mode');
  await client.query(`delete from scanline_calls where state = 'received'`);
  await client.query('lock table scanline_prints in share row exclusive mode');
  await client.query(
    `update scanline_prints set state = 'unknown', cause = 'stopped', settled_at = $1 where state in ('queued', 'sending')`,
    [now],
  );
}

/** Returns the timeline that the server writes in; `undefined`: it does not say, as some that are managed do not. */
async function timelineOf(client: ClientBase): Promise<string | undefined> {
  await client.query('savepoint before_timeline');
  try {
    const said = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file');
    return said.rows[0]?.file.slice(0, 8);
  } catch {
    await client.query('rollback to savepoint before_timeline');
    return undefined;
  }
}

/** Tells whether the database holds everything that the checkpoint saw. */
async function holds(client: ClientBase, own: string, seen: Progress, line: number): Promise<boolean> {
  const { epoch, count } = seen;
  if (epoch !== own) {
    // Where the database knows the checkpoint's epoch, another gateway has begun a new one since, and no call of the old one
    // is sent again. Where it does not, it is an older database.
    const { rowCount } = await client.query('select from scanline_epochs where epoch = $1', [epoch]);
    return rowCount === 1;
  }
  if (Number((await readMeta(client, 'beat')) ?? 0) < seen.beat) return false;
  if (count === 0 || count < ticketAt(line - PRUNE_MARGIN_MS)) return true;
  const { rowCount } = await client.query('select from scanline_dispatches where ticket = $1 limit 1', [count]);
  return rowCount === 1;
}
