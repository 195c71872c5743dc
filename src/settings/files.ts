import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { CannotStart } from './cannotStart.ts';

/** A log in which a part of the gateway says in one line what happened. */
export interface LineLog {
  info(line: string): void;
  error(line: string): void;
}

/** Makes files that this process writes from now on readable to its own user alone. Windows has no such mask. */
export function makeFilesForOwnerAlone(): void {
  process.umask(0o077);
}

const LOOK_EVERY_MS = 1_000;

/**
 * Follows files while the gateway runs, by their time and size, so that a replaced file or another mount is seen too.
 *
 * @param readAgain - reads all of them anew; it never runs twice at once. What it throws is logged, and changes nothing.
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

/** Reads the file that a variable names. @throws CannotStart with one line that names both. */
export function readOwnFile(variable: string, file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`${variable}: ${file} cannot be read (${code ?? String(error)}).`, { cause: error });
  }
}

/** Syncs a file, or the names in a folder, to disk. Windows has no such call for a folder, and needs none. */
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

/** Writes a file beside its place, has it on disk, and puts it there in one step. */
export function writeWhole(path: string, text: string): void {
  const place = fs.existsSync(path) ? fs.realpathSync(path) : path; // of a link its target
  const mode = fs.statSync(place, { throwIfNoEntry: false })?.mode ?? 0o600;
  const fresh = `${place}.new`;
  fs.rmSync(fresh, { force: true });
  fs.writeFileSync(fresh, text, { flag: 'wx', mode: mode & 0o777, flush: true });
  fs.renameSync(fresh, place);
  syncToDisk(dirname(place)); // the name too is on disk then
}

/** Names why a file cannot be read or written: the system's code, or a sentence. */
export function fileFault(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code ?? message.replace(/\s+/g, ' ');
}
