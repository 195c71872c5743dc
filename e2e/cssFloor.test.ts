import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { floor } from '#contract/browsers.ts';
import { agedCss, graceful, youngIn } from './rig/cssFloor.ts';
import { floorOfAll, floorOfOlder } from './rig/floor.ts';

const source = join(import.meta.dirname, '..', 'src');
const sheets = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.css'));

describe('the oldest browser that is served', () => {
  test.each(sheets)('knows everything that %s asks for', async (sheet) => {
    const young = youngIn(await readFile(join(source, sheet), 'utf8'));
    expect(young.filter((name) => !Object.hasOwn(graceful, name))).toEqual([]);
  });

  test.each([
    ['.a:has(.b) { color: red }', ':has'],
    ['.a { height: 100dvh }', '100dvh'],
    ['@container (width > 2em) { .a { color: red } }', '@container'],
    ['@layer base { .a { color: red } }', '@layer'],
    ['.a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
    ['.a { &:hover { color: red } }', 'nesting: &:hover'],
    ['.a { text-wrap: balance }', 'text-wrap'],
    ['@media (width >= 40em) { .a { color: red } }', '@media range'],
    ['.a { scale: 2 }', 'scale'],
  ])('lacks what stands in %s', (css, name) => {
    expect(youngIn(css)).toContain(name);
  });

  test('knows of the supervisors’ pages, which no build lowers, all but three niceties', async () => {
    const own = ['ui/styles/everyPage.css', 'ui/styles/card.css', 'office/pages/page.css'];
    const texts = await Promise.all(own.map((sheet) => readFile(join(source, sheet), 'utf8')));
    expect(youngIn(texts.join(''), floorOfOlder)).toEqual([
      ':focus-visible',
      'forced-color-adjust',
      'forced-color-adjust: none',
      'accent-color',
    ]);
  });

  test('is named to those that are older, in each language, and to IT', async () => {
    const told = await readFile('public/too-old.js', 'utf8');
    expect(told.match(/(?:Chrome|WebView) [\d.]+|Safari [\d.]+/g)).toEqual(
      Array.from({ length: 3 }, () => [
        `Chrome ${floor.olderChrome}`,
        `WebView ${floor.olderChrome}`,
        `Safari ${floor.safari}`,
      ]).flat(),
    );
    expect(await readFile('docs/handhelds.md', 'utf8')).toMatch(`WebView ${floor.olderChrome} or newer`);
  });

  test('lacks nothing that is asked for first', () => {
    expect(youngIn('@supports selector(:has(a)) { .a:has(.b) { height: 1dvh } }')).toEqual([]);
  });

  test.each([
    ['.a{color:red;scale:2}', '.a{color:red;}'],
    ['.a,.b:has(.c){color:red}.d{color:red}', '.d{color:red;}'],
    ['@layer base{.a{color:red}}@media (min-width:1em){.a{height:1dvh}}', '@media (min-width:1em){.a{}}'],
    ["@supports (height:1dvh){.a{color:red}}.b{content:'{;}'}", ".b{content:'{;}';}"],
    ['.a{background:url(data:image/png;base64,x)}', '.a{background:url(data:image/png;base64,x);}'],
  ])('takes of %s no more than %s', (css, taken) => {
    expect(agedCss(css, floorOfAll)).toBe(taken);
  });
});
