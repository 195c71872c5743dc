import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '#gateway/ledger/sqliteFile.ts';
import type { Received, Routed } from '#gateway/standin/aspRequest.ts';
import type { Journal } from '#gateway/standin/journal.ts';
import { operations } from '#gateway/standin/warehouse/operations.ts';

/** What the operations run on. */
export interface ExecutePorts {
  readonly db: DatabaseSync;
  readonly journal: Journal;
  /** Unix ms. */
  readonly now: () => number;
}

/** Runs an operation: its effect and the journal's row, in one transaction. @returns the result text. */
export function execute({ operation, binding }: Routed, { values, fields }: Received, ports: ExecutePorts): string {
  const { db, journal, now } = ports;
  return inTransaction(db, () => {
    journal.record(operation, binding, fields, now());
    return operations[operation].run(db, values);
  });
}
