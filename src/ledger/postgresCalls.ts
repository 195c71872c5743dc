import { CALL_COLUMNS, type CallRecord } from './ledger.ts';
import { randomInt } from 'node:crypto';
import { OWNERLESS } from './postgresConnection.ts';

/** A call as it is looked up. The driver gives `bigint` as text. */
export interface FoundCall extends CallRecord {
  readonly ticket: string | null;
  /** In `dispatching`: whether the gateway that dispatched it has lost its number. */
  readonly ownerless: boolean | null;
}

/** Each entering has its own: gateways may draw the same ticket. */
const ENTERED = `concat(owner, '/', ticket)`;

export const sql = {
  find: `
    select ${CALL_COLUMNS}, ticket,
      case when state = 'dispatching' then ${OWNERLESS} end as ownerless, ${ENTERED} as entered
    from scanline_calls where key = $1`,

  // Not waited for the disk: nothing has left yet, and the commit of the dispatch takes this one to the disk with it.
  receive: `
    insert into scanline_calls (key, fingerprint, operation, state, received_at, owner, ticket, asker)
    select $1, $2, $3, 'received', $4, $6, $7, $8
    from (select set_config('synchronous_commit', 'off', true) as set) as quick
    where quick.set = 'off' and exists (select from scanline_meta where name = 'epoch' and value = $5)
    on conflict (key) do nothing
    returning ${ENTERED} as entered`,

  // Whoever enters the call last has it, and nobody else may dispatch it: what a gateway says of it not having left holds
  // then. So it is entered over nothing but what was seen: who has looked it up before that was said enters it no more.
  receiveAgain: `
    update scanline_calls set owner = $4, ticket = $5
    from (select set_config('synchronous_commit', 'off', true) as set) as quick
    where quick.set = 'off' and exists (select from scanline_meta where name = 'epoch' and value = $3)
      and key = $1 and fingerprint = $2 and state = 'received' and ${ENTERED} = $6
    returning ${ENTERED} as entered`,

  // By a gateway that is seen to live, and in the epoch that it knows. Nothing in it is shared between calls, so that
  // many go to the disk in one turn.
  dispatch: `
    with fit as materialized (
      select not pg_try_advisory_xact_lock_shared($3) as leased,
        exists (select from scanline_meta where name = 'epoch' and value = $5) as in_epoch
    ), taken as (
      update scanline_calls set state = 'dispatching', dispatched_at = $2, owner = $3, ticket = $4,
        asker = $7, worker = $8, codes = $9
      where key = $1 and state = 'received' and owner = $3 and $6 in ('', ${ENTERED})
        and (select leased and in_epoch from fit)
      returning ticket
    ), noted as (insert into scanline_dispatches select ticket from taken)
    select leased, in_epoch, exists (select from taken) as taken from fit`,

  // Its ticket stays: it is another one than whoever has looked the call up before has seen.
  release: `
    update scanline_calls set state = 'received', dispatched_at = null
    where key = $1 and ticket = $2 and state = 'dispatching'`,

  // Also where somebody took this gateway for dead meanwhile: what came is the truth.
  settle: `
    update scanline_calls
    set state = $3, settled_at = $4, status = $5, content_type = $6, body = $7, marker = $8, detail = $9, cause = $10
    where key = $1 and ticket = $2 and state in ('dispatching', 'outcome-unknown')`,

  ownerless: `select key, ticket from scanline_calls where state = 'dispatching' and ${OWNERLESS}`,

  endOwnerless: `
    update scanline_calls set state = 'outcome-unknown', settled_at = $3, detail = $4, cause = $5
    where key = $1 and ticket = $2 and state = 'dispatching' and ${OWNERLESS}`,

  drawLine: `
    insert into scanline_meta as meta values ('pruned_before', $1), ('sure', $2)
    on conflict (name) do update set value = greatest(meta.value::bigint, excluded.value::bigint)::text`,

  // So many at a time, and none that another gateway is at.
  prune: `
    delete from scanline_calls where key in (
      select key from scanline_calls where received_at < $1 limit $2 for update skip locked
    )`,

  pruneDispatches: `
    delete from scanline_dispatches where ctid = any(array(
      select ctid from scanline_dispatches where ticket < $1 limit $2
    ))`,

  tell: `
    insert into scanline_meta as meta values ('alive', $1), ('sure', $2)
    on conflict (name) do update set value = greatest(meta.value::bigint, excluded.value::bigint)::text
    returning name, value`,

  memory: `select name, value from scanline_meta where name in ('pruned_before', 'alive', 'gaps')`,

  probe: `
    insert into scanline_meta as meta
    select 'probed', $1::text
    from (select set_config('synchronous_commit', 'off', true) as set) as quick where quick.set = 'off'
    on conflict (name) do update set value = excluded.value`,

  counts: `
    select state, count(*)::int as count from scanline_calls
    where state <> 'answered' and decided is null group by state`,

  pruneDecisions: `
    delete from scanline_decisions where n = any(array(
      select n from scanline_decisions where said_at < $1 limit $2
    ))`,
} as const;

export type Statement = keyof typeof sql;

/** Runs one statement on any connection. `count`: the rows that it found or changed. */
export type Run = (statement: Statement, values?: unknown[]) => Promise<{ rows: unknown[]; count: number }>;

/** Returns the name of a dispatch: gateways may draw the same ticket, so it counts with its key. */
export function dispatchName(key: string, ticket: number | string): string {
  return `${ticket} ${key}`;
}

/** Room for tickets within a millisecond. Two gateways that draw the same one do no harm: it counts with its key. */
const PER_MS = 1024;

/** Returns the first ticket of a millisecond. Tickets are whole numbers that JavaScript and a `bigint` column both hold. */
export function ticketAt(unixMs: number): number {
  return unixMs * PER_MS;
}

/** Creates the source of tickets: each dispatch has its own, so that only whoever dispatched a call can settle it. Later is larger. */
export function createTickets(): (unixMs: number) => number {
  let last = 0;
  return (unixMs) => {
    last = Math.max(last + 1, ticketAt(unixMs) + randomInt(PER_MS));
    return last;
  };
}
