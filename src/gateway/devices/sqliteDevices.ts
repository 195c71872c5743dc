import { join } from 'node:path';
import { type Asked, type Came, type Devices, deviceStatements } from './devices.ts';
import { inTransaction, numbered, openSqliteFile } from '#gateway/ledger/sqliteFile.ts';

const migrations = [
  `create table devices (
     number integer primary key autoincrement,
     name text not null,
     token_hash text not null unique,
     enrolled_at integer not null,
     seen_at integer not null,
     revoked_at integer
   ) strict;
   create table codes (
     hash text primary key,
     name text not null,
     until integer not null,
     attempt_hash text,
     device integer references devices (number)
   ) strict;`,
];

const sql = deviceStatements('devices', 'codes');

/**
 * Opens the devices in `DATA_DIR/devices.sqlite`. Each change is on disk before it is told.
 *
 * @param log - told where a broken file was moved to.
 * @throws CannotStart where the file cannot be opened.
 */
export function openSqliteDevices(dataDir: string, log: (line: string) => void): Devices {
  const db = openSqliteFile({
    path: join(dataDir, 'devices.sqlite'),
    migrations,
    synchronous: 'FULL',
    onBroken: (movedTo) =>
      log(`The list of devices was damaged. It was moved to ${movedTo}: every handheld has to be enrolled anew.`),
  });
  const prepared = new Map(Object.entries(sql).map(([name, text]) => [name, db.prepare(text)]));
  const changed = db.prepare('select changes() as count');
  const run = ([name, ...values]: Asked): Came => {
    const rows = prepared.get(name)?.all(numbered(values)) ?? [];
    return { rows, count: Number(changed.get()?.['count']) };
  };
  return {
    run: async (...asked) => run(asked),
    inTransaction: async (steps) =>
      inTransaction(db, () => {
        let step = steps.next();
        while (!step.done) step = steps.next(run(step.value));
        return step.value;
      }),
    async close() {
      if (db.isOpen) db.close();
    },
  };
}
