import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportsOf } from './rig/modules.ts';

/** A part that makes its own kind of a thing says so, and React's idiom is the same in each component. */
const EXCEPTED = /^(?:create[A-Z]\w*|Props)$/;

const folders = readdirSync('src');
const filesOf = (folder: string): readonly string[] =>
  readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('src', folder, name).replaceAll('\\', '/'));

/** Returns the names that several folders export, each with the files that do. */
function sharedNames(): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const file of folders.flatMap(filesOf).filter((name) => !/\.test\.tsx?$/.test(name))) {
    for (const name of new Set(exportsOf(file))) byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  const foldersIn = (files: readonly string[]): number => new Set(files.map((file) => file.split('/')[1])).size;
  return new Map([...byName].filter(([name, files]) => !EXCEPTED.test(name) && foldersIn(files) > 1));
}

test('one word, one thing: no two folders of src export one name', () => {
  expect([...sharedNames()], 'one of them is to be called by a narrower word').toEqual([]);
});

test('a doc comment begins with the verb of a function or the noun of a thing, and with no question', () => {
  const isRiddle = /\/\*\*\s*(?:\*\s*)?(?:What|Whether)\b/;
  expect(folders.flatMap(filesOf).filter((file) => isRiddle.test(readFileSync(file, 'utf8')))).toEqual([]);
});
