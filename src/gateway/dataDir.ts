import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepToOwner } from '#gateway/folderRights.ts';
import { CannotStart } from '#gateway/settings/cannotStart.ts';

const SQLITE_BUSY = 5;

/**
 * Makes the folder and takes it for this process alone: a second gateway on one ledger would call the first one's
 * running calls lost. The lock ends with the process, however it ends.
 *
 * @returns lets go of the folder.
 * @throws CannotStart where another gateway has it, or it cannot be written.
 */
export function takeDataDir(dataDir: string): () => void {
  try {
    const isNew = !existsSync(dataDir);
    makeFolder(resolve(dataDir));
    if (isNew && process.platform === 'win32') keepToOwner(resolve(dataDir));
    const lock = new DatabaseSync(join(dataDir, 'gateway.lock'));
    lock.exec('begin exclusive'); // SQLite's file lock is all that is wanted of it: Node itself has none
    return () => lock.close();
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
