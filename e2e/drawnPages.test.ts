import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textsIn } from './rig/modules.ts';

/** Returns the texts of a program that are markup. */
const markupIn = (name: string, code: string): readonly string[] =>
  textsIn(name, code).filter((text) => /<\/?[a-z]/i.test(text));

test('no text of the office is HTML: its pages are drawn, so that what they show is escaped', () => {
  const files = readdirSync('src/office', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => `src/office/${name}`);
  expect(files.length).toBeGreaterThan(60); // they were read
  expect(files.filter((file) => markupIn(file, readFileSync(file, 'utf8')).length > 0)).toEqual([]);
});

test.each([
  ['const x = `<p>${name}</p>`;', ['<p>', '</p>']],
  ["const x = '<b>' + name;", ['<b>']],
  ['const x = <a title={`<br/>`}>{name}</a>;', ['<br/>']],
  ['const x = <p lang="en">1 {"<"} 2</p>;', []],
  ['const x = (list: Set<string>) => /<a>/.test([...list].join(`<${list.size}`));', []],
])('a text that is HTML is found, and what is drawn is none: %s', (code, found) => {
  expect(markupIn('page.tsx', code)).toEqual(found);
});
