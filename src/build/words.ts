import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageTree, gapsIn, moduleOf, signaturesOf } from '#i18n/icu.ts';
import { PAGES, languageFiles } from './languageFiles.ts';
import { messageTypes } from './messageTypes.ts';

/** The folder of the modules that are made of the languages' files. They are no sources: git, build id and release leave them out. */
export const WORDS = 'src/i18n/words';

/**
 * Writes the messages as modules, with their types, into `WORDS`. What says the same already stays as it is: it makes no build
 * stale. What nothing is made into any more goes.
 *
 * @throws Error where a language lacks something, or a message is no ICU MessageFormat: then nothing is written.
 */
export function writeWords(root: string): void {
  const folder = join(root, WORDS);
  const modules = modulesOf(languageFiles(root));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!modules.has(name)) rmSync(join(folder, name));
  for (const [name, text] of modules) {
    const file = join(folder, name);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}

/**
 * Returns the modules by their names: English by area, which comes with the chunk that reads it; each other language whole, in
 * a chunk of its own; the gateway's pages in all languages. No parser of messages is in any.
 */
function modulesOf(languages: Readonly<Record<string, MessageTree>>): ReadonlyMap<string, string> {
  const { en: english = {} } = languages;
  const gaps = Object.entries(languages).flatMap(([tag, tree]) => gapsIn(tag, tree, english));
  if (gaps.length > 0) throw new Error(gaps.join('\n'));
  const signatures = signaturesOf(languages);
  const modules = new Map([['messages.ts', messageTypes(english, signatures)]]);
  for (const area of Object.keys(english).filter((name) => name !== PAGES)) {
    const compiled = moduleOf('en', treeAt(english, area), signatures, area);
    modules.set(`${area}.ts`, areaModule(area, compiled));
  }
  for (const [tag, { [PAGES]: _, ...tree }] of Object.entries(languages)) {
    if (tag !== 'en') modules.set(`all.${tag}.ts`, wholeModule(tag, moduleOf(tag, tree, signatures)));
    const pages = moduleOf(tag, treeAt(languages[tag] ?? {}, PAGES), signatures, PAGES);
    modules.set(`pages.${tag}.ts`, pagesModule(tag, pages));
  }
  return modules.set('translations.ts', loaders(languages)).set('pages.ts', allPages(languages));
}

function treeAt(tree: MessageTree, key: string): MessageTree {
  const inner = tree[key];
  if (typeof inner !== 'object') throw new Error(`there are no messages called ${key}`);
  return inner;
}

/** Returns the line that says what a module is made of. */
const made = (of: string): string =>
  `// Made of src/i18n/${of}.json by \`npm run messages\`, types, lint, build and tests.\n`;

/** Returns the first lines of a module of compiled messages. What it exports has its type; the library's code in it has none. */
const compiledOf = (tag: string): string => `// @ts-nocheck\n${made(tag)}`;

/** Has a handheld's messages write numbers by src/i18n/icuRuntime.ts. */
const ofHandheld = (module: string): string => module.replace('"@messageformat/runtime"', "'#i18n/icuRuntime.ts'");

function areaModule(area: string, compiled: string): string {
  const start = `export const ${area}Words = inLanguage('${area}', `;
  return `${compiledOf('en')}import { inLanguage } from '#i18n/icuRuntime.ts';
${ofHandheld(compiled).replace('export default ', start)});\n`;
}

function wholeModule(tag: string, compiled: string): string {
  return `${compiledOf(tag)}import type { AppMessages } from './messages.ts';
${ofHandheld(compiled).replace('export default ', 'export const allWords: AppMessages = ')};\n`;
}

function pagesModule(tag: string, compiled: string): string {
  return `${compiledOf(tag)}import type { Messages } from './messages.ts';
${compiled.replace('export default ', `export const pages: Messages['${PAGES}'] = `)};\n`;
}

function loaders(languages: object): string {
  const others = Object.keys(languages).filter((tag) => tag !== 'en');
  const lines = others.map((tag) => `  ${tag}: async () => (await import('./all.${tag}.ts')).allWords,\n`);
  return `${made('*')}import type { Language } from '#contract/languages.ts';
import type { AppMessages } from './messages.ts';

/** Loads all messages of a language, a chunk for each; English comes by area. */
export const translations: Readonly<Partial<Record<Language, () => Promise<AppMessages>>>> = {
${lines.join('')}};\n`;
}

function allPages(languages: Readonly<Record<string, MessageTree>>): string {
  const tags = Object.keys(languages);
  const words = Object.entries(languages).map(([tag, { entered, called, printing, printingWhy }]) => {
    const operations = typeof called === 'object' ? called['operations'] : undefined;
    return [
      tag,
      {
        entered,
        operations,
        ...(typeof printing === 'object' && printing),
        ...(typeof printingWhy === 'object' && printingWhy),
      },
    ];
  });
  return `${made('*')}import type { Language } from '#contract/languages.ts';
import type { Messages } from './messages.ts';
${tags.map((tag) => `import { pages as ${tag} } from './pages.${tag}.ts';\n`).join('')}
type Texts = Readonly<Record<string, string>>;
type WorkersArea = 'entered' | 'operations' | 'causes' | 'states' | 'known' | 'standings';

/** The messages of the gateway's pages in each language. */
export const pageMessages: Readonly<Record<Language, Messages['${PAGES}']>> = { ${tags.join(', ')} };

/** The workers' words for operations, parameters and print jobs, in each language. */
export const workersWords: Readonly<Record<Language, Readonly<Record<WorkersArea, Texts>>>> = ${JSON.stringify(Object.fromEntries(words), null, 2)};\n`;
}
