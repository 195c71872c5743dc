import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { attempt } from '#contract/attempt.ts';
import { inTurn } from '#ledger/connectionLimits.ts';
import { MARK, STEMS, moveCommand, readMark, readStems } from '#ledger/moveMark.ts';
import { connectionOf, databaseAway, placeOf } from '#ledger/postgresConnection.ts';
import { readMeta as readPostgresMeta } from '#ledger/postgresSchema.ts';
import { readMeta } from '#ledger/sqliteSchema.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import type { Settings } from '#settings/settings.ts';

/** The tables that nobody leaves behind without meaning it, by their file. */
const KEPT = [
  ['ledger.sqlite', ['calls', 'accounts', 'audit', 'decisions']],
  ['devices.sqlite', ['devices', 'codes']],
] as const;

/** A SQLite ledger with something in it. */
interface UsedLedger {
  /** The move by which it was left; `undefined`: it was not moved. */
  readonly leftBy: string | undefined;
  /** Unix ms of its last word; not a number where an older version noted none. */
  readonly alive: number;
}

/**
 * Refuses to start on a PostgreSQL that has nothing of what lies in `DATA_DIR`: calls, people and handhelds would be left behind.
 *
 * It is no such start where the ledger was moved and the database came by that move, or where this folder's gateway has been at
 * this database before, and the file is older than the database: somebody has left it behind long ago.
 *
 * @throws CannotStart with one sentence that names both, and what to run.
 */
export async function refuseToLeaveBehind({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>) {
  const old = databaseUrl === undefined ? undefined : usedLedgerIn(dataDir);
  if (databaseUrl === undefined || old === undefined) return;
  const seen = attempt(() => readFileSync(join(dataDir, 'ledger.postgres.witness'), 'utf8'))?.split(' ')[0];
  const { stems, began, isUsed, isHalf } = await lookAt(databaseUrl, seen);
  if (isHalf) return; // whoever opens it says so
  if (old.leftBy !== undefined && stems.includes(old.leftBy)) return;
  if (began !== undefined && !(old.alive >= began)) return;
  const file = join(dataDir, 'ledger.sqlite');
  const what = `${file} holds calls, people or handhelds that are not in the database at ${placeOf(databaseUrl)}`;
  const move = isUsed
    ? `that has a ledger of its own, so name an empty one and run ${moveCommand('postgres')}`
    : `stop every gateway and run ${moveCommand('postgres')}`;
  throw new CannotStart(
    `DATABASE_URL: ${what}: ${move}, or move ledger.sqlite and devices.sqlite out of DATA_DIR where they are to be left behind.`,
  );
}

/** Looks for a ledger in a folder. @returns `undefined`: there is none, or nothing in it. */
function usedLedgerIn(dataDir: string): UsedLedger | undefined {
  const isUsed = KEPT.some(([file, tables]) => {
    const path = join(dataDir, file);
    if (!existsSync(path)) return false;
    return read(path, (db) => tables.some((name) => db.prepare(`select 1 from ${name} limit 1`).get() !== undefined));
  });
  if (!isUsed) return undefined;
  return (
    read(join(dataDir, 'ledger.sqlite'), (db) => {
      const mark = readMark(readMeta(db, MARK));
      return {
        leftBy: mark?.state === 'left' ? mark.id : undefined,
        alive: Number(readMeta(db, 'alive') ?? Number.NaN),
      };
    }) ?? { leftBy: undefined, alive: Number.NaN }
  );
}

/** Reads of a file; `undefined` where it is no database, or has not what is looked for. */
function read<T>(path: string, work: (db: DatabaseSync) => T): T | undefined {
  return attempt(() => {
    using db = new DatabaseSync(path, { timeout: 5_000 });
    return work(db);
  });
}

/** Looks at a database before anything is made in it. @param seen - the epoch that this folder's gateway was in there. @throws CannotStart */
async function lookAt(url: string, seen: string | undefined) {
  try {
    return await inTurn(() => look(url, seen));
  } catch (error) {
    throw databaseAway(url, error);
  }
}

async function look(url: string, seen: string | undefined) {
  const client = new Client(connectionOf(url));
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(`select where to_regclass('scanline_epochs') is not null`);
    if (rowCount !== 1) return { stems: [], began: undefined, isUsed: false, isHalf: false };
    const known = await client.query('select from scanline_epochs where epoch = $1', [seen ?? '']);
    const first = await client.query<{ at: string | null }>('select min(began_at) as at from scanline_epochs');
    const calls = await client.query('select from scanline_calls limit 1');
    const devices = await client.query('select from scanline_devices limit 1');
    return {
      stems: readStems(await readPostgresMeta(client, STEMS)),
      /** Unix ms; `undefined`: this folder's gateway was never here. */
      began: known.rowCount === 1 ? Number(first.rows[0]?.at) : undefined,
      isUsed: calls.rowCount === 1 || devices.rowCount === 1,
      isHalf: (await readPostgresMeta(client, MARK)) !== undefined,
    };
  } finally {
    await client.end().catch(() => {});
  }
}
