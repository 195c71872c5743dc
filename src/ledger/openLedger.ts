import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';
import { type LedgerReader, createLedgerReader } from './ledgerReader.ts';
import { type Database, type DatabasePlace, openAllotment } from './connections.ts';
import { openPostgresLedger } from './postgresLedger.ts';
import type { Settings } from '#settings/settings.ts';
import { numbered } from './sqliteFile.ts';
import { openSqliteLedger } from './sqliteLedger.ts';

/** Opens the ledger where the settings say it is kept. @throws CannotStart */
export function openLedger(
  { dataDir }: Pick<Settings, 'dataDir'>,
  database: Database | undefined,
  log: (line: string) => void,
): Promise<Ledger> {
  const ports = { dataDir, now: Date.now, log };
  return database === undefined
    ? openSqliteLedger(ports)
    : openPostgresLedger({ ...ports, url: database.url, database });
}

/** Opens the same ledger for people to read. Nothing is opened before it is asked. */
export function openLedgerReader(dataDir: string, database?: DatabasePlace): LedgerReader {
  return database === undefined ? sqliteReader(dataDir) : postgresReader(database);
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

/** Each statement reads in a transaction of its own, which changes nothing and ends in time. */
const READ = `begin read only; set local statement_timeout = ${STATEMENT_MS}`;

function postgresReader(place: DatabasePlace): LedgerReader {
  const allotment = openAllotment(place, 1);
  return createLedgerReader({
    name: 'scanline_calls',
    decisions: 'scanline_decisions',
    notes: 'scanline_notes',
    pictures: 'scanline_pictures',
    smallCodes: 'lower(codes collate "C")',
    async all(sql, values) {
      const client = await allotment.connect();
      try {
        await client.query(READ);
        const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
        await client.query('commit');
        client.release();
        return rows;
      } catch (error) {
        client.release(true); // with its transaction
        throw error;
      }
    },
    close: allotment.close,
  });
}
