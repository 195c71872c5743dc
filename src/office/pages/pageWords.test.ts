import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languageTags } from '#contract/languages.ts';
import { calledOf, pageLanguage, pageWords } from './pageWords.ts';

test('a page says its messages in the language that is asked for, and counts with them', () => {
  expect(pageWords('ru').shared.signIn).toBe('Войти');
  expect(pageWords('en').devices.sureAll({ many: 3 })).toMatch(/^Handhelds that call now: 3\./);
  expect(pageWords('zh').ledger.handheld({ number: '7', name: 'A' })).toBe('A（7 号）');
});

test('an operation is called what workers call it, where they have a word for it', () => {
  expect(calledOf('RevertOff', 'en')).toBe('Back on shelf');
  expect(calledOf('RevertOff', 'ru')).toMatch(/[а-я]/);
  expect(calledOf('toString', 'en')).toBeUndefined();
});

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['RU', 'ru'],
  ['xx,ru', 'en'],
  ['', 'en'],
  [undefined, 'en'],
] as const)('who asks for %s reads %s', (asked, language) => {
  expect(pageLanguage(asked)).toBe(language);
});

test.each(languageTags)('what a person said of a call is said as the buttons say it: %s', (language) => {
  const { ledger, setup } = pageWords(language);
  for (const [says, verdict] of [
    ['done', 'accepted'],
    ['not-done', 'refused'],
  ] as const) {
    const word = ledger.said[says];
    for (const text of [ledger.wasSaid[says], ledger.nowSaid[says]({ call: '' }), setup.verdicts[verdict]])
      expect(text.toLowerCase()).toContain(word);
  }
});

/** Words that were used for a thing beside the one that it has. */
const otherWords = {
  en: [],
  zh: ['答复', '应答', '手持机', '手持终端', '上次出现', '再次发送', '已放弃'],
  ru: ['площадк', 'служб', 'выполнено', 'повторно', 'отменено', 'журнал вызовов', 'Был на связи'],
} as const;

test.each(languageTags)('one thing has one word on all of the pages: %s', (language) => {
  const file = readFileSync(new URL(`../../i18n/${language}.json`, import.meta.url), 'utf8');
  const { pages } = JSON.parse(file) as { pages: object };
  expect(otherWords[language].filter((word) => JSON.stringify(pages).includes(word))).toEqual([]);
});
