import { readFileSync, readdirSync } from 'node:fs';
import MessageFormat from '@messageformat/core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isLanguage, languageTags, languages } from '#contract/languages.ts';
import { type MessageTree, argumentsOf, gapsIn, messagesIn } from './icu.ts';
import { language, onLanguage, speakIn } from './spoken.ts';
import { codeWords } from './words/code.ts';
import { historyWords } from './words/history.ts';
import { queueWords } from './words/queue.ts';
import { pageMessages } from './words/pages.ts';

/** Names, and words of menus and of makers, that no language translates. */
const names =
  /Scanline|DataWedge|Honeywell|Android|Zebra|Caps Lock|Enter|Tab|Ctrl|HTTP|https?:|https|GS1|ASCII|JSON|CSV|QR|MB|OK|PIN|CN|KJY|POST|PDF|ZPL|UTC|ENROLMENT|PostgreSQL|SITE_CONFIG|site\.json|Web Serial|AZERTY|QWERTZ|QWERTY|ABNT2/g;
/** By their makers' names, whole. */
const asTheyAre = /^(?:calibration\.advice|code\.symbologies)\./;
/** One letter, or a sign: what stands between words. */
const hasNoWord = /^[^A-Za-zА-Яа-я一-龥]*$/;

const files = Object.fromEntries(languageTags.map((tag) => [tag, read(tag)]));
const english = new Map(messagesIn(files['en'] ?? {}));
const others = languageTags.filter((tag) => tag !== 'en');

function read(tag: string): MessageTree {
  return JSON.parse(readFileSync(`src/i18n/${tag}.json`, 'utf8')) as MessageTree;
}

/** Returns what a reader sees of a message, whatever is put into it: without arguments and the names of plural forms. */
function spokenPart(message: string): string {
  return message
    .replaceAll(/\{\w+, (?:plural|select),/g, '')
    .replaceAll(/\b(?:zero|one|two|few|many|other|=\d+) \{/g, '{')
    .replaceAll(/\{\w+(?:, number)?\}/g, '');
}

test.each(languageTags)('in the file of %s, what cannot be seen is written as an escape', (tag) => {
  expect(readFileSync(`src/i18n/${tag}.json`, 'utf8')).not.toMatch(/(?![ \n])[\p{Z}\p{C}]/u);
});

describe.each(languageTags)('in %s', (tag) => {
  const messages = messagesIn(files[tag] ?? {});

  test('there is every message, and none that English lacks, in the same order', () => {
    expect(messages.map(([path]) => path)).toEqual([...english.keys()]);
  });

  test('every message is ICU MessageFormat, with plural forms that the language has, and says something', () => {
    for (const [path, message] of messages) {
      expect(() => argumentsOf(tag, message), path).not.toThrow();
      expect(message, path).not.toBe('');
    }
  });

  test('every message takes what the English one takes', () => {
    expect(gapsIn(tag, files[tag] ?? {}, files['en'] ?? {})).toEqual([]);
  });
});

describe.each(others)('in %s', (tag) => {
  test('every message is another than the English one, but where it has no word', () => {
    const same = messagesIn(files[tag] ?? {}).filter(([path, message]) => {
      const said = spokenPart(message).replace(names, '');
      return message === english.get(path) && !asTheyAre.test(path) && !hasNoWord.test(said);
    });
    expect(same).toEqual([]);
  });
});

test.each(others.filter((tag) => new Intl.Locale(tag).maximize().script !== 'Latn'))(
  'in %s, which has letters of its own, no English word was left standing',
  (tag) => {
    const left = messagesIn(files[tag] ?? {}).filter(
      ([path, message]) => !asTheyAre.test(path) && /[A-Za-z]{2}/.test(spokenPart(message).replace(names, '')),
    );
    expect(left).toEqual([]);
  },
);

test('every message is read: by its name, or by a name that the code has where an area is read as a whole', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.startsWith('i18n/words/'),
  );
  const code = sources.map((name) => readFileSync(`src/${name}`, 'utf8')).join('\n');
  const { pages: _, ...areas } = files['en'] ?? {};
  const unread = Object.entries(areas).flatMap(([area, tree]) => {
    const isReadWhole = new RegExp(`${area}Words\\(\\)(?!\\s*\\.)`).test(code);
    const reading = (key: string): RegExp =>
      isReadWhole ? new RegExp(`\\b${key}\\b`) : new RegExp(`${area}Words\\(\\)\\s*\\.${key}\\b`);
    return Object.keys(tree)
      .filter((key) => !reading(key).test(code))
      .map((key) => `${area}.${key}`);
  });
  expect(unread).toEqual([]);
});

