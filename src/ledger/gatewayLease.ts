import { randomInt } from 'node:crypto';
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { AT_WORK_NUMBER, type ConnectionLimits, inTurn, mustSuffice, readLimits } from './connectionLimits.ts';
import { NEW_EPOCH } from './ledger.ts';
import type { LedgerCheckpoint, Progress } from './ledgerCheckpoint.ts';
import type { LedgerClock } from './ledgerTime.ts';
import { inTime } from './within.ts';
import { errorText } from './postgresConnection.ts';
import { enterEpoch } from './postgresEpoch.ts';
import { migrate } from './postgresSchema.ts';

/** One gateway at a time enters the database under this lock. The numbers are Scanline's own, and mean nothing. */
export const ENTRY_LOCK = 7_226_538_471;
/** One gateway of those at work has this lock: the one that leads. */
const LEAD_LOCK = 7_226_538_472;
/** All gateways at work share this lock. */
const AT_WORK = `(${AT_WORK_NUMBER}, 'scanline_calls'::regclass::oid::int)`;

/** Raises the heartbeat. It is on disk before a gateway notes it, so a database that is behind a note has lost its tail. */
const BEAT = `
  with beat as (
    update scanline_meta set value = (value::bigint + 1)::text where name = 'beat' returning value
  )
  select (select value from scanline_meta where name = 'epoch') as epoch, (select value from beat) as beat`;

const LONG_STATEMENT_MS = 60_000;
const BEAT_LIMIT_MS = 5_000;
/** The connections that there are are read again after so many beats. */
const BEATS_A_LOOK = 5;
const RETRY_FIRST_MS = 100;
const RETRY_MOST_MS = 2_000;

export interface GatewayLeasePorts {
  readonly connection: ClientConfig;
  readonly checkpoint: LedgerCheckpoint;
  readonly clock: LedgerClock;
  readonly log: (line: string) => void;
  /** Calls that this gateway has under way: key by ticket. They are taken along to a new lease. */
  readonly running: ReadonlyMap<number, string>;
  /** The time between two beats, in milliseconds. */
  readonly beatMs: number;
  /** Told of the connections that the database has, at the start and every few beats. */
  readonly onLimits: (limits: ConnectionLimits) => void;
  /** Does what else each beat brings. @param alone - the first beat, and no other gateway is at work. */
  readonly onBeat: (alone: boolean) => Promise<void>;
}

type Held = Awaited<ReturnType<typeof enter>> & {
  /** This gateway leads, as long as the connection lives. */
  leads?: boolean;
};

export type GatewayLease = Awaited<ReturnType<typeof takeGatewayLease>>;

/**
 * Takes a lease on the shared ledger, and another one whenever it is lost: a number of this gateway's own, under a lock
 * that lives as long as one connection. Whoever finds that lock free knows that the gateway is dead, or cut off.
 *
 * @throws Error where the database cannot be used.
 */
export async function takeGatewayLease(ports: GatewayLeasePorts) {
  const { log, checkpoint, beatMs, onBeat, onLimits } = ports;
  const turns = createTurns();
  const take = async (): Promise<Held> => {
    const came = await enter(ports);
    noteSeen(checkpoint, came.epoch);
    return came;
  };
  let held: Held | undefined = await inTurn(take);
  let { epoch } = held;
  const lookAtLimits = async ({ client }: Held): Promise<ConnectionLimits> => {
    const limits = await readLimits(client);
    onLimits(limits);
    return limits;
  };
  try {
    const limits = await lookAtLimits(held).catch(() => undefined); // a database that does not say has no word in it
    if (limits) mustSuffice(limits);
  } catch (error) {
    drop(held.client);
    throw error;
  }

  const lose = (reason: string): void => {
    const lost = held;
    held = undefined;
    if (lost === undefined || turns.isOver()) return;
    log(`The connection to the database is lost (${reason}). Nothing is forwarded until it is back.`);
    drop(lost.client);
    turns.next(RETRY_FIRST_MS, () => takeAgain(RETRY_FIRST_MS));
  };
  const takeAgain = async (waitedMs: number): Promise<void> => {
    try {
      const came = await take();
      if (turns.isOver()) return drop(came.client);
      epoch = came.epoch;
      watch(came);
      log('The connection to the database is back.');
      await beat();
    } catch {
      const nextMs = Math.min(waitedMs * 2, RETRY_MOST_MS);
      turns.next(nextMs, () => takeAgain(nextMs));
    }
  };
  /** Raises the heartbeat and asks for the epoch again, and takes a new lease where there is no answer. Never throws. */
  const refresh = async (): Promise<void> => {
    const current = held;
    if (!current) return;
    try {
      const asked = current.client.query<{ epoch: string | null; beat: string | null }>(BEAT);
      const [said] = (await inTime(asked, BEAT_LIMIT_MS)).rows;
      if (typeof said?.epoch !== 'string') throw new Error('the database has no epoch any more');
      ({ epoch } = said);
      noteSeen(checkpoint, epoch, { beat: Number(said.beat ?? 0) });
    } catch (error) {
      if (current === held) lose(errorText(error));
    }
  };
  let beats = 0;
  const beat = async (alone = false): Promise<void> => {
    await refresh();
    const current = held;
    if (!current) return;
    if (!current.leads) await lead(current).catch(() => {}); // it may at the next beat
    beats += 1;
    if (beats % BEATS_A_LOOK === 0) await lookAtLimits(current).catch(() => {});
    await onBeat(alone).catch(() => {}); // what it could not do now it does at the next beat
    if (current === held) turns.next(beatMs, beat);
  };
  const watch = (came: Held): void => {
    held = came;
    came.client.on('end', () => {
      if (came === held) lose('it ended');
    });
  };
  watch(held);
  await beat(held.alone);

  return {
    /** Returns the number under lock, by which this gateway has its calls. @throws Error while the connection is lost. */
    owner(): number {
      if (!held) throw new Error('the connection to the database is lost');
      return held.owner;
    },
    epoch: (): string => epoch,
    /** Tells whether it is this gateway, of all that are at work, that does what one of them has to do. */
    leads: (): boolean => held?.leads === true,
    /** Notes in the checkpoint that a call was dispatched. */
    note: (ticket: number): void => noteSeen(checkpoint, epoch, { count: ticket }),
    refresh,
    async close(): Promise<void> {
      await turns.end();
      const last = held;
      held = undefined;
      await last?.client.end().catch(() => {});
    },
  };
}

