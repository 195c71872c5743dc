import { join } from 'node:path';
import { type Plugin, normalizePath } from 'vite';
import { gapsIn, moduleOf, signaturesOf, withItsPlurals } from '#i18n/icu.ts';
import { PAGES, languageFiles } from './languageFiles.ts';
import { writeMessageTypes } from './messageTypes.ts';

/** A plugin that is asked by the tests' cache too: of a module for which `false` is said nothing is kept. */
interface CachedInTests extends Plugin {
  configureVitest(cache: {
    defineCacheKeyGenerator(of: (module: { readonly id: string }) => false | undefined): void;
  }): void;
}

/** The module that says how messages are read. What it declares is written here. */
const WORDS = 'src/i18n/words.ts';

/** The import of a module that reads messages: each call of it becomes one of the area's own module. */
const IMPORT = /^import \{ words \} from '#i18n\/words\.ts';$/m;

/**
 * Makes modules of the messages in src/i18n/*.json: one for each area in English, which comes with the chunk that reads
 * `words('area')`, and one for each other language, which is loaded when it is spoken. No parser reaches the page.
 * It writes the messages' types too: at the start, and again at each change of those files.
 */
export function messages(root: string): CachedInTests {
  const home = normalizePath(join(root, WORDS));
  const read = () => {
    const languages = languageFiles(root);
    const { en: english = {} } = languages;
    const gaps = Object.entries(languages).flatMap(([language, tree]) => gapsIn(language, tree, english));
    if (gaps.length > 0) throw new Error(gaps.join('\n'));
    return { languages, signatures: signaturesOf(languages) };
  };
  let files: ReturnType<typeof read> | undefined;

  return {
    name: 'scanline:messages',
    enforce: 'pre',
    /** The tests' cache of modules knows a module by its own file: this one is made of others, and is read anew in each run. */
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (id.split('?')[0] === home ? false : undefined));
    },
    buildStart() {
      files = undefined;
      writeMessageTypes(root);
    },
    watchChange(file) {
      files = undefined;
      if (join(file, '..') === join(root, 'src/i18n') && file.endsWith('.json')) writeMessageTypes(root);
    },
    load(id) {
      const [file, query] = id.split('?');
      if (file !== home) return undefined;
      const { languages, signatures } = (files ??= read());
      for (const language of Object.keys(languages)) this.addWatchFile(join(root, `src/i18n/${language}.json`));
      const asked = new URLSearchParams(query);
      const [area, language] = [asked.get('area'), asked.get('language')];
      if (area !== null) {
        const tree = languages['en']?.[area];
        if (typeof tree !== 'object') return this.error(`there are no messages called ${area}`);
        return written(moduleOf('en', tree, signatures, area), `inLanguage("${area}",`, ');');
      }
      if (language !== null) {
        const { [PAGES]: _, ...tree } = languages[language] ?? {};
        return written(withItsPlurals(moduleOf(language, tree, signatures), language));
      }
      const others = Object.keys(languages).filter((name) => name !== 'en');
      const loaders = others.map((name) => `${name}:async()=>(await import('./words.ts?language=${name}')).words`);
      return `export const translations={${loaders.join()}}`;
    },
    transform(code, id) {
      if (!IMPORT.test(code)) return undefined;
      const areas = new Set<string>();
      const called = code.replaceAll(/\bwords\('(\w+)'\)/g, (_, area: string) => {
        areas.add(area);
        return `words_${area}()`;
      });
      if (/\bwords\(/.test(called)) this.error(`${id} reads words() by something else than a name`);
      const imports = [...areas].map((area) => `import{words as words_${area}}from'${home}?area=${area}';`);
      return { code: called.replace(IMPORT, imports.join('')), map: null };
    },
  };
}

/** Returns the library's module as one of ours: with our way to show numbers, and a name for what it exports. */
function written(module: string, before = '', after = ''): string {
  const code = module.replace('"@messageformat/runtime"', "'./icuRuntime.ts'");
  return `import{inLanguage}from'./icuRuntime.ts';${code.replace('export default ', `export const words=${before}`)}${after}`;
}
