import { Pool } from 'pg';
import { createCallReader } from './callReader.ts';
import type { LedgerReader } from './ledgerReader.ts';
import { connectionOf } from './postgresConnection.ts';

/** Longer than anything that is asked of an index takes, in milliseconds. */
const STATEMENT_MS = 2_000;

/** Reads the ledger in a PostgreSQL database, the calls of all gateways on it. Connected when it is first asked. */
export function openPostgresLedgerReader(databaseUrl: string): LedgerReader {
  const session = { default_transaction_read_only: 'on', statement_timeout: String(STATEMENT_MS) };
  const pool = new Pool({ ...connectionOf(databaseUrl, session), max: 1, idleTimeoutMillis: 30_000 });
  pool.on('error', () => {}); // the next question makes another connection
  return createCallReader({
    name: 'scanline_calls',
    all: async (sql, values) => (await pool.query<Record<string, unknown>>(sql, [...values])).rows,
    async close() {
      if (!pool.ending) await pool.end();
    },
  });
}
