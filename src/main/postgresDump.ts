import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { placeOf } from '#ledger/postgresConnection.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { syncToDisk } from '#settings/files.ts';
import { createDatabase } from './movePostgres.ts';

/** The table that each of our back-ups has. */
const OURS = / TABLE \S+ scanline_meta /;

/**
 * Backs the ledger's database up into a new file, by PostgreSQL's own `pg_dump`, also while gateways are at work: all as it was at one moment.
 * The file gets its name once it is whole, read through and on disk, and is its owner's alone.
 *
 * @param into - the folder that it is made in. @param stamp - the time in its name.
 * @returns the file. @throws CannotStart with one line on why there is none.
 */
export function dumpDatabase(url: string, into: string, stamp: string): string {
  const target = join(into, `scanline-${stamp}.dump`);
  const partial = `${target}.partial`;
  try {
    fs.mkdirSync(into, { recursive: true, mode: 0o700 });
    runClient('pg_dump', ['--format=custom', '--no-password', `--file=${partial}`], url);
    mustBeOurs(partial);
    fs.chmodSync(partial, 0o600);
    syncToDisk(partial);
    fs.renameSync(partial, target);
    syncToDisk(into);
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw new CannotStart(`There is no back-up: ${messageOf(error)}.`, { cause: error });
  }
  return target;
}

/**
 * Puts such a file back into an empty database, whole or not at all.
 *
 * @throws CannotStart where the file is none, or there is a ledger in the database; nothing is changed.
 */
export async function restoreDatabase(url: string, file: string): Promise<void> {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new CannotStart(`${file} is no back-up of a database: it is no file.`);
  const { client, at, has } = createDatabase(url);
  try {
    await at(() => client.connect());
    if (await at(() => has('calls'))) {
      const place = placeOf(url);
      throw new CannotStart(
        `DATABASE_URL: ${place} has a ledger, and nothing is restored over it: name an empty database.`,
      );
    }
  } finally {
    await client.end().catch(() => {});
  }
  try {
    mustBeOurs(file);
    runClient('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', '--no-password', file], url);
  } catch (error) {
    throw new CannotStart(`${file} cannot be restored: ${messageOf(error)}.`, { cause: error });
  }
}

/** Reads a file's list of contents. @throws Error where it is no back-up of a ledger. */
function mustBeOurs(file: string): void {
  if (!OURS.test(runClient('pg_restore', ['--list', file]))) throw new Error('it has no ledger');
}

/**
 * Runs one of PostgreSQL's programs on a database. The password is no argument, as others on the machine see those.
 *
 * @returns its output. @throws Error with the first line of what it said.
 */
function runClient(program: string, args: readonly string[], url?: string): string {
  const at = url === undefined ? undefined : new URL(url);
  const password = decodeURIComponent(at?.password ?? '');
  if (at) at.password = '';
  const { error, status, stdout, stderr } = spawnSync(program, [...(at ? [`--dbname=${at.href}`] : []), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status === 0) return stdout;
  const { code } = (error ?? {}) as { readonly code?: string };
  if (code === 'ENOENT') {
    throw new Error(
      `${program} is not here: install PostgreSQL’s client programs (postgresql-client), as new as the server`,
    );
  }
  const [why = ''] = (error?.message ?? stderr).trim().split('\n');
  throw new Error(why === '' ? `${program} ended with ${status}` : why.replace(/\.$/, ''));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
