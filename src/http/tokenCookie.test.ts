import { expect, test } from 'vitest';
import { createTokenCookie } from './tokenCookie.ts';

const { read } = createTokenCookie('scanline-test', '/gateway');
const tokenOf = (letter: string): string => letter.repeat(43);
const tokensIn = (...cookies: readonly string[]): readonly string[] =>
  read({ headers: { cookie: cookies.join('; ') } });
const own = (letter: string): string => `scanline-test=${tokenOf(letter)}`;

test('eight tokens of one request are read and no more, each once', () => {
  const letters = 'abcdefghi'.split('');
  expect(tokensIn(...letters.map(own))).toEqual(letters.slice(0, 8).map(tokenOf));
  expect(tokensIn(own('a'), own('a'))).toEqual([tokenOf('a')]);
  expect(tokensIn(own('a'), ...letters.map(own))).toEqual(letters.slice(0, 8).map(tokenOf));
});

test('the own token is found behind one that is not ours, and behind other cookies', () => {
  expect(tokensIn(own('x'), own('a'))).toEqual([tokenOf('x'), tokenOf('a')]);
  expect(tokensIn('theme=dark', `x-${own('x')}`, 'scanline-test=short', `${own('y')}y`, own('a'))).toEqual([
    tokenOf('a'),
  ]);
});

test('a request without one has none', () => {
  expect(tokensIn()).toEqual([]);
  expect(read({ headers: {} })).toEqual([]);
});