/** Takes the lock of the gateway that leads, where nobody has it. */
async function lead(held: Held): Promise<void> {
  const { rows } = await held.client.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [LEAD_LOCK]);
  held.leads = rows[0]?.leads === true;
}

/** Notes in the checkpoint what was seen of an epoch; of another one than before it is on disk at once. */
function noteSeen({ seen, note }: LedgerCheckpoint, epoch: string, more?: Partial<Progress>): void {
  const known = seen?.epoch === epoch ? seen : undefined;
  note({ epoch, count: known?.count ?? 0, beat: known?.beat ?? 0, ...more }, known === undefined);
}

/** Creates the turns of a lease: one thing is done at a time, the next so long after the last one's end. */
function createTurns() {
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<void> = Promise.resolve();
  let over = false;
  return {
    isOver: () => over,
    next(ms: number, work: () => Promise<void>): void {
      clearTimeout(timer);
      if (over) return;
      timer = setTimeout(() => void (busy = work()), ms);
      timer.unref();
    },
    /** Waits for what is being done. Nothing follows it. */
    async end(): Promise<void> {
      over = true;
      clearTimeout(timer);
      await busy;
    },
  };
}

/** Comes to the database: brings it up to date, enters its epoch, and takes a number. */
async function enter({ connection, checkpoint, clock, log, running }: GatewayLeasePorts) {
  const client = new Client({ ...connection, query_timeout: LONG_STATEMENT_MS });
  client.on('error', () => {}); // the next beat, or the end of the connection, tells of it too
  try {
    await client.connect();
    await mustBeUtf8(client);
    await client.query(`set statement_timeout = ${LONG_STATEMENT_MS}`);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ENTRY_LOCK]);
    await migrate(client);
    const alone = await joinOthers(client);
    const { epoch, isNew } = await enterEpoch(client, checkpoint, alone, clock);
    const owner = randomInt(1, 2 ** 47);
    await client.query('select pg_advisory_lock($1)', [owner]);
    await client.query(
      `update scanline_calls set owner = $1
       where key = any($2) and ticket = any($3::bigint[]) and state = 'dispatching'`,
      [owner, [...running.values()], [...running.keys()]],
    );
    await client.query('commit');
    if (isNew) log(NEW_EPOCH);
    return { client, owner, epoch, alone };
  } catch (error) {
    drop(client);
    throw error;
  }
}

/** Refuses a database in another encoding: a call would run whose answer, in the worker's language, could never be written. */
async function mustBeUtf8(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') throw new Error(`its server_encoding is ${encoding}, expected UTF8`);
}

/** Takes the lock that all gateways share. @returns whether there is no other one. @throws Error where the ledger is being moved. */
async function joinOthers(client: Client): Promise<boolean> {
  const alone = await shutOut(client);
  if (alone) await letIn(client);
  const { rows } = await client.query<{ joined: boolean }>(`select pg_try_advisory_lock_shared${AT_WORK} as joined`);
  if (rows[0]?.joined !== true) throw new Error('it is being moved: wait for the end of that');
  return alone;
}

/** Keeps gateways from entering the database, as long as the connection lives. @returns `false`: one is at work. */
export async function shutOut(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock${AT_WORK} as alone`);
  return rows[0]?.alone === true;
}

/** Lets gateways in again. */
export async function letIn(client: ClientBase): Promise<void> {
  await client.query(`select pg_advisory_unlock${AT_WORK}`);
}

/** Ends a connection, without waiting for the other end, which may be gone. */
function drop(client: Client): void {
  client.end().catch(() => {});
}
