import { expect, test } from 'vitest';
import { readForm } from './body.ts';

const read = (text: string) => readForm(Buffer.from(text));

test('a form has its fields in order, those of one name too, and what is not UTF-8 is none', () => {
  expect(read('a=1&b=%E4%B8%AD+x&a=&c&&')).toEqual([
    ['a', '1'],
    ['b', '中 x'],
    ['a', ''],
    ['c', ''],
  ]);
  for (const wrong of ['a=%FF', 'a=%C3', 'a=%', 'a=%zz']) expect(read(wrong)).toBe('The form is not in UTF-8.');
});

test.each(['a=1&', '&', '=&', 'userID=7&'])(
  'a form has no more fields than the service would take: of “%s”',
  (part) => {
    expect(typeof read(part.repeat(999))).toBe('object');
    expect(read(part.repeat(1_001))).toBe('The form has more than 1000 fields.');
  },
);
