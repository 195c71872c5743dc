import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { errorText } from './postgresConnection.ts';

/** All gateways at work share the lock of this number, with the number of the calls' table beside it: a server may hold several ledgers. */
export const AT_WORK_NUMBER = 722_653_847;

/** The connections that a gateway needs: one for its lease, and one for all else. */
const NEEDED = 2;
/** The longest that a start waits for a database that has no connection left, in milliseconds, and until it asks again. */
const [TURN_MS, TURN_AGAIN_MS] = [20_000, 250];
/** As many gateways have room from the start: a second one that comes finds its connections free. */
const AT_LEAST_ROOM_FOR = 2;

/** The connections that a database gives, to all who share its least limit, and how many gateways are at work on the ledger. */
export interface ConnectionLimits {
  readonly most: number;
  /** The least limit, in words such as “the role scanline may have 5”. */
  readonly said: string;
  readonly gateways: number;
}

const LIMITS = `
  select r.rolname as role, d.datname as name, r.rolsuper as super,
    nullif(r.rolconnlimit, -1) as of_role, nullif(d.datconnlimit, -1) as of_database,
    current_setting('max_connections')::int as of_server,
    current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
    (select count(*)::int from pg_locks where locktype = 'advisory' and classid = ${AT_WORK_NUMBER} and mode = 'ShareLock' and granted
      and objid = 'scanline_calls'::regclass::oid and database = d.oid) as gateways
  from pg_roles r, pg_database d where r.rolname = session_user and d.datname = current_database()`;

interface Row {
  readonly role: string;
  readonly name: string;
  readonly super: boolean;
  readonly of_role: number | null;
  readonly of_database: number | null;
  readonly of_server: number;
  readonly reserved: number;
  readonly gateways: number;
}

/** Reads the limits of the connections that a gateway's session has. A superuser has the server's alone. */
export async function readLimits(client: ClientBase): Promise<ConnectionLimits> {
  const [row] = (await client.query<Row>(LIMITS)).rows;
  if (!row) throw new Error('the limits of its connections cannot be read');
  const { role, name, super: isSuper, reserved, gateways } = row;
  const limits = [
    [isSuper ? null : row.of_role, (most: number) => `the role ${role} may have ${most}`],
    [isSuper ? null : row.of_database, (most: number) => `the database ${name} may have ${most}`],
    [row.of_server - (isSuper ? 0 : reserved), (most: number) => `the server has ${most} for all its users`],
  ] as const;
  let [least, said] = [Number.POSITIVE_INFINITY, ''];
  for (const [most, say] of limits) if (most !== null && most < least) [least, said] = [most, say(most)];
  return { most: least, said, gateways: Math.max(1, gateways) };
}

/** Returns the connections that one gateway may have beside its lease, so that all have their part. */
export function shareOf({ most, gateways }: ConnectionLimits): number {
  return Math.max(1, Math.floor(most / Math.max(AT_LEAST_ROOM_FOR, gateways)) - 1);
}

/** Refuses a start where the gateways need more than there is. @throws Error with what they need and have. */
export function mustSuffice({ most, said, gateways }: ConnectionLimits): void {
  const needed = NEEDED * gateways;
  if (needed <= most) return;
  const who = gateways === 1 ? 'a gateway needs' : `${gateways} gateways need`;
  throw new Error(`${who} ${needed} connections, and ${said}`);
}

/** Tells whether a database has refused a connection, as its role, the database or the server has no more. */
export function isTooMany(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === '53300'; // appendix A of PostgreSQL's manual
}

/** Asks again where the database has no connection left: another gateway gives back what it does not need. @throws Error */
export async function inTurn<T>(take: () => Promise<T>): Promise<T> {
  const until = performance.now() + TURN_MS;
  for (;;) {
    try {
      return await take();
    } catch (error) {
      if (!isTooMany(error)) throw error;
      if (performance.now() > until) {
        const sentence = `it gave this gateway no connection in ${TURN_MS / 1000} s, which needs two beside those of all others`;
        throw new Error(`${sentence} (${errorText(error)})`, { cause: error });
      }
      await delay(TURN_AGAIN_MS);
    }
  }
}
