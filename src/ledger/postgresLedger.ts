import { join } from 'node:path';
import { type Connections, type Database, openDatabase } from './connections.ts';
import { ENTRY_LOCK, takeGatewayLease } from './gatewayLease.ts';
import { createDecisions } from './decisions.ts';
import { type Ledger, countsOf, toRow } from './ledger.ts';
import { type LedgerCheckpoint, openLedgerCheckpoint } from './ledgerCheckpoint.ts';
import {
  type LedgerPorts,
  type LedgerClock,
  createLedgerClock,
  mayBeForgotten,
  readGaps,
  type TimeRecords,
  createToldTime,
} from './ledgerTime.ts';
import { type FoundCall, type Run, dispatchName, sql, createTickets, ticketAt } from './postgresCalls.ts';
import { within } from './within.ts';
import { connectionOf, databaseAway, inTransaction, runNamed } from './postgresConnection.ts';
import { type DispatchingParts, createDispatching, type Lost, createLost } from './postgresDispatching.ts';
import { forgetSince } from './postgresEpoch.ts';
import { readMeta, writeMeta } from './postgresSchema.ts';
import { createRetryQueue } from './retryQueue.ts';
import { besidePostgres } from './statements.ts';

/** The connections of the calls. */
const CALLS = 10;
/** Those of what is kept beside the calls: whatever holds that up takes none of theirs. */
const BESIDE = 3;
const BEAT_MS = 1_000;
const PRUNE_AT_ONCE = 1_000;
const CLOSE_MS = 15_000;

export interface PostgresLedgerPorts extends LedgerPorts {
  /** `postgres://…`, checked. */
  readonly url: string;
  /** The gateway's connections to it, which whoever opened them closes. @defaultValue the ledger's own */
  readonly database?: Database;
  /** The longest that a gateway may be cut off before its calls are of unknown outcome, in milliseconds. */
  readonly graceMs?: number;
  /** The time between two looks for dead gateways and unfinished work, in milliseconds. */
  readonly beatMs?: number;
  /** Draws a ticket. @defaultValue `createTickets` */
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
  const own = ports.database ? undefined : openDatabase(url);
  const database = ports.database ?? own ?? openDatabase(url);
  const pool = database.allot(CALLS, true);
  const besidePool = database.allot(BESIDE);
  const run: Run = (statement, values = []) => runNamed(pool, statement, sql[statement], values);
  const checkpoint = openLedgerCheckpoint(join(dataDir, 'ledger.postgres.witness'), ports);
  const running = new Map<number, string>();
  const clock = createLedgerClock(ports, 0);
  const retryQueue = createRetryQueue();
  const lost = createLost(run, now, log, graceMs);
  try {
    const lease = await takeGatewayLease({
      connection: connectionOf(url),
      checkpoint,
      clock,
      log,
      running,
      beatMs,
      onLimits: database.share,
      async onBeat(alone) {
        await retryQueue.retryAll();
        await lost.end(alone);
      },
    });
    await pool.query('select'); // the lease alone is no ledger
    const closeOwn = async (): Promise<void> => own?.close();
    return createLedger({
      pool,
      besidePool,
      closeOwn,
      run,
      lease,
      clock,
      running,
      retryQueue,
      lost,
      nextTicket,
      checkpoint,
      graceMs,
    });
  } catch (error) {
    checkpoint.close();
    await own?.close();
    throw databaseAway(url, error);
  }
}

interface Parts extends DispatchingParts {
  readonly pool: Connections;
  readonly besidePool: Connections;
  readonly closeOwn: () => Promise<void>;
  readonly clock: LedgerClock;
  readonly lost: Lost;
  readonly checkpoint: LedgerCheckpoint;
  readonly graceMs: number;
}

