import { mkdir, mkdtemp, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeEach, expect, test } from 'vitest';
import { signaturesOf } from '#i18n/icu.ts';
import { MESSAGE_TYPES, messageTypes } from './messageTypes.ts';
import { messages } from './messages.ts';

const english = {
  first: { title: 'Begin', codes: '{many, plural, one {# code} other {# codes}}' },
  later: { title: 'Go on' },
  pages: { title: 'For the gateway alone' },
};
const russian = {
  first: { title: 'Начать', codes: '{many, plural, one {# код} few {# кода} many {# кодов} other {# кода}}' },
  later: { title: 'Дальше' },
  pages: { title: 'Только для шлюза' },
};

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scanline-messages-'));
  await write('src/i18n/en.json', JSON.stringify(english));
  await write('src/i18n/ru.json', JSON.stringify(russian));
  await write('src/i18n/words.ts', 'export declare const words: unknown;');
  await write('src/i18n/spoken.ts', "export { translations } from './words.ts';");
  await write(
    'src/i18n/icuRuntime.ts',
    'export const inLanguage = (area, english) => () => english; export const number = (_, value) => String(value); export const plural = (value, _, rule, forms) => forms[rule(value)];',
  );
  await write('package.json', '{"type":"module","imports":{"#i18n/*":"./src/i18n/*"}}');
});

async function write(name: string, text: string): Promise<void> {
  await mkdir(join(root, name, '..'), { recursive: true });
  await writeFile(join(root, name), text);
}

/** Returns the chunks that the build makes of a page which reads the first area, and later the other one. */
async function built(reading: string): Promise<readonly string[]> {
  await write(
    'src/start.ts',
    `import { words } from '#i18n/words.ts';\nimport { translations } from '#i18n/spoken.ts';\n${reading}`,
  );
  await write('src/later.ts', "import { words } from '#i18n/words.ts';\nexport const title = words('later').title;");
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [messages(root)],
    build: { lib: { entry: join(root, 'src/start.ts'), formats: ['es'] }, minify: false },
    resolve: {
      alias: {
        '@messageformat/runtime/lib/cardinals': join(
          import.meta.dirname,
          '../../node_modules/@messageformat/runtime/esm/cardinals.js',
        ),
      },
    },
  });
  const names = await readdir(join(root, 'dist'));
  return Promise.all(names.map((name) => readFile(join(root, 'dist', name), 'utf8')));
}

const READING = "console.log(words('first').codes({ many: 2 }), translations, () => import('./later.ts'));";

test('English comes with the chunk that reads it, and another language in one of its own, without the pages', async () => {
  const chunks = await built(READING);
  const holding = (text: string) => chunks.filter((chunk) => chunk.includes(text));
  expect([holding('Begin'), holding('Go on')].map(({ length }) => length)).toEqual([1, 1]);
  expect(holding('Begin')).not.toEqual(holding('Go on'));
  expect(holding('Начать')).toEqual(holding('Дальше'));
  expect([...holding('For the gateway'), ...holding('Только')]).toEqual([]);
});

test('no chunk has a parser of messages in it', async () => {
  const chunks = await built(READING);
  expect(chunks.join('')).not.toMatch(/\{many, plural,|ParseError/);
});

test('an area that is not there, and one that is not named, stop the build', async () => {
  await expect(built("console.log(words('frist').title, translations);")).rejects.toThrow(
    'there are no messages called frist',
  );
  await expect(built("const area = 'first'; console.log(words(area).title, translations);")).rejects.toThrow(
    'by something else than a name',
  );
});

test.each([
  [{ first: { title: 'Начать' } }, 'ru lacks first.codes'],
  [{ ...russian, later: { title: 'Дальше', more: 'Ещё' } }, 'ru has later.more, and English has not'],
  [
    { ...russian, first: { ...russian.first, codes: '{much, number}' } },
    'first.codes takes much in ru, and many in English',
  ],
])('a language that lacks something stops the build: %#', async (incomplete, said) => {
  await write('src/i18n/ru.json', JSON.stringify(incomplete));
  await expect(built(READING)).rejects.toThrow(said);
});

test('a message that is no ICU MessageFormat stops the build', async () => {
  await write('src/i18n/ru.json', JSON.stringify({ ...russian, later: { title: '{many, plural, one {#}' } }));
  await expect(built(READING)).rejects.toThrow('later.title');
});

test('what a message takes is read from all languages: one may count what another only shows', () => {
  const languages = {
    en: { a: { some: '{many} codes', none: 'none' } },
    ru: { a: { some: '{many, plural, other {#}}', none: 'нет' } },
  };
  const types = messageTypes(languages.en, signaturesOf(languages));
  expect(types).toContain('readonly some: (values: { readonly many: number }) => string;');
  expect(types).toContain('readonly none: string;');
});

test('a build writes the types of the messages beside the files, and leaves a file that says the same as it is', async () => {
  await built(READING);
  const file = join(root, MESSAGE_TYPES);
  const types = await readFile(file, 'utf8');
  expect(types).toContain('readonly codes: (values: { readonly many: number }) => string;');
  await utimes(file, 1, 1);
  await built(READING);
  expect((await stat(file)).mtimeMs).toBe(1000);
  await write('src/i18n/en.json', JSON.stringify({ ...english, later: { title: '{many, number} more' } }));
  await write('src/i18n/ru.json', JSON.stringify({ ...russian, later: { title: 'Ещё {many, number}' } }));
  await built(READING);
  expect(await readFile(file, 'utf8')).toContain('readonly title: (values: { readonly many: number }) => string;');
});

test('the tests’ cache of modules keeps none that is made of the languages’ files, as it would not see that these changed', () => {
  const kept: string[] = [];
  messages(root).configureVitest({
    defineCacheKeyGenerator(of) {
      for (const id of [
        'src/i18n/words.ts',
        'src/i18n/words.ts?area=first',
        'src/i18n/words.ts?language=ru',
        'src/a.ts',
      ])
        if (of({ id: join(root, id) }) !== false) kept.push(id);
    },
  });
  expect(kept).toEqual(['src/a.ts']);
});
