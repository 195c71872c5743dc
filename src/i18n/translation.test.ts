import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { homeWords } from '#i18n/en/home.ts';
import { inWords, isLanguage, language, languages, onLanguage, speak } from './language.ts';
import type { Translation } from './translation.ts';

type Node = string | ((...values: unknown[]) => unknown) | { readonly [key: string]: Node };
type Text = readonly [path: string, text: string];

/** Names, and words of menus and of makers, that no language translates. */
const names =
  /Scanline|DataWedge|Honeywell|Android|Zebra|Caps Lock|Enter|Tab|Ctrl|HTTP|https?:|https|GS1|JSON|CSV|QR|MB|OK|PIN|CN|KJY|POST|PDF|ZPL|site\.json|Web Serial/g;
/** By their makers' names, whole. */
const asTheyAre = ['calibration.advice', 'code.symbologies'];
/** English has these where they happen, and the tests of app/explain.ts look for each of them. */
const elsewhere = /^(?:error\.invalid|trouble)\./;
/** What is given to a function whose values are not all texts or numbers. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  'calibration.endings': [['tab', 'enter']],
  'rescue.read': [1, 3, [2, 3]],
  'camera.still': [2, 'failed'],
};

let english: Readonly<Record<string, Node>>;
let others: Readonly<Record<'zh' | 'ru', Readonly<Record<string, Node>>>>;

beforeAll(async () => {
  const modules = import.meta.glob<Record<string, unknown>>(['./en/*.ts', '!./en/*.test.ts'], { eager: false });
  const all = await Promise.all(Object.values(modules).map((load) => load()));
  const exported = all.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Words'));
  english = Object.fromEntries(exported.map(([name, words]) => [name.replace(/Words$/, ''), { ...(words as object) }]));
  const [{ zh }, { ru }] = await Promise.all([import('./zh.ts'), import('./ru.ts')]);
  others = { zh, ru } as unknown as typeof others;
});

afterEach(() => speak('en'));

/** Every place and what stands there: a text, or a function of so many values. */
function shapeOf(node: Node, path: string): string[] {
  if (typeof node === 'string') return [`${path}: text`];
  if (typeof node === 'function') return [`${path}: function`];
  return Object.entries(node).flatMap(([key, inner]) => shapeOf(inner, `${path}.${key}`));
}

/** Every text of it; a function's is made of sevens. */
function textsOf(node: Node, path: string): Text[] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return [[path, String(node(...(given[path] ?? Array(9).fill('7'))))]];
  return Object.entries(node).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

function hasWords(text: string): boolean {
  return /[A-Za-z]{2}/.test(text.replace(names, ''));
}

describe.each(['zh', 'ru'] as const)('in %s', (spoken) => {
  test('there is every catalogue, with every key of the English one and no other', () => {
    expect(Object.keys(others[spoken]).sort()).toEqual(Object.keys(english).sort());
    for (const name of Object.keys(english)) {
      const shape = shapeOf(others[spoken][name] ?? '', name).filter((place) => !elsewhere.test(place));
      expect(shape.sort()).toEqual(shapeOf(english[name] ?? '', name).sort());
    }
  });

  test('every text is there, and is another than the English one', async () => {
    const before = new Map(Object.entries(english).flatMap(([name, words]) => textsOf(words, name)));
    await speak(spoken);
    for (const name of Object.keys(english)) {
      for (const [path, text] of textsOf(others[spoken][name] ?? '', name)) {
        expect(text.trim(), path).not.toBe('');
        expect(text, path).not.toMatch(/undefined|NaN|\[object/);
        const stays = !hasWords(before.get(path) ?? '') || asTheyAre.some((place) => path.startsWith(place));
        expect(!stays && text === before.get(path), `${path} is English: ${text}`).toBe(false);
      }
    }
  });

  test('no English word was left standing', async () => {
    await speak(spoken);
    const texts = Object.entries(others[spoken]).flatMap(([name, words]) => textsOf(words, name));
    const left = texts.filter(([path, text]) => !asTheyAre.some((place) => path.startsWith(place)) && hasWords(text));
    expect(left).toEqual([]);
  });
});

test('Russian counts by its own three forms', async () => {
  await speak('ru');
  expect([1, 2, 5, 11, 21, 22, 25, 101, 111].map(homeWords.queueHint)).toEqual(
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
    ].map((counted) => `Ещё без ответа: ${counted}`),
  );
});

test('a language takes the place of the other in every catalogue at once, and whoever draws hears of it', async () => {
  const heard: string[] = [];
  const end = onLanguage(() => heard.push(`${language()}: ${homeWords.queue}`));
  await speak('ru');
  await speak('zh');
  await speak('zh');
  await speak('en');
  end();
  await speak('ru');
  expect(heard).toEqual(['ru: Очередь', 'zh: 队列', 'en: Queue']);
});

test('of two that are asked for at once the later one is spoken, whichever is loaded first', async () => {
  await Promise.all([speak('zh'), speak('en')]);
  expect(homeWords.queue).toBe('Queue');
  await Promise.all([speak('ru'), speak('zh')]);
  expect(homeWords.queue).toBe('队列');
});

test('data holds its texts in every language', async () => {
  const texts = { en: 'shelf', zh: '货位', ru: 'полка' };
  expect(inWords(texts)).toBe('shelf');
  await speak('zh');
  expect(inWords(texts)).toBe('货位');
});

test('the languages are known by their tags, and are called as they call themselves', () => {
  expect([isLanguage('ru'), isLanguage('de'), isLanguage('toString'), isLanguage(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(languages).toEqual({ en: 'English', zh: '简体中文', ru: 'Русский' });
});

test('what lacks a key, has one too many or is no text does not compile', () => {
  const whole: Translation['cutOff'] = { lead: (codes) => `${codes}` };
  // @ts-expect-error -- a key is missing
  const lacking: Translation['cutOff'] = {};
  // @ts-expect-error -- a key that the English one does not have
  const more: Translation['cutOff'] = { ...whole, other: 'x' };
  // @ts-expect-error -- a function in the place of a text
  const wrong: Translation['batch']['aim'] = () => 'x';
  expect([whole, lacking, more, wrong]).toHaveLength(4);
});
