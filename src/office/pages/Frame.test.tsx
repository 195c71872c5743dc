import { expect, test } from 'vitest';
import { withAppearance } from '#contract/appearance.ts';
import { framed } from './Frame.tsx';
import type { PageFacts } from './page.ts';
import { pageWords } from './pageWords.ts';

const facts: PageFacts = { language: 'en', words: pageWords('en'), pages: ['floor', 'people'], ending: [] };

test('whatever stands in a page, and above it, is text there', () => {
  const said = { ...facts, problem: '<template></template>', signedIn: '<template></template>' };
  const drawn = framed(said, 'people', <p>{'$& <x>'}</p>);
  expect(drawn).toContain('<p>$&amp; &lt;x&gt;</p>');
  expect(drawn).not.toContain('<template');
});

test('a page is a whole document, which takes the appearance of the handheld', () => {
  const page = framed(facts, 'floor', <p>x</p>, '<Docks>');
  expect(page).toMatch(
    /^<!doctype html>\n<html lang="en"><head>.*<title>&lt;Docks&gt; · Scanline<\/title>.*<\/html>\n$/s,
  );
  expect(withAppearance(page, 'dark.left.')).toContain(
    '<html lang="en" data-known="" data-theme="dark" data-hand="left">',
  );
});
