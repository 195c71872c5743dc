import type { DatabaseSync } from 'node:sqlite';
import { type Connections, type DatabasePlace, openAllotment } from './connections.ts';
import { OWNERLESS, type Queries, inTransaction as inPostgres, runNamed } from './postgresConnection.ts';
import { type GroupCommit, inTransaction as inSqlite, numbered } from './sqliteFile.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** A statement by its name, and the values of `$1`, `$2` and so on in it. */
type StatementCall<Name> = readonly [statement: Name, ...values: readonly (string | number | Uint8Array | null)[]];

/** The result of a statement. `count`: the rows that it changed. */
interface StatementResult {
  readonly rows: readonly DatabaseRow[];
  readonly count: number;
}

/** Several statements, each made of the results of those before. */
export type Steps<Name, T> = Generator<StatementCall<Name>, T, StatementResult>;

/** Named statements on a database of either kind. */
export interface Statements<Name> {
  /** Runs one. Its changes are on disk when it resolves. */
  run(...asked: StatementCall<Name>): Promise<StatementResult>;
  /** Runs statements one after another: all of them are on disk when it resolves, or none. @param make - makes the steps; it may be asked twice. */
  inTransaction<T>(make: () => Steps<Name, T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Makes the statements of a group by name, for the names that tables have in a kind of database.
 *
 * @param locking - keeps rows for whoever looked them up first, until the transaction ends. @param ownerless - the condition on the column
 * `owner` that no gateway that is alive has this number, but this one.
 */
export type StatementsFor<Name extends string> = (
  table: (name: string) => string,
  locking: string,
  ownerless: string,
) => Readonly<Record<Name, string>>;

/** Makes named statements on a ledger's database, beside its calls. They close with the ledger. */
export type StatementsBeside = <Name extends string>(
  group: string,
  sql: StatementsFor<Name>,
) => Omit<Statements<Name>, 'close'>;

/**
 * Opens statements on the ledger's PostgreSQL, which its gateways share. Open the ledger first, as it makes the tables.
 *
 * @param most - the connections that it has at once. @param group - begins the names by which each connection plans them once.
 */
export function onPostgres<Name extends string>(
  place: DatabasePlace,
  most: number,
  group: string,
  sql: Readonly<Record<Name, string>>,
): Statements<Name> {
  const allotment = openAllotment(place, most);
  return { ...onConnections(allotment, group, sql), close: allotment.close };
}

function onConnections<Name extends string>(
  allotment: Connections,
  group: string,
  sql: Readonly<Record<Name, string>>,
) {
  const runOn = (client: Queries, [name, ...values]: StatementCall<Name>): Promise<StatementResult> =>
    runNamed(client, `${group}-${name}`, sql[name], values);
  return {
    run: (...asked) => runOn(allotment, asked),
    inTransaction: (make) =>
      inPostgres(allotment, async (client) => {
        const steps = make();
        let step = steps.next();
        while (!step.done) step = steps.next(await runOn(client, step.value));
        return step.value;
      }),
  } satisfies Omit<Statements<Name>, 'close'>;
}

/** Returns the statements beside the calls of a ledger in PostgreSQL. */
export function besidePostgres(allotment: Connections): StatementsBeside {
  return (group, sql) =>
    onConnections(
      allotment,
      group,
      sql((name) => `scanline_${name}`, 'for update', OWNERLESS),
    );
}

/** Prepares statements on an open SQLite file, and closes it with them. */
export function onSqlite<Name extends string>(db: DatabaseSync, sql: Readonly<Record<Name, string>>): Statements<Name> {
  const run = runner(db, sql);
  return {
    run: async (...asked) => run(asked),
    inTransaction: async (make) => inSqlite(db, () => allOf(make(), run)),
    async close() {
      if (db.isOpen) db.close();
    },
  };
}

/** Makes what takes steps at once on an open SQLite file, in whatever transaction is open there. */
export function stepsOnSqlite<Name extends string>(db: DatabaseSync, sql: StatementsFor<Name>) {
  const run = runner(db, sql(sqliteTable, '', ALONE));
  return <T>(steps: Steps<Name, T>): T => allOf(steps, run);
}

/** Returns the statements beside the calls of a ledger in SQLite, whose commits they share; what only reads waits for none. */
export function besideSqlite(db: DatabaseSync, commits: GroupCommit): StatementsBeside {
  return (_group, sqlFor) => {
    const sql = sqlFor(sqliteTable, '', ALONE);
    const run = runner(db, sql);
    return {
      run: async (...asked) => (sql[asked[0]].startsWith('select') ? run(asked) : commits.run(() => run(asked), true)),
      inTransaction: (make) => commits.run(() => allOf(make(), run), true),
    };
  };
}

/** The condition where the file is one gateway's: every other one is over. */
const ALONE = 'true';

/** Names a table as it is called in SQLite. */
const sqliteTable = (name: string): string => name;

function runner<Name extends string>(db: DatabaseSync, sql: Readonly<Record<Name, string>>) {
  const prepared = new Map(Object.entries<string>(sql).map(([name, text]) => [name, db.prepare(text)]));
  const changed = db.prepare('select changes() as count');
  return ([name, ...values]: StatementCall<Name>): StatementResult => {
    const rows = prepared.get(name)?.all(numbered(values)) ?? [];
    return { rows, count: Number(changed.get()?.['count']) };
  };
}

function allOf<Name, T>(steps: Steps<Name, T>, run: (asked: StatementCall<Name>) => StatementResult): T {
  let step = steps.next();
  while (!step.done) step = steps.next(run(step.value));
  return step.value;
}

/** Returns a text as both databases take it: the one character that PostgreSQL has no room for is replaced. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
