import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programs } from './programs.ts';

const names = Object.keys(programs);
const read = (path: string): string => readFileSync(path, 'utf8');
/** Files that name a program by its command: pages, the forge's files, comments, and what is printed. */
const tellers = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  '.ci/run',
  ...['docs', '.github', 'src', 'e2e', 'lab', 'deploy'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:md|yml|tsx?|pml)$/.test(name))
      .map((name) => join(folder, name)),
  ),
];

test('every program of the laboratory has a row of docs/lab.md, in the same order, and no other has', () => {
  const rows = [...read('docs/lab.md').matchAll(/^\| `([a-z:-]+)/gm)].map(([, name]) => name);
  expect(rows).toEqual(names);
});

test('every program runs what is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const line of Object.values(programs).flatMap(({ runs }) => runs)) {
    const [, script] = /^npm run (\S+)/.exec(line) ?? [];
    const [, project] = /^vitest run --project (\S+)$/.exec(line) ?? [];
    const isThere =
      script !== undefined
        ? Object.hasOwn(scripts, script)
        : project === undefined
          ? existsSync(/\S+\.ts\b/.exec(line)?.[0] ?? '')
          : read('vite.config.ts').includes(`name: '${project}'`);
    expect(isThere, line).toBe(true);
  }
});

test('pages, the forge’s files and comments name programs of the laboratory that are there', () => {
  const named = tellers.flatMap((path) =>
    [...read(path).matchAll(/npm run lab -- ([a-z][a-z:-]*)/g)].map(([, name = '']) => `${path}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((each) => !names.includes(each.split(': ')[1] ?? ''))).toEqual([]);
});

test.each([
  [[], 'npm run lab -- NAME [words]'],
  [['tortur'], 'The laboratory has no program “tortur”'],
  [['constructor'], 'The laboratory has no program “constructor”'],
])('what is no program (%j) runs nothing, and all that are there are listed, each with its line', (words, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lab/main.ts', ...words], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(said);
  for (const [name, { line }] of Object.entries(programs))
    expect(stderr).toMatch(new RegExp(`^  ${name} +${line.replaceAll(/[().]/g, '\\$&')}$`, 'm'));
});
