import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoCodes } from '#e2e/demoCodes.ts';
import { demoSheet } from './sheet.ts';

test('the sheet beside the page is drawn of the twelve codes as they are', () => {
  expect(demoCodes).toHaveLength(12);
  expect(readFileSync('docs/demo-codes.svg', 'utf8'), 'npm run lab -- demo-codes').toBe(demoSheet());
});

test('the page lists the same twelve codes, in the same order, each with its task', () => {
  const rows = [...readFileSync('docs/demo.md', 'utf8').matchAll(/^\| (\d+) \| `(.+?)` \| (.+?) \|/gm)];
  expect(rows.map(([, number, code, title]) => [Number(number), code, title])).toEqual(
    demoCodes.map(({ code, title }, index) => [index + 1, code, title]),
  );
});
