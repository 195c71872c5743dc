import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { staleBuild } from './freshBuild.ts';
import { tempDir } from '#gateway/testing/rig.ts';

const BUILT = 'dist/index.html';
const OLDER = 'dist/old/index.html';
const FILES = [
  'src/app/a.tsx',
  'src/gateway/b.ts',
  'src/app/a.test.tsx',
  'public/c.js',
  'index.html',
  'vite.config.ts',
];

/** Makes a project with sources of 1,000 s and a build of 2,000 s. @returns a function that changes a file's time. */
function built(folder: string): (name: string, seconds: number) => void {
  const touch = (name: string, seconds: number): void => utimesSync(join(folder, name), seconds, seconds);
  for (const name of [...FILES, 'package-lock.json', BUILT, OLDER]) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '');
    touch(name, name.startsWith('dist/') ? 2_000 : 1_000);
  }
  return touch;
}

test('a build that is younger than everything it is made from is taken as it is', () => {
  using folder = tempDir();
  built(folder.path);
  expect(staleBuild(folder.path)).toBeUndefined();
});

test.each(['src/app/a.tsx', 'public/c.js', 'index.html', 'vite.config.ts', 'package-lock.json'])(
  'a build older than %s is built anew',
  (name) => {
    using folder = tempDir();
    built(folder.path)(name, 3_000);
    expect(staleBuild(folder.path)).toBe('production');
  },
);

test.each(['src/gateway/b.ts', 'src/app/a.test.tsx'])('%s is no part of the app', (name) => {
  using folder = tempDir();
  built(folder.path)(name, 3_000);
  expect(staleBuild(folder.path)).toBeUndefined();
});

test('what is not built is built', () => {
  using folder = tempDir();
  built(folder.path);
  rmSync(join(folder.path, BUILT));
  expect(staleBuild(folder.path)).toBe('production');
});

test('only the part for older browsers is built anew where it alone is missing or older', () => {
  using folder = tempDir();
  const touch = built(folder.path);
  touch(OLDER, 500);
  expect(staleBuild(folder.path)).toBe('old');
  rmSync(join(folder.path, OLDER));
  expect(staleBuild(folder.path)).toBe('old');
  touch('src/app/a.tsx', 3_000);
  expect(staleBuild(folder.path)).toBe('production');
});

test('the browser tests are run on such a build', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['e2e']).toMatch(/node e2e\/rig\/ensure-build\.ts && playwright test$/);
});
