import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MessageTree } from '#i18n/icu.ts';

/** The part of a language's file that the gateway's pages read, and no handheld. */
export const PAGES = 'pages';

/** Reads the files of the languages in `src/i18n`, by their tags. */
export function languageFiles(root: string): Record<string, MessageTree> {
  const folder = join(root, 'src/i18n');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('tsconfig'));
  return Object.fromEntries(
    names.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8')) as MessageTree]),
  );
}
