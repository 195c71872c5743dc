import { expect, test } from 'vitest';
import { tasks } from './tasks.ts';

/** Names of companies that no language translates. */
const names = /\b(CN|KJY|JSON|GS1)\b/g;

/** Every text in the data of the tasks, with where it stands. */
function textsIn(value: unknown, path: string): (readonly [string, Record<string, string>])[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('en' in value && 'zh' in value) return [[path, value as Record<string, string>]];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

const texts = tasks.flatMap((task) => textsIn(task, task.id));

test('every text of every task stands in three languages, each in its own letters', () => {
  expect(texts.length).toBeGreaterThan(tasks.length * 2);
  for (const [path, { en = '', zh = '', ru = '' }] of texts) {
    expect(en.replace(names, ''), path).toMatch(/[a-z]{3}/i);
    expect(zh, path).toMatch(/[一-龥]/);
    expect(ru, path).toMatch(/[а-яё]/i);
    expect(`${zh} ${ru}`.replace(names, ''), path).not.toMatch(/[a-z]{2}/i);
  }
});

test('what things are called begins small in English and Russian: it stands in the middle of sentences', () => {
  const nouns = texts.filter(([path]) => path.endsWith('.noun'));
  expect(nouns.length).toBeGreaterThan(10);
  for (const [path, { en = '', ru = '' }] of nouns)
    expect([en[0], ru[0]], path).toEqual([en[0]?.toLowerCase(), ru[0]?.toLowerCase()]);
});
