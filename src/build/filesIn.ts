import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns `path` itself, or every file below it, in one order on every machine. */
export async function filesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
