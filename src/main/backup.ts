import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '#contract/attempt.ts';
import { markIn } from '#ledger/sqliteSchema.ts';
import { copyData, putBack } from './dataCopy.ts';
import { CannotStart, runProgram } from '#settings/cannotStart.ts';
import { makeFilesForOwnerAlone } from '#settings/files.ts';
import { read, variableText } from '#settings/variables.ts';

const USAGE = `npm run backup -- FOLDER      copies ledger and handhelds into a new folder in FOLDER, also while the gateway runs
npm run restore -- FOLDER     puts such a folder back, while the gateway is stopped
  DATA_DIR names the folder of the gateway. In a release: ./node node_modules/scanline/backup.js backup FOLDER
`;

const IN_POSTGRES = `DATABASE_URL: ledger and handhelds are in PostgreSQL. A back-up of them:
  pg_dump --format=custom --file=scanline.dump "$DATABASE_URL"
With all gateways stopped, into an empty database:
  pg_restore --dbname="$DATABASE_URL" --no-owner scanline.dump
`;

function main([verb, folder, ...rest]: readonly string[]): void {
  if (verb === '--help' || folder === '--help') return void process.stdout.write(USAGE);
  if ((verb !== 'backup' && verb !== 'restore') || !folder || rest.length > 0) throw new CannotStart(USAGE.trimEnd());
  makeFilesForOwnerAlone();
  const { env } = process;
  const dataDir = read(env, 'DATA_DIR');
  const isNamed = variableText(env, 'DATABASE_URL') ?? variableText(env, 'DATABASE_URL_FILE');
  if (isNamed !== undefined || keepsItInPostgres(dataDir)) throw new CannotStart(IN_POSTGRES.trimEnd());
  if (verb === 'backup') return void process.stdout.write(`${copyData(dataDir, folder, new Date())}\n`);
  const aside = putBack(dataDir, folder, new Date());
  process.stdout.write(`${folder} is in ${dataDir}. What was there is in ${aside}.
The next start begins a new epoch: a call that was tried before, and is not in the back-up, waits for a person.
Handhelds that were revoked since the back-up may call again: /gateway/devices, Revoke all handhelds, ends that.
`);
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
