import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { PRUNE_MARGIN_MS, RETENTION_MS } from '#gateway/ledger.ts';
import { readMeta, writeMeta } from '#gateway/postgresSchema.ts';
import { ticketAt } from '#gateway/ticket.ts';
import type { Progress } from '#gateway/witness.ts';

/** What decides on the epoch. */
export interface EpochFacts {
  /** What this gateway's witness saw last; its count is the ticket of a call dispatched, or 0 where there was none. */
  readonly seen: Progress | undefined;
  /** Whether no other gateway is at work on this database. */
  readonly alone: boolean;
  /** Unix ms. */
  readonly now: number;
}

/** The epoch, and whether it began here although there had been another. */
export interface Entered {
  readonly epoch: string;
  readonly isNew: boolean;
}

/**
 * The epoch of the database, or a new one where the database is not what it was. Runs in the caller's transaction, one
 * gateway at a time.
 *
 * Every gateway guards its own calls: the last one it dispatched must be there. A gateway that comes without a witness
 * trusts those that are at work; where there are none the database may be a backup, and nobody could tell.
 */
export async function enterEpoch(client: ClientBase, { seen, alone, now }: EpochFacts): Promise<Entered> {
  const own = await readMeta(client, 'epoch');
  const line = Number((await readMeta(client, 'pruned_before')) ?? 0);
  const lineIsAhead = line > now - RETENTION_MS + PRUNE_MARGIN_MS;
  const whole = own !== undefined && (seen ? await holds(client, own, seen, line) : !alone);
  if (whole && !lineIsAhead) return { epoch: own, isNew: false };
  const epoch = randomUUID();
  await writeMeta(client, 'epoch', epoch);
  if (lineIsAhead) await writeMeta(client, 'pruned_before', '0');
  // With the witness's own epoch, which a restored database need not know: the next gateway that comes with it has its
  // loss covered by this new one.
  const known = [epoch, ...(seen ? [seen.epoch] : [])];
  await client.query('insert into scanline_epochs select unnest($1::text[]), $2 on conflict do nothing', [known, now]);
  // What an old backup calls received may have been dispatched since.
  await client.query(`delete from scanline_calls where state = 'received'`);
  return { epoch, isNew: own !== undefined || seen !== undefined };
}

/** Whether the database holds everything that the witness saw. */
async function holds(client: ClientBase, own: string, { epoch, count }: Progress, line: number): Promise<boolean> {
  if (epoch !== own) {
    // Another gateway began an epoch since: what was dispatched under the old one is not sent again anyway. An epoch
    // that was never begun here says that this is an older database.
    const { rowCount } = await client.query('select from scanline_epochs where epoch = $1', [epoch]);
    return rowCount === 1;
  }
  if (count === 0 || count < ticketAt(line - PRUNE_MARGIN_MS)) return true;
  const { rowCount } = await client.query('select from scanline_dispatches where ticket = $1 limit 1', [count]);
  return rowCount === 1;
}
