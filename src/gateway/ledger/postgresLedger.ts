import { join } from 'node:path';
import { Pool } from 'pg';
import { type Debts, type Payment, createDebts } from './debts.ts';
import { type Clocks, type LedgerClock, createLedgerClock, mayBeForgotten, readGaps } from './ledgerTime.ts';
import { type Ledger, type LedgerRow, PRUNE_MARGIN_MS, RETENTION_MS, type StoredReply } from './ledger.ts';
import { type CallRecord, type Run, type Statement, sql, storable, toRow } from './postgresCalls.ts';
import { within } from '#gateway/http/within.ts';
import { connectionOf, databaseAway } from './postgresConnection.ts';
import { ENTRY_LOCK, takeGatewayLease } from './gatewayLease.ts';
import { forgetSince } from './postgresEpoch.ts';
import { rarely } from '#gateway/http/rarely.ts';
import { createLost } from './postgresLost.ts';
import { readMeta } from './postgresSchema.ts';
import { createTickets, ticketAt } from './ticket.ts';
import { openLedgerCheckpoint } from './ledgerCheckpoint.ts';

const POOL_SIZE = 10;
const BEAT_MS = 1_000;
/** A told time is good for so long, in milliseconds; recording it may take so long. */
const TOLD_MS = 250;
const TELL_LIMIT_MS = 1_000;
const PRUNE_AT_ONCE = 5_000;
const CLOSE_MS = 15_000;

/** What a PostgreSQL ledger needs. */
export interface PostgresLedgerPorts extends Clocks {
  /** `postgres://…`, checked. */
  readonly url: string;
  /** Where this gateway's checkpoint is. */
  readonly dataDir: string;
  /** Told what somebody should know: a lost connection, a new epoch, calls cut short by a gateway's end. */
  readonly log: (line: string) => void;
  /** How long a gateway may be cut off before its calls are of unknown outcome, in milliseconds. */
  readonly graceMs?: number;
  /** How often dead gateways and unfinished work are looked for, in milliseconds. */
  readonly beatMs?: number;
  /** Where tickets come from, where not as usual. Source: `createTickets`. */
  readonly nextTicket?: (unixMs: number) => number;
}

/**
 * Opens the ledger in a PostgreSQL database, which several gateways may share: a call that one has dispatched is another's
 * to wait for, and of unknown outcome when the one that dispatched it is dead.
 *
 * @throws CannotStart where the database cannot be used.
 */
export async function openPostgresLedger(ports: PostgresLedgerPorts): Promise<Ledger> {
  const { url, dataDir, now, log, graceMs = 5_000, beatMs = BEAT_MS, nextTicket = createTickets() } = ports;
  const connection = connectionOf(url);
  const pool = new Pool({ ...connection, max: POOL_SIZE });
  pool.on('error', () => {}); // an idle connection ended: the next statement makes another
  const run: Run = async (statement, values = []) => {
    // Under a name each connection plans it once.
    const named = { name: statement, text: sql[statement], values };
    const { rows, rowCount } = await pool.query<Record<string, unknown>>(named);
    return { rows, count: rowCount ?? 0 };
  };
  const checkpoint = openLedgerCheckpoint(join(dataDir, 'ledger.postgres.witness'));
  const running = new Map<number, string>();
  const clock = createLedgerClock({ now, monotonic: ports.monotonic }, 0);
  const debts = createDebts();
  const lost = createLost(run, { now, log, graceMs });
  try {
    const lease = await takeGatewayLease({
      connection,
      checkpoint,
      clock,
      log,
      running,
      beatMs,
      async onBeat(alone) {
        await debts.pay();
        await lost.end(alone);
      },
    });
    const ledger = createLedger({
      pool,
      run,
      lease,
      clock,
      running,
      debts,
      lost,
      nextTicket,
      closeCheckpoint: checkpoint.close,
    });
    await ledger.prune();
    return ledger;
  } catch (error) {
    checkpoint.close();
    await pool.end();
    throw databaseAway(url, error);
  }
}

