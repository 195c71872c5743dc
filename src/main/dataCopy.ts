import * as fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { takeDataDir } from './dataDir.ts';
import { attempt } from '#contract/attempt.ts';
import { markIn } from '#ledger/sqliteSchema.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { syncToDisk } from '#settings/files.ts';

const LEDGER = 'ledger.sqlite';

/** The files of a back-up. It has no ledger checkpoint, which tells that a ledger was put back. The set-up writes `site.json`. */
const KEPT = [LEDGER, 'devices.sqlite', 'floor.sqlite', 'key-generations.json', 'site.json'];

/** The ends of the files of one SQLite database. */
const SQLITE_SUFFIXES = ['', '-wal', '-shm'];

const CHECKPOINT = 'ledger.witness';
const STAGED = '.restored';

/**
 * Copies the gateway's files into a new folder, also while it runs: each database as it was at one moment. The folder gets
 * its name once all is whole and on disk.
 *
 * @param into - the folder that the new one is made in. @param at - the time in its name.
 * @returns the new folder. @throws CannotStart with one line on why there is none, also where the ledger was moved away.
 */
export function copyData(dataDir: string, into: string, at: Date): string {
  if (!fs.existsSync(join(dataDir, LEDGER))) {
    throw new CannotStart(`DATA_DIR: ${dataDir} has no ${LEDGER}: name the folder of the gateway.`);
  }
  const target = join(into, `scanline-${stampOf(at)}`);
  const partial = `${target}.partial`;
  try {
    fs.mkdirSync(partial, { recursive: true, mode: 0o700 });
    for (const name of KEPT) copyOne(join(dataDir, name), join(partial, name));
    fs.renameSync(partial, target);
    syncToDisk(into);
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true });
    throw new CannotStart(`There is no back-up: ${messageOf(error)}.`, { cause: error });
  }
  return target;
}

/**
 * Puts a back-up in the place of the gateway's files, which are moved aside. The checkpoint goes with them, so that the
 * next start begins a new epoch: a call that was tried before, and is not in the back-up, is not sent again by itself.
 *
 * Killed half-way, it leaves no ledger: a gateway that starts then begins an epoch too.
 *
 * @returns where the old files are. @throws CannotStart where the gateway runs, the back-up is none, or either ledger was moved
 * away; nothing is changed.
 */
export function putBack(dataDir: string, from: string, at: Date): string {
  if (!fs.existsSync(join(from, LEDGER))) throw new CannotStart(`${from} is no back-up: it has no ${LEDGER}.`);
  using _taken = takeDataDir(dataDir);
  const closed = attempt(() => whyNotHere(join(dataDir, LEDGER))); // a broken file is what is put aside
  if (closed !== undefined) throw new CannotStart(`DATA_DIR: nothing is restored into ${dataDir}: ${closed}.`);
  const names = KEPT.filter((name) => fs.existsSync(join(from, name)));
  for (const name of names) stage(join(from, name), join(dataDir, name + STAGED), dataDir);
  const aside = join(dataDir, `before-restore-${stampOf(at)}`);
  fs.mkdirSync(aside, { mode: 0o700 });
  const old = [CHECKPOINT, ...names.flatMap((name) => SQLITE_SUFFIXES.map((suffix) => name + suffix))];
  for (const name of old) if (fs.existsSync(join(dataDir, name))) fs.renameSync(join(dataDir, name), join(aside, name));
  syncToDisk(dataDir);
  for (const name of names) fs.renameSync(join(dataDir, name + STAGED), join(dataDir, name));
  syncToDisk(dataDir);
  return aside;
}

/** Copies a file beside its place. @param folder - the owner of this folder gets the file, as root may restore for a service. */
function stage(from: string, to: string, folder: string): void {
  fs.rmSync(to, { force: true }); // a killed restore may have left one
  try {
    copyOne(from, to);
  } catch (error) {
    throw new CannotStart(`${from} cannot be restored: ${messageOf(error)}.`, { cause: error });
  }
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = fs.statSync(folder);
  fs.chownSync(to, uid, gid);
}

/** Copies a file and has it on disk; a database as it is at one moment. */
function copyOne(from: string, to: string): void {
  if (!fs.existsSync(from)) return;
  if (from.endsWith('.sqlite')) copyDatabase(from, to);
  else fs.copyFileSync(from, to);
  fs.chmodSync(to, 0o600);
  syncToDisk(to);
}

/** Copies a database. @throws where it is damaged. */
function copyDatabase(from: string, to: string): void {
  using db = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  const { quick_check: said } = db.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (said !== 'ok') throw new Error(said);
  db.prepare('vacuum into ?').run(to);
  const closed = whyNotHere(to); // of the copy: a move may have closed the ledger meanwhile
  if (closed === undefined) return;
  fs.rmSync(to);
  throw new Error(closed);
}

/** Tells why a ledger that a move closed is of no use, and where the one in use is. @returns `undefined`: it is open. */
function whyNotHere(path: string): string | undefined {
  const mark = markIn(path);
  if (!mark) return undefined;
  const moved = mark.state === 'left' ? 'was moved to' : 'is half moved from';
  return `the ledger ${moved} the database at ${mark.other}, where pg_dump backs it up and pg_restore puts it back`;
}

/** Returns a time as it stands in the name of a back-up. */
export function stampOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
