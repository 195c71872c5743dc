import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createCallReader } from './callReader.ts';
import type { LedgerReader } from './ledgerReader.ts';
import { numbered } from './sqliteFile.ts';

/** Reads the ledger in `DATA_DIR/ledger.sqlite`, which the gateway has open. Opened when it is first asked. */
export function openSqliteLedgerReader(dataDir: string): LedgerReader {
  let db: DatabaseSync | undefined;
  return createCallReader({
    name: 'calls',
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
