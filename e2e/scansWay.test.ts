import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from './rig/modules.ts';

const MOST_FILES = 75;
const MOST_IN_A_FOLDER = 30;

const [, section = ''] = /^## From key to reply\n([^]*?)^## /m.exec(readFileSync('docs/developer.md', 'utf8')) ?? [];
const files = [...section.matchAll(/^\| `(src\/[^`]+)` \|/gm)].map(([, file = '']) => file);

test(`the way of a scan from its first key to the reply goes through ${MOST_FILES} files at most, each of which is there`, () => {
  expect(files.length).toBeGreaterThan(MOST_FILES / 2); // the list was read
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  expect(files.filter((file, at) => !existsSync(file) || files.indexOf(file) !== at)).toEqual([]);
});

test('each file on the way of a scan is run by another one on it, or runs one', () => {
  const edges = files.map((file) => [file, importsOf(file).filter((to) => files.includes(to))] as const);
  const run = new Set(edges.flatMap(([, to]) => to));
  expect(edges.filter(([file, to]) => to.length === 0 && !run.has(file)).map(([file]) => file)).toEqual([]);
});

test(`no folder of src has more than ${MOST_IN_A_FOLDER} files beside its tests`, () => {
  const folders = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|\.d\.ts$/.test(entry.name))
    .map(({ parentPath }) => parentPath);
  const full = [...new Set(folders)].filter(
    (folder) => folders.filter((one) => one === folder).length > MOST_IN_A_FOLDER,
  );
  expect(full).toEqual([]);
});
