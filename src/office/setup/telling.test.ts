import { expect, test } from 'vitest';
import { tellingOf } from './telling.ts';

const chosenOf = (text: string, others: readonly string[] = []): unknown => {
  const { chosen } = tellingOf(text, others);
  return typeof chosen === 'object' ? chosen.pointer : chosen;
};

test.each([
  ['a short sentence is one by itself', 'OK', ['ERR: no'], 'whole'],
  ['also where it is the only one', 'true', [], 'whole'],
  [
    'a longer one is known by a word that another lacks',
    'Shelf S-1 holds 3 parcels now',
    ['Shelf S-9 is unknown'],
    'part',
  ],
  ['nothing is chosen of it where it is the only one', 'Shelf S-1 holds 3 parcels now', [], undefined],
  ['nor where all its words stand in the others', 'Shelf S-1 is 3', ['Shelf S-1 is 34'], undefined],
  ['nothing is chosen of values where no other was seen', '{"ok":true}', [], undefined],
  [
    'a yes or no is likelier than a text',
    '{"a":"x","ok":true}',
    ['{"a":"y","ok":false}', '{"a":"x","ok":true,"b":1}'],
    '/ok',
  ],
  [
    'what some of the others have is likelier than what none has',
    '{"id":7,"code":0}',
    ['{"id":8,"code":0}', '{"id":9,"code":1}'],
    '/code',
  ],
  ['what each answer has anew is not chosen', '{"id":7}', ['{"id":8}'], undefined],
  ['nor what all have', '{"op":"read","ok":true}', ['{"op":"read","ok":true,"n":1}'], undefined],
])('%s', (_, text, others, chosen) => {
  expect(chosenOf(text, others)).toBe(chosen);
});

test('the piece is the first word without a figure that some other answer lacks', () => {
  expect(tellingOf('Shelf S-1 holds 3 parcels now', ['Shelf S-9 is unknown']).piece).toBe('holds');
  expect(tellingOf('Shelf S-1 holds 3 parcels now', []).piece).toBe('');
});
