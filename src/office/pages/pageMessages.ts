import { readFileSync } from 'node:fs';
import { type Language, languageTags } from '#contract/languages.ts';
import { type MessageTree, compiled, signaturesOf } from '#i18n/icu.ts';
import type { Messages } from '#i18n/messages.ts';

// Compiled here where the sources run as they are. The build writes this module anew, compiled: src/build/gateway/inlined.ts.

/** The workers' words for operations and parameters. */
export interface WorkersWords {
  readonly entered: Readonly<Record<string, string>>;
  readonly operations: Readonly<Record<string, string>>;
}

interface LanguageFile {
  readonly pages: MessageTree;
  readonly entered: WorkersWords['entered'];
  readonly called: Pick<WorkersWords, 'operations'>;
}

const files = languageTags.map((tag) => [tag, readFile(tag)] as const);
const signatures = signaturesOf(Object.fromEntries(files.map(([tag, { pages }]) => [tag, { pages }])));

/** The messages of the gateway's pages in each language. */
export const pageMessages = byLanguage(
  ({ pages }, tag) => compiled(tag, pages, signatures, 'pages') as Messages['pages'],
);

/** The workers' words that these pages use, in each language. */
export const workersWords = byLanguage<WorkersWords>(({ entered, called: { operations } }) => ({
  entered,
  operations,
}));

function byLanguage<T>(map: (file: LanguageFile, tag: Language) => T): Readonly<Record<Language, T>> {
  return Object.fromEntries(files.map(([tag, file]) => [tag, map(file, tag)])) as Record<Language, T>;
}

function readFile(tag: Language): LanguageFile {
  const file = new URL(`../../i18n/${tag}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as LanguageFile;
}
