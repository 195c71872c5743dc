import type { Ledger } from './ledger.ts';
import type { LedgerReader } from './ledgerReader.ts';
import { openPostgresLedger } from './postgresLedger.ts';
import { openPostgresLedgerReader } from './postgresLedgerReader.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { openSqliteLedger } from './sqliteLedger.ts';
import { openSqliteLedgerReader } from './sqliteLedgerReader.ts';

/** Opens the ledger where the settings say it is kept. @throws CannotStart */
export function openLedger({ databaseUrl: url, dataDir }: Settings, log: (line: string) => void): Promise<Ledger> {
  const ports = { dataDir, now: Date.now, log };
  return url === undefined ? openSqliteLedger(ports) : openPostgresLedger({ ...ports, url });
}

/** Opens the same ledger for people to read. Nothing is opened before it is asked. */
export function openLedgerReader({ databaseUrl, dataDir }: Settings): LedgerReader {
  return databaseUrl === undefined ? openSqliteLedgerReader(dataDir) : openPostgresLedgerReader(databaseUrl);
}

const PRUNE_EVERY_MS = 24 * 60 * 60 * 1000;

/** Forgets old calls once a day. @returns stops it. */
export function pruneDaily(ledger: Ledger, log: { error(facts: object, line: string): void }): () => void {
  const timer = setInterval(() => {
    ledger.prune().catch((error: unknown) => log.error({ err: error }, 'the ledger cannot be pruned'));
  }, PRUNE_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
