import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '#contract/attempt.ts';
import { markIn } from '#ledger/sqliteSchema.ts';
import { placeOf } from '#ledger/postgresConnection.ts';
import { copyData, putBack, stampOf } from './dataCopy.ts';
import { dumpDatabase, restoreDatabase } from './postgresDump.ts';
import { CannotStart, runProgram } from '#settings/cannotStart.ts';
import { makeFilesForOwnerAlone } from '#settings/files.ts';
import { withSecretFiles } from '#settings/settings.ts';
import { read } from '#settings/variables.ts';

const USAGE = `npm run backup -- FOLDER      copies ledger and handhelds into a new folder in FOLDER, also while the gateway runs
npm run restore -- FOLDER     puts such a folder back, while the gateway is stopped
  DATA_DIR names the folder of the gateway. With DATABASE_URL it is a file of pg_dump in FOLDER, and restore takes that file into an
  empty database; PostgreSQL's client programs have to be here. In a release: ./node node_modules/scanline/backup.js backup FOLDER
`;

const IN_POSTGRES =
  'DATABASE_URL: ledger and handhelds are in PostgreSQL: set it, or DATABASE_URL_FILE, as the gateway has it.';

const RESTORED = `The next start begins a new epoch: a call that was tried before, and is not in the back-up, waits for a person.
Handhelds that were revoked since the back-up may call again: /gateway/devices, Revoke all handhelds, ends that.
`;

async function main([verb, folder, ...rest]: readonly string[]): Promise<void> {
  if (verb === '--help' || folder === '--help') return void process.stdout.write(USAGE);
  if ((verb !== 'backup' && verb !== 'restore') || !folder || rest.length > 0) throw new CannotStart(USAGE.trimEnd());
  makeFilesForOwnerAlone();
  const { env } = process;
  const { DATABASE_URL, DATABASE_URL_FILE } = env; // the other secrets are none of a back-up
  const databaseUrl = read(withSecretFiles({ DATABASE_URL, DATABASE_URL_FILE }), 'DATABASE_URL');
  const dataDir = read(env, 'DATA_DIR');
  const now = new Date();
  if (databaseUrl !== undefined) {
    if (verb === 'backup') return void process.stdout.write(`${dumpDatabase(databaseUrl, folder, stampOf(now))}\n`);
    await restoreDatabase(databaseUrl, folder);
    return void process.stdout.write(`${folder} is in the database at ${placeOf(databaseUrl)}.\n${RESTORED}`);
  }
  if (keepsItInPostgres(dataDir)) throw new CannotStart(IN_POSTGRES);
  if (verb === 'backup') return void process.stdout.write(`${copyData(dataDir, folder, now)}\n`);
  const aside = putBack(dataDir, folder, now);
  process.stdout.write(`${folder} is in ${dataDir}. What was there is in ${aside}.\n${RESTORED}`);
}

/** Tells whether a folder's gateway was last started with PostgreSQL. A ledger from before the move may still lie there. */
function keepsItInPostgres(dataDir: string): boolean {
  const changedAt = (name: string): number =>
    statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  const isLater =
    changedAt('ledger.postgres.witness') > Math.max(...['', '-wal'].map((end) => changedAt(`ledger.sqlite${end}`)));
  // Whoever copies a ledger that a move closed says where it is now.
  return isLater && attempt(() => markIn(join(dataDir, 'ledger.sqlite'))) === undefined;
}

await runProgram(() => main(process.argv.slice(2)));