function createLedger(parts: Parts): Ledger {
  const { pool, besidePool, run, lease, clock, retryQueue } = parts;
  const { noteJump, tell, prune } = createToldTime(clock, clock.now(), PRUNE_AT_ONCE, timeRecords(parts));
  const decisions = createDecisions(besidePostgres(pool));
  const find = createFind(parts, noteJump, decisions.stands);
  let isClosed = false;
  return {
    get epoch() {
      return lease.epoch();
    },
    tell,
    now: clock.now,
    sure: clock.sure,
    prune,
    async mayHaveForgotten(tried, epoch = lease.epoch()) {
      await noteJump();
      const rows = (await run('memory')).rows as readonly { name: string; value: string }[];
      const of = (name: string): string | undefined => rows.find((row) => row.name === name)?.value;
      const latest = Math.max(clock.now(), Number(of('alive') ?? 0));
      const prunedBefore = Number(of('pruned_before') ?? 0);
      return mayBeForgotten(tried, { epoch, prunedBefore, latest, gaps: readGaps(of('gaps')) });
    },
    find,

    async receive({ key, fingerprint, operation, facts, epoch = lease.epoch(), entered: seen }, at) {
      const by = [epoch, lease.owner(), parts.nextTicket(at)];
      const { rows } =
        seen === undefined
          ? await run('receive', [key, fingerprint, operation, Math.max(at, clock.now()), ...by, facts?.asker ?? null])
          : await run('receiveAgain', [key, fingerprint, ...by, seen]);
      const [mine] = rows as readonly { readonly entered: string }[];
      if (mine) return { key, fingerprint, state: 'received', ...mine };
      const row = await find(key);
      if (row?.state === 'received') return { ...row, elsewhere: true };
      if (row) return row;
      void lease.refresh();
      throw new Error('what was looked up is gone: the ledger has begun a new epoch, or forgotten the call');
    },

    ...createDispatching(parts),
    ...decisions,

    beside: besidePostgres(besidePool),
    leads: lease.leads,
    // The heartbeat tells a database that was put back.
    place: { number: lease.owner, graceMs: parts.graceMs, noteLeft() {} },
    notes: {
      read: (name) => readMeta(pool, name),
      write: (name, text) => writeMeta(pool, name, text),
    },
    counts: async () => countsOf((await run('counts')).rows as never),

    async probe(at) {
      lease.owner();
      await run('probe', [at]);
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      // Nothing depends on a proper end, and a network that is gone would hold it up for minutes.
      const goodbye = async (): Promise<void> => {
        await retryQueue.retryAll();
        await lease.close();
        await parts.closeOwn();
      };
      await within(goodbye(), CLOSE_MS).catch(() => {});
      parts.checkpoint.close();
    },
  };
}

function timeRecords({ pool, run, lease, clock }: Parts): TimeRecords {
  return {
    async record(time) {
      lease.owner(); // while the connection is lost nothing is recorded
      const rows = (await run('tell', [time, clock.sure()])).rows as readonly { name: string; value: string }[];
      const of = (name: string): number => Number(rows.find((row) => row.name === name)?.value ?? 0);
      clock.raise(of('alive'));
      clock.bearOut(of('sure')); // another gateway's has counted more of it
      return of('alive');
    },
    forgetSince: (from) =>
      inTransaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [ENTRY_LOCK]);
        const until = clock.now();
        await forgetSince(client, from, until);
        return until;
      }),
    async drawLine(line) {
      await run('drawLine', [line, clock.sure()]);
    },
    async forgetBefore(time, most) {
      const { count: tickets } = await run('pruneDispatches', [ticketAt(time), most]);
      const { count: decisions } = await run('pruneDecisions', [time, most]);
      return tickets + decisions + (await run('prune', [time, most])).count;
    },
  };
}

function createFind(
  { run, running, retryQueue, lost }: Parts,
  noteJump: () => Promise<void>,
  stands: Ledger['stands'],
): Ledger['find'] {
  const read = async (key: string): Promise<FoundCall | undefined> =>
    (await run('find', [key])).rows[0] as FoundCall | undefined;
  return async function find(key) {
    await noteJump();
    const found = await read(key);
    if (found?.state === 'outcome-unknown' && found.decided !== null) return toRow(found, false, await stands(key));
    if (found?.state !== 'dispatching') return found && toRow(found);
    const ticket = Number(found.ticket);
    // Another gateway may have drawn the same ticket for another call: a ticket counts with its key.
    if (running.get(ticket) === key) return toRow(found);
    if (retryQueue.has(dispatchName(key, ticket))) {
      await retryQueue.retry(dispatchName(key, ticket));
      const written = await read(key);
      return written && toRow(written);
    }
    if (await lost.isAlive(key, ticket, found.ownerless === true)) return toRow(found, true);
    return find(key);
  };
}
