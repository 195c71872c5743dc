import { expect, test } from 'vitest';
import { weightFrom } from './ScalePanel.tsx';

const units = [
  { value: '1', name: 'kg', grams: 1000 },
  { value: '2', name: 'g', grams: 1 },
  { value: '3', name: 'lb', grams: 453.59237 },
];

test.each([
  ['1.250', 'kg', '1', '1.250', 'kg'],
  ['1.250', 'kg', '2', '1250', 'g'],
  ['1250', 'g', '1', '1.25', 'kg'],
  ['2.5', 'lb', undefined, '2.5', 'lb'],
  ['1250', 'g', undefined, '1250', 'g'],
  ['16', 'oz', undefined, '0.453592', 'kg'],
  ['1.250', undefined, '2', '1.250', 'g'],
  ['1.250', undefined, undefined, '1.250', 'kg'],
])('%s %s with unit %s chosen is %s %s', (text, unit, chosen, taken, name) => {
  const found = weightFrom({ state: 'steady', text, ...(unit && { unit }) }, units, chosen);
  expect([found?.text, found?.unit?.name]).toEqual([taken, name]);
});

test('where the site names no unit, the digits of the scale are taken as they stand', () => {
  expect(weightFrom({ state: 'steady', text: '1.250', unit: 'kg' }, [], undefined)).toEqual({ text: '1.250' });
  expect(weightFrom({ state: 'steady', text: '3', unit: 'stk' }, units, '1')).toBeUndefined();
});
