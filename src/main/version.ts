import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project or the release. */
export const PROJECT_DIR = join(import.meta.dirname, '..', '..');

/** The folder of the built app. */
export const DIST_DIR = join(PROJECT_DIR, 'dist');

/** Tells whether a program's arguments ask for its version. */
export function asksForVersion([first]: readonly string[]): boolean {
  return first === '--version' || first === '-v';
}

/** Reads the version of the app that is served, which its handhelds show too; where none is built, the project's. */
export function readVersion(distDir = DIST_DIR): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as { version: string };
  const built = join(distDir, 'build-id.txt');
  return existsSync(built) ? `${version}+${readFileSync(built, 'utf8')}` : version;
}
