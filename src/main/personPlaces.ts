import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { numbered } from '#ledger/sqliteFile.ts';
import { isUpToDate as isPostgresUpToDate } from '#ledger/postgresSchema.ts';
import { isUpToDate, refuseClosed } from '#ledger/sqliteSchema.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { createDatabase } from './movePostgres.ts';
import type { PersonDatabase } from './personRecords.ts';

/** A place with records of people: a ledger, with all that lies beside it. */
export interface PersonPlace extends PersonDatabase {
  /** Runs work in one transaction: all of it is on disk, or none. */
  inTransaction(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const LEDGER = 'ledger.sqlite';
const BESIDE = ['devices.sqlite', 'floor.sqlite', 'standin.sqlite'];

/** Returns why records of another version are not read: a column that is not known here could hold a name. */
function ofOtherVersion(place: string): CannotStart {
  return new CannotStart(
    `${place} has the tables of another version: start and stop the gateway of this release once.`,
  );
}

/**
 * Opens the files of a folder as one place.
 *
 * @param isRead - `true`: nothing is changed, and a gateway may run.
 * @returns `undefined`: there is no ledger. @throws CannotStart where it was moved away, or is of another version.
 */
export function openSqlitePlace(dataDir: string, isRead: boolean): PersonPlace | undefined {
  const path = join(dataDir, LEDGER);
  if (!existsSync(path)) return undefined;
  refuseClosed(path);
  const db = new DatabaseSync(path, { readOnly: isRead, timeout: 5_000 });
  if (!isUpToDate(db)) {
    db.close();
    throw ofOtherVersion(path);
  }
  const beside = BESIDE.map((name) => join(dataDir, name)).filter((file) => existsSync(file));
  for (const [index, file] of beside.entries()) db.prepare(`attach database ? as beside_${index}`).run(file);
  const names = ['main', ...beside.map((_, index) => `beside_${index}`)];
  // What is overwritten is gone from the files too.
  if (!isRead)
    for (const name of names) db.exec(`pragma ${name}.secure_delete = on; pragma ${name}.synchronous = full`);
  return {
    table: (name) => name,
    has: async (name) => isThere(db, names, name),
    list: async (sql, ...values) => db.prepare(sql).all(numbered(values)),
    change: async (sql, ...values) => Number(db.prepare(sql).run(numbered(values)).changes),
    async unguarded(_table, trigger, work) {
      const kept = db.prepare(`select sql from sqlite_master where type = 'trigger' and name = ?`).get(trigger)?.[
        'sql'
      ];
      db.exec(`drop trigger ${trigger}`);
      const count = await work();
      db.exec(String(kept));
      return count;
    },
    async inTransaction(work) {
      db.exec('begin immediate');
      try {
        await work();
        db.exec('commit');
      } catch (error) {
        if (db.isTransaction) db.exec('rollback');
        throw error;
      }
      for (const name of names) db.exec(`pragma ${name}.wal_checkpoint(truncate)`); // the log has the old rows
    },
    async close() {
      db.close();
    },
  };
}

function isThere(db: DatabaseSync, names: readonly string[], table: string): boolean {
  return names.some((name) =>
    db.prepare(`select 1 from ${name}.sqlite_master where type = 'table' and name = ?`).get(table),
  );
}

/**
 * Opens a ledger in PostgreSQL as a place.
 *
 * @param isRead - `true`: gateways may be at work on it; else they are kept out until it is closed.
 * @throws CannotStart where it cannot be used, a gateway is at work, or it is of another version.
 */
export async function openPostgresPlace(url: string, isRead: boolean): Promise<PersonPlace> {
  const { client, place, at, has, shutAllOut, inTransaction } = createDatabase(url);
  const table = (name: string): string => `scanline_${name}`;
  await at(() => client.connect());
  try {
    if (!(await at(() => has('calls')))) throw new CannotStart(`DATABASE_URL: ${place} has no ledger.`);
    if (!isRead) await shutAllOut();
    if (!(await at(() => isPostgresUpToDate(client)))) throw ofOtherVersion(place);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    table,
    has: (name) => at(() => has(name)),
    list: (sql, ...values) => at(async () => (await client.query<Record<string, unknown>>(sql, [...values])).rows),
    change: (sql, ...values) => at(async () => (await client.query(sql, [...values])).rowCount ?? 0),
    async unguarded(name, trigger, work) {
      const alter = (verb: string) =>
        at(() => client.query(`alter table ${table(name)} ${verb} trigger ${table(trigger)}`));
      await alter('disable');
      const count = await work();
      await alter('enable');
      return count;
    },
    inTransaction,
    async close() {
      await client.end().catch(() => {});
    },
  };
}
