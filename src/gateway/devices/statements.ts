import type { DatabaseSync } from 'node:sqlite';
import type { ClientBase } from 'pg';
import { inTransaction as inPostgres, openPool, runNamed } from '#gateway/ledger/postgresConnection.ts';
import { inTransaction as inSqlite, numbered } from '#gateway/ledger/sqliteFile.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** A statement by its name, and the values of `$1`, `$2` and so on in it. */
type Asked<Name> = readonly [statement: Name, ...values: readonly (string | number)[]];

/** The result of a statement. `count`: the rows that it changed. */
interface Came {
  readonly rows: readonly DatabaseRow[];
  readonly count: number;
}

/** Several statements, each made of the results of those before. */
export type Steps<Name, T> = Generator<Asked<Name>, T, Came>;

/** Named statements on a database of either kind. */
export interface Statements<Name> {
  run(...asked: Asked<Name>): Promise<Came>;
  /** Runs statements one after another: all of them are on disk when it resolves, or none. */
  inTransaction<T>(steps: Steps<Name, T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens statements on the ledger's PostgreSQL, which its gateways share. Open the ledger first, as it makes the tables.
 *
 * @param group - begins the names by which each connection plans them once.
 */
export function onPostgres<Name extends string>(
  url: string,
  poolSize: number,
  group: string,
  sql: Readonly<Record<Name, string>>,
): Statements<Name> {
  const pool = openPool(url, poolSize);
  const runOn = (client: Pick<ClientBase, 'query'>, [name, ...values]: Asked<Name>): Promise<Came> =>
    runNamed(client, `${group}-${name}`, sql[name], values);
  return {
    run: (...asked) => runOn(pool, asked),
    inTransaction: (steps) =>
      inPostgres(pool, async (client) => {
        let step = steps.next();
        while (!step.done) step = steps.next(await runOn(client, step.value));
        return step.value;
      }),
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

/** Prepares statements on an open SQLite file, and closes it with them. */
export function onSqlite<Name extends string>(db: DatabaseSync, sql: Readonly<Record<Name, string>>): Statements<Name> {
  const prepared = new Map(Object.entries<string>(sql).map(([name, text]) => [name, db.prepare(text)]));
  const changed = db.prepare('select changes() as count');
  const run = ([name, ...values]: Asked<Name>): Came => {
    const rows = prepared.get(name)?.all(numbered(values)) ?? [];
    return { rows, count: Number(changed.get()?.['count']) };
  };
  return {
    run: async (...asked) => run(asked),
    inTransaction: async (steps) =>
      inSqlite(db, () => {
        let step = steps.next();
        while (!step.done) step = steps.next(run(step.value));
        return step.value;
      }),
    async close() {
      if (db.isOpen) db.close();
    },
  };
}
