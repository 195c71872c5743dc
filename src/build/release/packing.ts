import { gzipSync, zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { create } from 'tar';

/** A file of an archive. */
export interface Packed {
  /** Below the archive's one folder, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isProgram?: boolean;
}

/** The days that files of an archive can have, and the minutes of each: a clock that is put forward skips none of those. */
const FIRST_YEAR = 2016;
const DAYS = 3_000;
const FIRST_HOUR = 8;
const MINUTES = 12 * 60;

/** Lines that `sha256sum -c` takes, sorted by name. */
export function checksumsOf(files: readonly Packed[]): string {
  const lines = files.map(({ path, bytes }) => [path, `${sha256(bytes)}  ${path}\n`] as const);
  return lines
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
    .join('');
}

/** Returns the hash in hexadecimal. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Returns the time of all files of a release. It follows what is in them, so that the same sources give the same bytes, and
 * no two releases the same time: a web server names a file by its time and its length, and handhelds would keep an old
 * service worker for a new one of that length.
 *
 * @param checksums - of all its files.
 */
export function releaseTime(checksums: string): Date {
  const number = Number.parseInt(sha256(checksums).slice(0, 12), 16);
  const minute = Math.floor(number / DAYS) % MINUTES;
  return new Date(Date.UTC(FIRST_YEAR, 0, 1 + (number % DAYS), FIRST_HOUR, minute));
}

/** Packs one folder of files, gzipped, the same bytes for the same files. @param at - an empty folder to lay them in. */
export function tarGz(folder: string, files: readonly Packed[], time: Date, at: string): Uint8Array {
  for (const { path, bytes, isProgram } of files) {
    const place = join(at, folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
    chmodSync(place, isProgram ? 0o755 : 0o644);
  }
  const names = files.map(({ path }) => `${folder}/${path}`).sort();
  const file = join(at, 'archive.tar');
  create({ cwd: at, file, sync: true, portable: true, mtime: time, strict: true }, names);
  return gzipSync(readFileSync(file), { level: 9, mtime: 0 });
}

/** Packs one folder of files as a zip, the same bytes for the same files. */
export function zip(folder: string, files: readonly Packed[], time: Date): Uint8Array {
  // A zip holds what the clock of whoever made it shows: the same everywhere.
  const day = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()] as const;
  const shown = new Date(...day, time.getUTCHours(), time.getUTCMinutes());
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return zipSync(Object.fromEntries(sorted.map(({ path, bytes }) => [`${folder}/${path}`, bytes])), {
    level: 9,
    mtime: shown,
  });
}
