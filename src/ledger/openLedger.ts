import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';
import { type LedgerReader, createLedgerReader } from './ledgerReader.ts';
import { openPool } from './postgresConnection.ts';
import { openPostgresLedger } from './postgresLedger.ts';
import type { Settings } from '#settings/settings.ts';
import { numbered } from './sqliteFile.ts';
import { openSqliteLedger } from './sqliteLedger.ts';

/** Opens the ledger where the settings say it is kept. @throws CannotStart */
export function openLedger({ databaseUrl: url, dataDir }: Settings, log: (line: string) => void): Promise<Ledger> {
  const ports = { dataDir, now: Date.now, log };
  return url === undefined ? openSqliteLedger(ports) : openPostgresLedger({ ...ports, url });
}

/** Opens the same ledger for people to read. Nothing is opened before it is asked. */
export function openLedgerReader({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): LedgerReader {
  return databaseUrl === undefined ? sqliteReader(dataDir) : postgresReader(databaseUrl);
}

/** Reads `DATA_DIR/ledger.sqlite`, which the gateway has open. */
function sqliteReader(dataDir: string): LedgerReader {
  let db: DatabaseSync | undefined;
  return createLedgerReader({
    name: 'calls',
    decisions: 'decisions',
    notes: 'notes',
    pictures: 'pictures',
    smallCodes: 'lower(codes)',
    async all(sql, values) {
      db ??= new DatabaseSync(join(dataDir, 'ledger.sqlite'), { readOnly: true, timeout: 100 });
      return db.prepare(sql).all(numbered(values));
    },
    async close() {
      db?.close();
      db = undefined;
    },
  });
}

/** The longest that a statement may take, in milliseconds: nothing that is asked of an index comes near it. */
const STATEMENT_MS = 2_000;

function postgresReader(databaseUrl: string): LedgerReader {
  const session = { default_transaction_read_only: 'on', statement_timeout: String(STATEMENT_MS) };
  const pool = openPool(databaseUrl, 1, session);
  return createLedgerReader({
    name: 'scanline_calls',
    decisions: 'scanline_decisions',
    notes: 'scanline_notes',
    pictures: 'scanline_pictures',
    smallCodes: 'lower(codes collate "C")',
    all: async (sql, values) => (await pool.query<Record<string, unknown>>(sql, [...values])).rows,
    async close() {
      if (!pool.ending) await pool.end();
    },
  });
}
