import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, normalizePath } from 'vite';
import { PAGES, languageFiles } from '#build/languageFiles.ts';
import { type MessageTree, moduleOf, signaturesOf, withItsPlurals } from '#i18n/icu.ts';

/** The module of the texts that the gateway's pages load. */
const FILES = 'src/office/pages/pageFiles.ts';
/** The module of the pages' messages. What it declares is written here. */
const MESSAGES = 'src/office/pages/pageMessages.ts';
/** The one module that asks where it lies: the bundle lies as deep below the project as it does. */
const PLACED = 'src/main/version.ts';

/**
 * Puts into the gateway's bundle what its sources read beside themselves: styles and scripts of its pages as texts, and
 * their messages compiled, so that no parser of messages is loaded. A module that reads a further file there stops the build.
 */
export function inlined(root: string): Plugin {
  const place = (name: string): string => normalizePath(join(root, name));
  const [files, messages, placed, sources] = [FILES, MESSAGES, PLACED, 'src/'].map(place);
  let languages: Readonly<Record<string, MessageTree>> = {};
  return {
    name: 'scanline:inlined',
    enforce: 'pre',
    buildStart() {
      languages = languageFiles(root);
    },
    load(id) {
      const [file, query] = id.split('?');
      if (file !== messages) return undefined;
      const tags = Object.keys(languages);
      for (const tag of tags) this.addWatchFile(join(root, `src/i18n/${tag}.json`));
      const language = new URLSearchParams(query).get('language');
      if (language !== null) return compiledPages(languages, language);
      const imports = tags.map((tag) => `import ${tag} from '${messages}?language=${tag}';\n`);
      return `${imports.join('')}export const pageMessages = { ${tags.join(', ')} };
export const workersWords = ${JSON.stringify(workersWordsOf(languages))};\n`;
    },
    transform(code, id) {
      if (!id.startsWith(sources ?? '') || id === placed) return undefined;
      const text = (file: string): string => {
        const path = join(dirname(id), file);
        this.addWatchFile(path);
        return JSON.stringify(readFileSync(path, 'utf8'));
      };
      const written =
        id === files
          ? code
              .replace(/^function textOf\([^]*?^\}\n/m, '')
              .replaceAll(/\btextOf\('([^']+)'\)/g, (_, file: string) => text(file))
          : code;
      if (/\bimport\.meta\.(?:url|dirname|filename)\b/.test(written))
        this.error(`${id} reads a file beside itself, which the bundle has not`);
      return { code: written, map: null };
    },
  };
}

function compiledPages(languages: Readonly<Record<string, MessageTree>>, language: string): string {
  const pages = languages[language]?.[PAGES];
  if (typeof pages !== 'object') throw new Error(`src/i18n/${language}.json has no “${PAGES}”`);
  return withItsPlurals(moduleOf(language, pages, signaturesOf(languages), PAGES), language);
}

/** Picks the workers' words for operations and parameters, in each language. */
function workersWordsOf(languages: Readonly<Record<string, MessageTree>>): object {
  const picked = Object.entries(languages).map(([tag, { entered, called }]) => {
    const operations = typeof called === 'object' ? called['operations'] : undefined;
    return [tag, { entered, operations }];
  });
  return Object.fromEntries(picked) as object;
}
