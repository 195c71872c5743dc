import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly name?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Entry>>;
};
const project = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');

/** Licences that ask for a notice at most, for what reaches a handheld or a server. */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'Unicode-DFS-2016',
];
/** For what only builds and tests, weak copyleft and data under a name as well: nothing of it is given on. */
const FOR_TOOLS = [...PERMISSIVE, 'CC0-1.0', 'MPL-2.0', 'CC-BY-4.0', 'LGPL-2.1+'];

/** The paths of entries of which `isWrong` is true. */
const wrong = (isWrong: (entry: Entry, path: string) => boolean): readonly string[] =>
  entries.filter(([path, entry]) => isWrong(entry, path)).map(([path]) => path);

test('every package is known by its content: a whole SHA-512, or npm ci would take whatever comes', () => {
  expect(lock.lockfileVersion).toBe(3);
  expect(entries.length).toBeGreaterThan(500);
  expect(wrong(({ integrity = '' }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))).toEqual([]);
});

test('every package comes from the registry under its own name: no other host, no git, no folder, no alias', () => {
  const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? '';
  const isElsewhere = ({ resolved, link, name }: Entry, path: string): boolean => {
    if (link === true || (name !== undefined && name !== nameOf(path))) return true;
    return resolved !== undefined && !resolved.startsWith(`https://registry.npmjs.org/${nameOf(path)}/-/`);
  };
  expect(wrong(isElsewhere)).toEqual([]);
});

test('what package.json asks for is pinned by its whole version, and is what the lock holds', () => {
  const asked = Object.entries({ ...project.dependencies, ...project.devDependencies });
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(asked.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)).toEqual([]);
  expect(Object.values(project.overrides).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('no package runs a script when it is installed, but the one that package.json allows', () => {
  expect(wrong(({ hasInstallScript }) => hasInstallScript === true)).toEqual(['node_modules/node']);
  expect(project.allowScripts).toEqual({ node: true });
});

test('what reaches a handheld or a server has a permissive licence', () => {
  // `(A OR B)`: one of them is enough. `A AND B`: both.
  const fits = (license: string, known: readonly string[]): boolean =>
    license
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((one) => known.includes(one)));
  expect(wrong(({ license = 'none', dev }) => dev !== true && !fits(license, PERMISSIVE))).toEqual([]);
  expect(wrong(({ license = 'none' }) => !fits(license, FOR_TOOLS))).toEqual([]);
});
