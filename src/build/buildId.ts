import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { filesIn } from './filesIn.ts';

/** Ten hex digits over everything the app is built from: the same sources give the same build. */
export async function buildId(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const part of ['index.html', 'package-lock.json', 'public', 'src', 'vite.config.ts']) {
    for (const file of await filesIn(join(root, part))) {
      const name = relative(root, file);
      if (name.startsWith(join('src', 'gateway')) || name.includes('.test.')) continue;
      hash.update(`${name}\0`).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 10);
}
