import { expect, test } from 'vitest';
import { appearanceIn, withAppearance } from './appearance.ts';

const page = (attributes: string): string => `<!doctype html><html lang="en"${attributes}><body data-theme="dark">`;

test.each<[string | undefined, string]>([
  ['dark.left.off', ' data-known="" data-theme="dark" data-hand="left" data-motion="off"'],
  ['..', ' data-known=""'],
  ['contrast..', ' data-known="" data-theme="contrast"'],
  ['purple.left.', ' data-known="" data-hand="left"'],
  [undefined, ''],
  ['', ''],
  ['dark', ''],
  ['dark.left.off.on', ''],
])('the appearance “%s” stands on the page as%s', (appearance, attributes) => {
  expect(withAppearance(page(''), appearance)).toBe(page(attributes));
});

test('the appearance that the page had before is taken off, and what else stands there stays', () => {
  const before = page(' data-known="" data-theme="dark" data-hand="left" data-gateway="{&#34;demo&#34;:1}"');
  expect(withAppearance(before, 'light..')).toBe(
    page(' data-known="" data-theme="light" data-gateway="{&#34;demo&#34;:1}"'),
  );
  expect(withAppearance(before, undefined)).toBe(page(' data-gateway="{&#34;demo&#34;:1}"'));
});

test.each<[string | undefined, string | undefined]>([
  ['scanline-look=dark..', 'dark..'],
  ['a=1; scanline-look=.left.; b=2', '.left.'],
  ['my-scanline-look=dark..', undefined],
  ['scanline-look=<b>..', undefined],
  ['', undefined],
  [undefined, undefined],
])('in the cookies “%s” the appearance is %s', (cookies, appearance) => {
  expect(appearanceIn(cookies)).toBe(appearance);
});
