import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Pool } from 'pg';
import { runNamed } from './postgresConnection.ts';
import { numbered, type GroupCommit } from './sqliteFile.ts';

/**
 * The sessions of the gateway's pages, beside the calls: every gateway of a ledger knows them, also after a restart. No
 * token is kept, only a hash to compare its owner's with. Times are the ledger's, Unix ms.
 */
export interface Sessions {
  /** Begins one, and forgets those that were last used before a time. */
  begin(hash: string, at: number, before: number): Promise<void>;
  /** Returns when it was last used; `undefined`: there is none, or it has ended. */
  usedAt(hash: string): Promise<number | undefined>;
  use(hash: string, at: number): Promise<void>;
  /** Ends it, at every gateway; on disk before it resolves. */
  end(hash: string): Promise<void>;
}

/** Runs a statement. @param durable - what it changes is on disk before it resolves. @returns the rows that it found. */
type Run = (
  statement: keyof ReturnType<typeof sessionStatements>,
  values: readonly SQLInputValue[],
  durable?: boolean,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

function sessionStatements(table: string) {
  return {
    begin: `insert into ${table} (hash, used_at) values ($1, $2)`,
    forget: `delete from ${table} where used_at < $1`,
    find: `select used_at from ${table} where hash = $1`,
    use: `update ${table} set used_at = $2 where hash = $1 and used_at < $2`,
    end: `delete from ${table} where hash = $1`,
  };
}

/** Returns the sessions of a ledger in PostgreSQL. */
export function postgresSessions(pool: Pool): Sessions {
  const sql = sessionStatements('scanline_sessions');
  return sessionsOf(async (name, values) => (await runNamed(pool, `sessions-${name}`, sql[name], [...values])).rows);
}

/** Returns the sessions of a ledger in SQLite, which alone writes to its file. */
export function sqliteSessions(db: DatabaseSync, { run }: GroupCommit): Sessions {
  const sql = sessionStatements('sessions');
  return sessionsOf((name, values, durable = false) => run(() => db.prepare(sql[name]).all(numbered(values)), durable));
}

function sessionsOf(run: Run): Sessions {
  return {
    async begin(hash, at, before) {
      await run('forget', [before]);
      await run('begin', [hash, at]);
    },
    async usedAt(hash) {
      const [row] = await run('find', [hash]);
      return row && Number(row['used_at']);
    },
    use: async (hash, at) => void (await run('use', [hash, at])),
    end: async (hash) => void (await run('end', [hash], true)),
  };
}
