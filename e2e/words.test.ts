import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportsOf } from './rig/modules.ts';

/** A part that makes its own kind of a thing says so, and React's idiom is the same in each component. */
const EXCEPTED = /^(?:create[A-Z]\w*|Props)$/;

/** Returns the TypeScript files below a folder, tests among them. */
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/'));

/** Returns the names that several folders export, each with the files that do. */
function sharedNames(): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const file of filesOf('src').filter((name) => !/\.test\.tsx?$/.test(name))) {
    for (const name of new Set(exportsOf(file))) byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  const foldersIn = (files: readonly string[]): number => new Set(files.map((file) => file.split('/')[1])).size;
  return new Map([...byName].filter(([name, files]) => !EXCEPTED.test(name) && foldersIn(files) > 1));
}

test('one word, one thing: no two folders of src export one name', () => {
  expect([...sharedNames()], 'one of them is to be called by a narrower word').toEqual([]);
});

test('no doc comment of src, e2e or lab begins with how, what, when, where, which, whether, who, whom, whose or why', () => {
  const isRiddle = /\/\*\*\s*(?:\*\s*)?(?:How|What|When|Where|Which|Whether|Who|Whom|Whose|Why)\b/;
  const files = ['src', 'e2e', 'lab'].flatMap(filesOf);
  expect(files).toContain('lab/main.ts'); // they were read
  expect(files.filter((file) => isRiddle.test(readFileSync(file, 'utf8')))).toEqual([]);
});
