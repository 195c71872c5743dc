import { afterEach, expect, test } from 'vitest';
import { type Option, checkField } from './fieldCheck.ts';
import { speakIn } from '#i18n/spoken.ts';

afterEach(() => speakIn('en'));

const unit = { name: 'unit', caption: () => 'Unit', input: 'choice' } as const;
const problemOf = (...names: readonly string[]): string | undefined => {
  const options = names.map((name, index): Option => [`${index}`, name]);
  return checkField(unit, '', options).problem;
};

test('what was not chosen is asked for by what there is to choose, in each language', async () => {
  expect(problemOf('kg', 'g', 'lb')).toBe('Choose kg, g or lb.');
  expect(problemOf('kg', 'g')).toBe('Choose kg or g.');
  expect(problemOf('kg')).toBe('Unit: enter it.');
  await speakIn('zh');
  expect(problemOf('千克', '克', '磅')).toBe('请选择千克、克或磅。');
  await speakIn('ru');
  expect(problemOf('кг', 'г', 'фунт')).toBe('Выберите кг, г или фунт.');
});