const REFUSED = 'The database refused to keep what came.';

/** Whether the database refuses these values, and will each time. Source: appendix A of PostgreSQL's manual. */
function isRefusal(error: unknown): boolean {
  return /^(22|23|54)/.test(String((error as { readonly code?: unknown }).code));
}

interface Parts {
  readonly pool: Pool;
  readonly run: Run;
  readonly lease: Awaited<ReturnType<typeof takeGatewayLease>>;
  readonly clock: LedgerClock;
  /** Calls that this gateway has under way: key by ticket. */
  readonly running: Map<number, string>;
  readonly debts: Debts;
  readonly lost: ReturnType<typeof createLost>;
  readonly nextTicket: (unixMs: number) => number;
  readonly closeCheckpoint: () => void;
}

function createLedger({ pool, run, lease, clock, running, debts, lost, nextTicket, closeCheckpoint }: Parts): Ledger {
  /** The tickets of `running` that are known to be written. */
  const tickets = new Map<string, number>();
  const forget = (key: string, ticket: number): void => {
    tickets.delete(key);
    running.delete(ticket);
  };

  /** The call's name among the debts; and what a statement on it is given first. */
  const nameOf = (key: string, ticket: number): string => `${ticket} ${key}`;
  const payment =
    (statement: Statement, values: readonly unknown[]): Payment =>
    async () =>
      (await run(statement, [...values])).count > 0;

  let told = clock.now();
  const tell = rarely(
    async () => {
      if (lease.owner() === undefined) return;
      const [row] = (await run('tell', [clock.now()])).rows as readonly { value: string }[];
      told = Math.max(told, Number(row?.value ?? 0));
      clock.raise(told);
    },
    TOLD_MS,
    TELL_LIMIT_MS,
  );
  /** Where the wall clock jumped ahead the machine may have been put back with its memory, and the database with it. */
  const noteJump = async (): Promise<void> => {
    const from = clock.jumpedFrom();
    if (from === undefined) return;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [ENTRY_LOCK]);
      const until = clock.now();
      await forgetSince(client, from, until);
      await client.query('commit');
      told = Math.max(told, until);
      clock.forgetJump();
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  };

  /** The number under which this gateway has calls. @throws where it has none now. */
  const owned = (): number => {
    const owner = lease.owner();
    if (owner === undefined) throw new Error('the connection to the database is lost');
    return owner;
  };

  const read = async (key: string): Promise<CallRecord | undefined> =>
    (await run('find', [key])).rows[0] as CallRecord | undefined;

  const find = async (key: string): Promise<LedgerRow | undefined> => {
    await noteJump();
    const found = await read(key);
    if (found?.state !== 'dispatching') return found && toRow(found);
    const ticket = Number(found.ticket);
    // Another gateway may have drawn the same ticket for another call: a ticket counts with its key.
    if (running.get(ticket) === key) return toRow(found);
    if (debts.has(nameOf(key, ticket))) {
      await debts.payOne(nameOf(key, ticket));
      const paid = await read(key);
      return paid && toRow(paid);
    }
    if (await lost.isAlive(key, ticket, found.ownerless === true)) return toRow(found, true);
    return find(key);
  };

  const settle = async (
    key: string,
    state: 'answered' | 'outcome-unknown',
    at: number,
    reply: StoredReply | undefined,
    detail: string | null,
  ): Promise<void> => {
    const ticket = tickets.get(key);
    if (ticket === undefined) return;
    const contentType = reply ? storable(reply.contentType) : null;
    const said = [reply?.status ?? null, contentType, reply?.body ?? null, reply?.marker ?? null];
    const values = [key, ticket, state, at, ...said, detail === null ? null : storable(detail)];
    const pay: Payment = async () => {
      try {
        return await payment('settle', values)();
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return payment('settle', [key, ticket, 'outcome-unknown', at, null, null, null, null, REFUSED])();
      }
    };
    try {
      await debts.payOrOwe(nameOf(key, ticket), pay);
    } finally {
      forget(key, ticket);
    }
  };

  return {
    get epoch() {
      return lease.epoch();
    },
    async tell() {
      await noteJump().catch(() => {});
      await tell().catch(() => {}); // where it cannot be recorded the last one is told again
      return told;
    },
    prunedBefore: async () => Number((await readMeta(pool, 'pruned_before')) ?? 0),
    async mayHaveForgotten(tried, epoch = lease.epoch()) {
      await noteJump();
      const rows = (await run('memory')).rows as readonly { name: string; value: string }[];
      const of = (name: string): string | undefined => rows.find((row) => row.name === name)?.value;
      const latest = Math.max(clock.now(), Number(of('alive') ?? 0));
      const prunedBefore = Number(of('pruned_before') ?? 0);
      return mayBeForgotten(tried, { epoch, prunedBefore, latest, gaps: readGaps(of('gaps')) });
    },
    find,

    async receive(key, fingerprint, operation, at, epoch = lease.epoch()) {
      const owner = owned();
      const { count } = await run('receive', [key, fingerprint, operation, Math.max(at, clock.now()), epoch, owner]);
      if (count === 1) return { key, fingerprint, state: 'received' };
      const row = await find(key);
      if (row) return row;
      void lease.refresh();
      throw new Error('the ledger has begun a new epoch');
    },

    async dispatch(key, at, asker = '', epoch = lease.epoch()) {
      const owner = owned();
      const ticket = nextTicket(at);
      running.set(ticket, key); // from here on, so that nobody here takes the row for another gateway's
      try {
        const { rows } = await run('dispatch', [key, at, owner, ticket, epoch, asker]);
        const came = rows[0] as { leased: boolean; in_epoch: boolean; taken: boolean } | undefined;
        if (came?.taken === true) {
          tickets.set(key, ticket);
          lease.note(ticket);
          return true;
        }
        running.delete(ticket);
        if (came?.leased === true && came.in_epoch) return false;
      } catch (error) {
        // It may have been done all the same. Nothing of the call has left, and nothing will: it is to be undone.
        running.delete(ticket);
        debts.owe(nameOf(key, ticket), payment('release', [key, ticket]));
        throw error;
      }
      void lease.refresh();
      throw new Error('this gateway has lost its place at the database');
    },

    async release(key) {
      const ticket = tickets.get(key);
      if (ticket === undefined) return;
      // What cannot be undone now is undone when the database is back.
      await debts.payOrOwe(nameOf(key, ticket), payment('release', [key, ticket])).catch(() => {});
      forget(key, ticket);
    },

    answer: (key, reply, at) => settle(key, 'answered', at, reply, null),
    giveUp: (key, detail, evidence, at) => settle(key, 'outcome-unknown', at, evidence, detail),

    async prune() {
      const line = clock.pruning() - RETENTION_MS;
      await run('drawLine', [line]);
      await run('pruneDispatches', [ticketAt(line - PRUNE_MARGIN_MS)]);
      let pruned = 0;
      for (let count = PRUNE_AT_ONCE; count === PRUNE_AT_ONCE; pruned += count) {
        ({ count } = await run('prune', [line - PRUNE_MARGIN_MS, PRUNE_AT_ONCE]));
      }
      return pruned;
    },

    async counts() {
      const counts = { received: 0, dispatching: 0, 'outcome-unknown': 0 };
      const rows = (await run('counts')).rows as readonly { state: keyof typeof counts; count: number }[];
      for (const { state, count } of rows) counts[state] = count;
      return counts;
    },

    async probe(at) {
      owned();
      await run('probe', [at]);
    },

    async close() {
      if (pool.ending) return;
      // A network that is gone would hold the goodbye for minutes; nothing depends on it.
      const goodbye = async (): Promise<void> => {
        await debts.pay();
        await lease.close();
        await pool.end();
      };
      await within(goodbye(), CLOSE_MS).catch(() => {});
      closeCheckpoint();
    },
  };
}
