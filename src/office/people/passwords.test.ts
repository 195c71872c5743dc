import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { QUICK } from '#main/testing/appRig.ts';
import { PASSWORD_LETTERS, createPasswords } from './passwords.ts';

const passwords = createPasswords(QUICK);

test('a password is right as it was kept, however long, in whichever way its letters are composed, and no other is', async () => {
  const longest = '🔑'.repeat(PASSWORD_LETTERS.most);
  const kept = await passwords.kept(longest);
  expect(await passwords.isRight(longest, kept)).toBe(true);
  expect(await passwords.isRight(longest.slice(2), kept)).toBe(false);
  const accented = await passwords.kept('café au lait');
  expect(await passwords.isRight('cafe\u0301 au lait', accented)).toBe(true);
});

test('where nothing else is said, a password costs 32 MiB and three rounds', async () => {
  const [, salt = '', hash = ''] = (await createPasswords().kept('correct horse')).split('.');
  const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
  expect(hash).toBe(scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'));
});

test('no kept password opens by nothing, by a text that is none, or by its own text; two of the same are not alike', async () => {
  const [one, two] = [await passwords.kept('correct horse'), await passwords.kept('correct horse')];
  expect(one).not.toBe(two);
  expect(one).not.toContain('correct');
  for (const kept of [undefined, null, '', 's1', 's1..', `s0${one.slice(2)}`])
    for (const entered of ['', 'correct horse']) expect(await passwords.isRight(entered, kept)).toBe(false);
  expect(await passwords.isRight(one, one)).toBe(false);
});
