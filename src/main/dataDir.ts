import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve, win32 } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { attempt } from '#contract/attempt.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { spawnSync } from 'node:child_process';

const SQLITE_BUSY = 5;

/**
 * Makes the folder and takes it for this process alone: a second gateway on one ledger would call the first one's
 * running calls lost. The lock ends with the process, however it ends.
 *
 * @returns the lock; dispose of it to give the folder back.
 * @throws CannotStart where another gateway has it, or it cannot be written.
 */
export function takeDataDir(dataDir: string): Disposable {
  try {
    const isNew = !existsSync(dataDir);
    makeFolder(resolve(dataDir));
    if (isNew && process.platform === 'win32') keepToOwner(resolve(dataDir));
    const lock = new DatabaseSync(join(dataDir, 'gateway.lock'));
    lock.exec('begin exclusive'); // for SQLite's file lock: Node itself has none
    shutOwnFiles(dataDir);
    return lock;
  } catch (error) {
    const { errcode, code, message } = error as { errcode?: number; code?: string; message: string };
    if (errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY) {
      throw new CannotStart(
        `DATA_DIR: ${dataDir} is in use by another gateway: stop that one, or name another folder.`,
        { cause: error },
      );
    }
    const why = errcode === undefined ? (code ?? message) : message;
    throw new CannotStart(`DATA_DIR: ${dataDir} cannot be written (${why}).`, { cause: error });
  }
}

/** The names of a gateway's files: the folder may hold somebody else's too. */
const OWN_FILES =
  /^(?:gateway\.lock.*|key-generations\.json|site\.json(?:\.before)?|ledger\.(?:postgres\.)?witness|(?:ledger|devices|lives|floor|standin)\.sqlite.*)$/;

/** Makes files that an older gateway left open readable to their owner alone. On Windows the folder's rights do so. */
function shutOwnFiles(dataDir: string): void {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const facts = OWN_FILES.test(name) ? lstatSync(path) : undefined;
    const isOpen = facts?.isFile() === true && (facts.mode & 0o077) !== 0;
    if (isOpen) attempt(() => chmodSync(path, facts.mode & 0o700)); // another user's file stays as it is
  }
}

/**
 * Makes the folder and those above it, one by one: Node's own `recursive` never ends below a folder that can hold none,
 * such as /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    mkdirSync(path, { recursive: true }); // a file of this name is an error
    return;
  }
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Returns the command that closes a folder on Windows, which has no mode 0700: the folder inherits no rights, and it and its
 * files are open to their owner, the system and administrators. These have SIDs here, as Windows translates their names.
 *
 * @param systemRoot - the folder of Windows: a program of this name in the working folder is another one.
 */
export function keepToOwnerCommand(folder: string, systemRoot = String.raw`C:\Windows`): readonly [string, string[]] {
  const [owner, system, administrators] = ['*S-1-3-4', '*S-1-5-18', '*S-1-5-32-544'];
  const everything = [owner, system, administrators].map((who) => `${who}:(OI)(CI)F`);
  return [
    win32.join(systemRoot, 'System32', 'icacls.exe'),
    [folder, '/inheritance:r', '/grant:r', ...everything, '/q'],
  ];
}

/** Closes a folder that was just made, or removes it. @throws Error where it cannot close it. */
function keepToOwner(folder: string): void {
  const { status, error } = spawnSync(...keepToOwnerCommand(folder, process.env['SystemRoot']), { encoding: 'utf8' });
  if (status === 0) return;
  rmdirSync(folder); // the next start would take it for a folder that somebody opened on purpose
  throw new Error(`its rights cannot be set: icacls ended with ${status ?? error?.message}`);
}
