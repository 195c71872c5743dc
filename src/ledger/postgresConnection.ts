import type { ClientBase, ClientConfig, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { CannotStart } from '#settings/cannotStart.ts';

/** The longest that the database lets a statement take, in milliseconds: nothing of ours takes longer. */
const STATEMENT_MS = 8_000;

/** The settings of every connection. A dead peer's locks end with its connection, so that must end soon. */
const SESSION = {
  synchronous_commit: 'on',
  statement_timeout: String(STATEMENT_MS),
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/** The condition that the number in the column `owner` is free: its lock can be shared, and the share ends with the statement. */
export const OWNERLESS = 'pg_try_advisory_xact_lock_shared(owner)';

/**
 * Returns the settings by which a connection is made. Those in the address itself (`?options=`) are kept.
 *
 * @param more - settings of its session beside the usual.
 */
export function connectionOf(databaseUrl: string, more: Readonly<Record<string, string>> = {}): ClientConfig {
  const url = new URL(databaseUrl);
  const ours = Object.entries({ ...SESSION, ...more }).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...ours].join(' ').trim());
  return {
    connectionString: url.href,
    application_name: 'scanline',
    connectionTimeoutMillis: 10_000,
    query_timeout: STATEMENT_MS + 2_000, // a connection that went dead tells nothing
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** Whatever runs a statement: a client, or the connections of a part. */
export interface Queries {
  query<R extends QueryResultRow>(asked: string | QueryConfig, values?: unknown[]): Promise<QueryResult<R>>;
}

/** Runs a statement under a name, by which each connection plans it once. `count`: the rows that it found or changed. */
export async function runNamed(on: Queries, name: string, text: string, values: unknown[]) {
  const { rows, rowCount } = await on.query<Record<string, unknown>>({ name, text, values });
  return { rows, count: rowCount ?? 0 };
}

/** Runs `work` in one transaction: all of it is on disk, or none. @returns what it gave. */
export async function inTransaction<T>(
  pool: { connect(): Promise<PoolClient> },
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true); // with its transaction: the database ends it
    throw error;
  }
}

/** Makes the one line on a database that cannot be used. It names the place, and never the password. */
export function databaseAway(databaseUrl: string, error: unknown): CannotStart {
  const { password } = new URL(databaseUrl);
  const [why = ''] = errorText(error).split('\n');
  const said = password === '' ? why : why.replaceAll(password, '…').replaceAll(decodeURIComponent(password), '…');
  return new CannotStart(
    `DATABASE_URL: the database at ${placeOf(databaseUrl)} cannot be used: ${said.replace(/\.$/, '')}.`,
  );
}

/** Returns the place of a database, such as `db:5432/scanline`, without who comes to it. */
export function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${decodeURIComponent(hostname) || 'localhost'}:${port || '5432'}${pathname}`;
}

/** Returns the message of an error; where a host has several addresses that of the first error inside. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
