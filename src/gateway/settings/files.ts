import * as fs from 'node:fs';
import { CannotStart } from './cannotStart.ts';

/** Where a part of the gateway says in one line what happened. */
export interface LineLog {
  info(line: string): void;
  error(line: string): void;
}

/** Has what this process makes from now on readable to its own user alone, whatever it was started with. Windows has no such mask. */
export function makeFilesForOwnerAlone(): void {
  process.umask(0o077);
}

const LOOK_EVERY_MS = 1_000;

/**
 * Follows files while the gateway runs, by their time and size: what replaces a file as a whole, or mounts another, is
 * seen too.
 *
 * @param readAgain - reads all of them anew, one time after the other; what it throws is logged, and changes nothing.
 */
export function followFiles(files: readonly string[], readAgain: () => Promise<void> | undefined, log: LineLog) {
  const tell = (error: unknown): void => {
    log.error(`${error instanceof Error ? error.message : String(error)} The last good one stays.`);
  };
  let reading: Promise<void> | undefined;
  const reload = (): void => {
    try {
      reading = (reading?.then(readAgain) ?? readAgain())?.catch(tell);
    } catch (error) {
      tell(error);
    }
  };
  for (const file of files) fs.watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  return {
    reload,
    close(): void {
      for (const file of files) fs.unwatchFile(file, reload);
    },
  };
}

/** The file that a variable names. @throws CannotStart with one line that names both. */
export function readOwnFile(variable: string, file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`${variable}: ${file} cannot be read (${code ?? String(error)}).`, { cause: error });
  }
}

/** Has a file, or what a folder lists, on disk. Windows has no such call for a folder, and needs none. */
export function syncToDisk(path: string): void {
  const isFolder = fs.statSync(path).isDirectory();
  if (isFolder && process.platform === 'win32') return;
  const file = fs.openSync(path, isFolder ? 'r' : 'r+');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
