import { mkdir, mkdtemp, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeEach, expect, test } from 'vitest';
import { signaturesOf } from '#i18n/icu.ts';
import { messageTypes } from './messageTypes.ts';
import { messages } from './messages.ts';
import { WORDS } from './words.ts';

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

const READING = "console.log(firstWords().codes({ many: 2 }), translations, () => import('./later.ts'));";

/** Returns the chunks that the build makes of a page which reads the first area, and later the other one. */
async function built(): Promise<readonly string[]> {
  await write(
    'src/start.ts',
    `import { firstWords } from '#i18n/words/first.ts';
import { translations } from '#i18n/words/translations.ts';
${READING}`,
  );
  await write(
    'src/later.ts',
    "import { laterWords } from '#i18n/words/later.ts';\nexport const title = laterWords().title;",
  );
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

test('English comes with the chunk that reads it, and another language in one of its own, without the pages', async () => {
  const chunks = await built();
  const holding = (text: string) => chunks.filter((chunk) => chunk.includes(text));
  expect([holding('Begin'), holding('Go on')].map(({ length }) => length)).toEqual([1, 1]);
  expect(holding('Begin')).not.toEqual(holding('Go on'));
  expect(holding('Начать')).toEqual(holding('Дальше'));
  expect([...holding('For the gateway'), ...holding('Только')]).toEqual([]);
});

test('no chunk has a parser of messages in it', async () => {
  const chunks = await built();
  expect(chunks.join('')).not.toMatch(/\{many, plural,|ParseError/);
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
  await expect(built()).rejects.toThrow(said);
});

test('a message that is no ICU MessageFormat stops the build', async () => {
  await write('src/i18n/ru.json', JSON.stringify({ ...russian, later: { title: '{many, plural, one {#}' } }));
  await expect(built()).rejects.toThrow('later.title');
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

test('a build writes the modules, leaves one that says the same as it is, and takes away one that is of no area', async () => {
  await built();
  const textOf = (name: string) => readFile(join(root, WORDS, name), 'utf8');
  expect(await textOf('messages.ts')).toContain('readonly codes: (values: { readonly many: number }) => string;');
  const areas = ['first', 'later'].map((name) => join(root, WORDS, `${name}.ts`));
  for (const file of areas) await utimes(file, 1, 1);
  await write(`${WORDS}/gone.ts`, '');
  await write('src/i18n/en.json', JSON.stringify({ ...english, later: { title: '{many, number} more' } }));
  await write('src/i18n/ru.json', JSON.stringify({ ...russian, later: { title: 'Ещё {many, number}' } }));
  await built();
  expect(await textOf('messages.ts')).toContain('readonly title: (values: { readonly many: number }) => string;');
  expect(await textOf('later.ts')).toContain('" more"');
  const ages = await Promise.all(areas.map((file) => stat(file)));
  expect(ages.map(({ mtimeMs }) => mtimeMs === 1000)).toEqual([true, false]);
  expect(await readdir(join(root, WORDS))).not.toContain('gone.ts');
});
