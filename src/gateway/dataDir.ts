import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve, win32 } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { attempt } from '#contract/attempt.ts';
import { CannotStart } from '#gateway/settings/cannotStart.ts';
import { spawnSync } from 'node:child_process';

const SQLITE_BUSY = 5;

/**
 * Makes the folder and takes it for this process alone: a second gateway on one ledger would call the first one's
 * running calls lost. The lock ends with the process, however it ends.
 *
 * @returns has the folder until it is disposed of.
 * @throws CannotStart where another gateway has it, or it cannot be written.
 */
export function takeDataDir(dataDir: string): Disposable {
  try {
    const isNew = !existsSync(dataDir);
    makeFolder(resolve(dataDir));
    if (isNew && process.platform === 'win32') keepToOwner(resolve(dataDir));
    const lock = new DatabaseSync(join(dataDir, 'gateway.lock'));
    lock.exec('begin exclusive'); // SQLite's file lock is all that is wanted of it: Node itself has none
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

/** What a gateway writes there, by name: the folder may hold somebody else's files too. */
const OWN_FILES =
  /^(?:gateway\.lock.*|key-generations\.json|site\.json(?:\.before)?|ledger\.(?:postgres\.)?witness|(?:ledger|devices|lives|standin)\.sqlite.*)$/;

/** Takes what an older gateway left readable to everybody away from them. On Windows the folder's rights say it. */
function shutOwnFiles(dataDir: string): void {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const facts = OWN_FILES.test(name) ? lstatSync(path) : undefined;
    const isOpen = facts?.isFile() === true && (facts.mode & 0o077) !== 0;
    if (isOpen) attempt(() => chmodSync(path, facts.mode & 0o700)); // another user's stays as that one made it
  }
}

/**
 * Makes the folder and what it is in. One by one: Node's own `recursive` never ends where a folder is there and says
 * that nothing can be in it, such as /proc.
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
 * Windows knows no mode 0700. This command takes from a folder what it inherits, and leaves it and what will be in it to
 * whoever owns it, to the system and to administrators. Those are named by their SIDs, as their names are translated.
 *
 * @param systemRoot - where Windows is: a program of this name in the working folder is another one.
 */
export function keepToOwnerCommand(folder: string, systemRoot = String.raw`C:\Windows`): readonly [string, string[]] {
  const [owner, system, administrators] = ['*S-1-3-4', '*S-1-5-18', '*S-1-5-32-544'];
  const everything = [owner, system, administrators].map((who) => `${who}:(OI)(CI)F`);
  return [
    win32.join(systemRoot, 'System32', 'icacls.exe'),
    [folder, '/inheritance:r', '/grant:r', ...everything, '/q'],
  ];
}

/** Does that with a folder that was just made; where it cannot, the folder is gone again. @throws Error */
function keepToOwner(folder: string): void {
  const { status, error } = spawnSync(...keepToOwnerCommand(folder, process.env['SystemRoot']), { encoding: 'utf8' });
  if (status === 0) return;
  rmdirSync(folder); // else the next start would take it for one that somebody made as it is
  throw new Error(`its rights cannot be set: icacls ended with ${status ?? error?.message}`);
}
