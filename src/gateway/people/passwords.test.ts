import { expect, test } from 'vitest';
import { PASSWORD_LETTERS, createPasswords } from './passwords.ts';

const passwords = createPasswords();

test('a password is right as it was kept, however long, in whichever way its letters are composed, and no other is', async () => {
  const longest = '🔑'.repeat(PASSWORD_LETTERS.most);
  const kept = await passwords.kept(longest);
  expect(await passwords.isRight(longest, kept)).toBe(true);
  expect(await passwords.isRight(longest.slice(2), kept)).toBe(false);
  const accented = await passwords.kept('café au lait');
  expect(await passwords.isRight('cafe\u0301 au lait', accented)).toBe(true);
});

test('no kept password opens by nothing, by a text that is none, or by its own text; two of the same are not alike', async () => {
  const [one, two] = [await passwords.kept('correct horse'), await passwords.kept('correct horse')];
  expect(one).not.toBe(two);
  expect(one).not.toContain('correct');
  for (const kept of [undefined, null, '', 's1', 's1..', `s0${one.slice(2)}`])
    for (const entered of ['', 'correct horse']) expect(await passwords.isRight(entered, kept)).toBe(false);
  expect(await passwords.isRight(one, one)).toBe(false);
});
