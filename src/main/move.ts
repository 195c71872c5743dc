import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CannotStart, runProgram } from '#settings/cannotStart.ts';
import { makeFilesForOwnerAlone } from '#settings/files.ts';
import { withSecretFiles } from '#settings/settings.ts';
import { sitePlaceOf } from '#settings/sitePlace.ts';
import { read } from '#settings/variables.ts';
import { takeDataDir } from './dataDir.ts';
import { becomeOwner } from './folderOwner.ts';
import { moveLedger } from './moveLedger.ts';
import { openPostgresEnd } from './movePostgres.ts';
import { openSqliteEnd } from './moveSqlite.ts';

const USAGE = `npm run move -- postgres      moves ledger, people, handhelds and all beside them from DATA_DIR into the empty database of DATABASE_URL
npm run move -- sqlite        moves them back, from the database into DATA_DIR
  Stop every gateway first. What was killed goes on where it stopped, by the same words again; until its end no gateway starts on
  what is half moved, and nothing of the source is changed. DATA_DIR and DATABASE_URL are those of the gateway.
  In a release: ./node node_modules/scanline/move.js postgres
`;

/** The pages between two lines that say how far it is. */
const PAGES_A_LINE = 20;

async function main([to, ...rest]: readonly string[]): Promise<void> {
  if (to === '--help') return void process.stdout.write(USAGE);
  if ((to !== 'postgres' && to !== 'sqlite') || rest.length > 0) throw new CannotStart(USAGE.trimEnd());
  makeFilesForOwnerAlone();
  const env = withSecretFiles(process.env);
  const [dataDir, databaseUrl, siteFile] = [read(env, 'DATA_DIR'), read(env, 'DATABASE_URL'), read(env, 'SITE_CONFIG')];
  if (databaseUrl === undefined) {
    throw new CannotStart(
      'DATABASE_URL: expected the database of the move, an address such as postgres://user:password@host:5432/database.',
    );
  }
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CannotStart(`DATA_DIR: there is no folder ${resolve(dataDir)}: name the folder of the gateway.`);
  }
  const giveToOwner = becomeOwner(dataDir);
  using _taken = takeDataDir(dataDir);
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const site = siteFile === undefined ? sitePlaceOf({ siteFile, dataDir }) : undefined;
  const postgres = await openPostgresEnd(databaseUrl, dataDir, log);
  const sqlite = openSqliteEnd(dataDir, site, log);
  const [source, target] = to === 'postgres' ? [sqlite, postgres] : [postgres, sqlite];
  let [pages, moved] = [0, 0];
  try {
    await moveLedger(source, target, {
      onPage(table, rows) {
        [pages, moved] = [pages + 1, moved + rows];
        if (pages % PAGES_A_LINE === 0) log(`${moved} rows are moved, and ${table} goes on.`);
      },
      onSame: (table, { count, sum }) =>
        void process.stdout.write(
          `${table.padEnd(10)} ${String(count).padStart(9)} rows, the same at both: ${sum.slice(0, 16)}\n`,
        ),
    });
  } finally {
    await Promise.all([source.close(), target.close()]);
    giveToOwner();
  }
  process.stdout.write(`${moved} rows were moved.\n`);
  process.stdout.write(
    `${to === 'postgres' ? inPostgres(source.place, target.place) : inSqlite(source.place, target.place)}\n`,
  );
}

/** Returns what is to be done after a move into PostgreSQL. */
function inPostgres(folder: string, database: string): string {
  return `All of ${folder} is now in the database at ${database}. The ledger in the folder is closed: no gateway starts on it any more.
Start this gateway first, with DATABASE_URL and this DATA_DIR: another one does not know that the ledger goes on.
The nightly back-up of the folder ends: take the # off DATABASE_URL_FILE in scanline-backup.service, which then has pg_dump run, or change what you have in its place.`;
}

/** Returns what is to be done after a move back. */
function inSqlite(database: string, folder: string): string {
  return `All of the database at ${database} is now in ${folder}. The ledger in the database is closed: no gateway starts on it any more.
Start the gateway with this DATA_DIR and without DATABASE_URL.
Have the folder backed up each night again: put the # before DATABASE_URL_FILE in scanline-backup.service, or change what you have in its place.`;
}

await runProgram(() => main(process.argv.slice(2)));
