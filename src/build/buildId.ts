import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { filesIn } from './filesIn.ts';
import { WORDS } from './words.ts';

/** Returns the version that a handheld and the gateway show: the one of package.json, and `+` the build of the app. */
export async function versionOf(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return `${version}+${await buildId(root)}`;
}

/** Folders of the gateway, which the app is not built from, and that of what is made of the languages' files. */
const NO_PART = [join('src', 'gateway'), join('src', 'build', 'gateway'), join(WORDS)];

/** Returns seven hex digits over everything the app is built from: the same sources give the same build. */
async function buildId(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const part of ['index.html', 'package-lock.json', 'public', 'src', 'vite.config.ts']) {
    for (const file of await filesIn(join(root, part))) {
      const name = relative(root, file);
      if (NO_PART.some((folder) => name.startsWith(folder)) || name.includes('.test.')) continue;
      hash.update(`${name}\0`).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 7);
}