test('what things are called begins small in English and Russian: it stands in the middle of sentences', () => {
  const nouns = ['en', 'ru'].flatMap((tag) =>
    messagesIn(files[tag] ?? {}).filter(([path]) => /^(?:task|revertOff)\b.*(?:\.noun|\.nouns\.\w+)$/.test(path)),
  );
  expect(nouns.length).toBeGreaterThan(20);
  expect(nouns.filter(([, text]) => text.charAt(0) !== text.charAt(0).toLowerCase())).toEqual([]);
});

describe('what is spoken', () => {
  beforeAll(() => speakIn('en'));
  afterEach(() => speakIn('en'));

  test('Russian counts by its own three forms', async () => {
    await speakIn('ru');
    const counted = [1, 2, 5, 11, 21, 22, 25, 101, 111].map((many) => historyWords().found({ many }));
    expect(counted).toEqual(
      [
        '1 запись',
        '2 записи',
        '5 записей',
        '11 записей',
        '21 запись',
        '22 записи',
        '25 записей',
        '101 запись',
        '111 записей',
      ].map((many) => `${many}.`),
    );
  });

  test('a number in a message is written as the language writes it', async () => {
    const said = [];
    for (const tag of ['en', 'ru'] as const) {
      await speakIn(tag);
      said.push(historyWords().filtersOn({ many: 12_345 }));
    }
    expect(said).toEqual(['Filters (12,345)', 'Фильтры (12\u00a0345)']);
  });

  test('a language takes the place of the other everywhere at once, and whoever draws is told', async () => {
    const told: string[] = [];
    const end = onLanguage(() => told.push(`${language()}: ${queueWords().title}`));
    await speakIn('ru');
    await speakIn('zh');
    await speakIn('zh');
    await speakIn('en');
    end();
    await speakIn('ru');
    expect(told).toEqual(['ru: Очередь', 'zh: 队列', 'en: Queue']);
  });

  test('of two that are asked for at once the later one is spoken, whichever is loaded first', async () => {
    await Promise.all([speakIn('zh'), speakIn('en')]);
    expect(queueWords().title).toBe('Queue');
    await Promise.all([speakIn('ru'), speakIn('zh')]);
    expect(queueWords().title).toBe('队列');
  });

  test('what a message takes is typed', () => {
    // @ts-expect-error -- the argument is missing
    expect(() => codeWords().characters()).toThrow(TypeError);
    // @ts-expect-error -- it is counted, so it is a number
    expect(codeWords().characters({ many: 'x' })).toContain('character');
  });
});

/** Returns the text of a message, or what its function makes of what is said in it. */
function saidBy(tree: unknown, path: string, facts: object): unknown {
  const found = path.split('.').reduce((at, name) => (at as Readonly<Record<string, unknown>>)[name], tree);
  return typeof found === 'function' ? (found as (facts: object) => unknown)(facts) : found;
}

test.each(languageTags)('in %s each message of the gateway’s pages says what the library makes of it', (tag) => {
  const { pages = {} } = files[tag] ?? {};
  const library = new MessageFormat(tag);
  for (const [path, message] of messagesIn(pages as MessageTree)) {
    for (const many of [0, 1, 2, 5, 1_234]) {
      const facts = Object.fromEntries([...argumentsOf(tag, message).keys()].map((name) => [name, many]));
      expect(saidBy(pageMessages[tag], path, facts), path).toBe(library.compile(message)(facts));
    }
  }
});

test('the languages are known by their tags, and are called as they call themselves', () => {
  expect(['ru', 'xx', 'toString', undefined].map(isLanguage)).toEqual([true, false, false, false]);
  expect(languages).toMatchObject({ en: 'English', zh: '简体中文', ru: 'Русский' });
});
