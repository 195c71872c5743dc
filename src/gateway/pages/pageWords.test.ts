import { expect, test } from 'vitest';
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
