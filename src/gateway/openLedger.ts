import type { Ledger } from '#gateway/ledger.ts';
import type { LedgerReader } from '#gateway/ledgerReader.ts';
import { openPostgresLedger } from '#gateway/postgresLedger.ts';
import { openPostgresLedgerReader } from '#gateway/postgresLedgerReader.ts';
import type { Settings } from '#gateway/settings.ts';
import { openSqliteLedger } from '#gateway/sqliteLedger.ts';
import { openSqliteLedgerReader } from '#gateway/sqliteLedgerReader.ts';

/** Opens the ledger where the settings say it is kept. @throws CannotStart */
export function openLedger({ databaseUrl: url, dataDir }: Settings, log: (line: string) => void): Promise<Ledger> {
  const ports = { dataDir, now: Date.now, log };
  return url === undefined ? openSqliteLedger(ports) : openPostgresLedger({ ...ports, url });
}

/** Opens the same ledger for people to read. Nothing is opened before it is asked. */
export function openLedgerReader({ databaseUrl, dataDir }: Settings): LedgerReader {
  return databaseUrl === undefined ? openSqliteLedgerReader(dataDir) : openPostgresLedgerReader(databaseUrl);
}
