import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

import { type FormatConfig, format } from 'oxfmt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapRows, roomRows, tsconfigOf } from '#build/fenceFiles.ts';
import { type Folder, fences } from '#build/fences.ts';
import { isStale } from '#main/freshBuild.ts';

const folders = Object.keys(fences) as Folder[];
/** The folders of the gateway's process: a test there may import each of them. */
const server: readonly Folder[] = [...fences.main.folders.filter((folder) => fences[folder].runsIn === 'Node'), 'main'];
const mayImport = (from: Folder, to: string): boolean => fences[from].folders.some((folder) => folder === to);

/** Libraries as they are imported, and one that belongs to nobody. */
const libraries = [
  'idb',
  'fast-xml-parser',
  '@zxing/browser',
  '@zxing/library',
  'zxing-wasm/reader',
  'bwip-js/generic',
  'react',
  '@messageformat/core',
  '@messageformat/parser',
  'react-dom',
  'react-dom/client',
  'workbox-window',
  '@tanstack/react-virtual',
  'workbox-precaching',
  'fastify',
  '@fastify/static',
  'pg',
  'prom-client',
  'qrcode-generator',
  'openid-client',
  'node:fs',
  'node:fs/promises',
  'workbox-build',
  'vite',
  'tar',
  'fflate',
  'unheard',
];
/** Libraries of one folder alone, whatever the table says. */
const OWNERS = {
  idb: 'outbox',
  'fast-xml-parser': 'wire',
  'zxing-wasm': 'scan',
  'react-dom': ['app', 'office'],
  pg: ['ledger', 'main'],
  'prom-client': 'gateway',
  'openid-client': 'office',
};

/** Tells whether a folder's fence has a library. */
function owns(folder: Folder, library: string): boolean {
  return fences[folder].libraries.some((owned) =>
    owned.endsWith('*') ? library.startsWith(owned.slice(0, -1)) : library === owned || library.startsWith(`${owned}/`),
  );
}

const inTestsOnly = ['vitest', 'fake-indexeddb', 'fake-indexeddb/auto', 'fast-check', 'node:path'];

const root = join(import.meta.dirname, '..');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'scanline-fences-'));
  for (const name of [
    'package.json',
    'oxlint.config.ts',
    'src/build/fences.ts',
    'tsconfig.base.json',
    'tsconfig.json',
    'tsconfig.test.json',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  // A folder of links, not one link: what tsc writes to node_modules/.cache stays in the copy.
  for (const name of ['.bin', '@types', 'oxlint-tsgolint', '@oxlint-tsgolint', 'vite']) {
    mkdirSync(join(copy, 'node_modules'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), 'junction');
  }
  for (const folder of folders) {
    plant(`src/${folder}/tsconfig.json`, readFileSync(join(root, `src/${folder}/tsconfig.json`), 'utf8'));
    plant(`src/${folder}/x.ts`, 'export const x = 1;\n');
  }
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

describe('the linter', () => {
  let reported: Set<string>;
  const allowed: string[] = [];
  const forbidden: string[] = [];
  const aboveIt: string[] = [];

  beforeAll(() => {
    for (const from of folders) {
      for (const to of [...folders, 'e2e', 'lab', 'unheard']) {
        const right = to === from || mayImport(from, to);
        plantAll(from, `#${to}/x.ts`, right ? allowed : forbidden);
        plantAll(from, `#${to}/deep/x.ts`, right ? allowed : forbidden);
      }
      for (const library of libraries) plantAll(from, library, owns(from, library) ? allowed : forbidden);
      for (const library of inTestsOnly) {
        plantAll(from, library, owns(from, library) ? allowed : forbidden);
        plantAll(from, library, allowed, '.test.ts');
      }
      if (server.includes(from)) for (const to of server) plantAll(from, `#${to}/y.ts`, allowed, '.test.ts');
      plantAll(from, `#${from === 'sw' ? 'gateway' : 'sw'}/z.ts`, forbidden, '.test.ts');
      for (const path of ['./x.ts', './deep/x.ts']) plantAll(from, path, allowed);
      for (const path of ['../wire/x.ts', './../wire/x.ts', './deep/../../x.ts']) plantAll(from, path, forbidden);
    }
    for (const folder of folders) {
      const order = fences[folder].rooms ?? [];
      for (const [at, from] of order.entries()) {
        for (const [index, to] of order.entries()) {
          const file = join('src', folder, from, `to-${to || 'folder'}.late.ts`);
          plant(file, `export const late = () => import('#${join(folder, to, 'x.ts')}');\n`);
          (index > at ? aboveIt : allowed).push(file);
          const tested = file.replace('.late.ts', '.late.test.ts');
          plant(tested, `export const late = () => import('#${join(folder, to, 'x.ts')}');\n`);
          allowed.push(tested);
        }
      }
    }
    plantAll('utils', './x.ts', forbidden);
    plant('e2e/up.ts', "import '../src/wire/x.ts';\n");
    forbidden.push('e2e/up.ts');
    plant('lab/up.ts', "import '../src/wire/x.ts';\n");
    plant('e2e/tried.ts', "import '#lab/x.ts';\n");
    plant('e2e/tried.spec.ts', "import '#lab/x.ts';\n");
    forbidden.push('lab/up.ts', 'e2e/tried.ts', 'e2e/tried.spec.ts');
    plant('lab/right.ts', "import '#e2e/x.ts';\nimport '#wire/x.ts';\n");
    allowed.push('lab/right.ts');
    plant('e2e/right.ts', folders.map((folder) => `import '#${folder}/x.ts';\n`).join(''));
    allowed.push('e2e/right.ts');
    plant('src/wire/long.ts', `export const x = 1;\n${'//\n'.repeat(400)}`);
    plant('src/wire/longFunction.ts', `export function x() {\n${'  void 0;\n'.repeat(100)}}\n`);
    plant('src/device/page.ts', 'export const { title } = document;\n');
    reported = refusals('eslint(no-restricted-imports)');
  }, 120_000);

  test('refuses a file of more than 400 lines and a function of more than 100', () => {
    expect(refusals('eslint(max-lines)')).toContain('src/wire/long.ts');
    expect(refusals('eslint(max-lines-per-function)')).toContain('src/wire/longFunction.ts');
  });

  test('refuses every import that the table does not allow, in each of its four forms', () => {
    expect(forbidden.length).toBeGreaterThan(1000);
    expect(forbidden.filter((file) => !reported.has(file))).toEqual([]);
  });

  test('refuses every import of a room above', () => {
    expect(aboveIt.length).toBeGreaterThan(200);
    expect(aboveIt.filter((file) => !reported.has(file))).toEqual([]);
  });

  test('lets every import through that the table allows', () => {
    expect(allowed.length).toBeGreaterThan(400);
    expect(allowed.filter((file) => reported.has(file))).toEqual([]);
  });

  test('keeps window and document out of device, which runs in the worker too', () => {
    expect([...refusals('eslint(no-restricted-globals)')]).toEqual(['src/device/page.ts']);
  });

  /** One file for each way to name a module, so that each has to be reported by itself. */
  function plantAll(folder: string, specifier: string, list: string[], ending = '.ts'): void {
    const forms = {
      plain: `import '${specifier}';\n`,
      type: `import type { x } from '${specifier}';\nexport type X = typeof x;\n`,
      again: `export { x } from '${specifier}';\n`,
      late: `export const late = () => import('${specifier}');\n`,
    };
    for (const [form, text] of Object.entries(forms)) {
      const file = `src/${folder}/to-${encodeURIComponent(specifier)}.${form}${ending}`;
      plant(file, text);
      list.push(file);
    }
  }
});

test('a scan’s way from key to POST lies outside of app, which wires it in one file', () => {
  const [, table = ''] = /## The way of one scan\n([^]*?)\n## /.exec(readFileSync('docs/developer.md', 'utf8')) ?? [];
  const way = [...table.matchAll(/`(src\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(way.length).toBeGreaterThan(10);
  expect(way.filter((file) => file.startsWith('src/app/'))).toEqual([]);
  const wiring = readdirSync('src/app', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      /\bcreate(?:Scanner|Saving)\(/.test(readFileSync(join('src/app', file), 'utf8')),
  );
  expect(wiring).toEqual(['assemble.ts']);
});

test('no module of the product holds state in a variable of its own', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing/.test(file))
    .filter((file) => /^(?:export )?let /m.test(readFileSync(join('src', file), 'utf8')));
  expect(files).toEqual([]);
});

describe('the compiler', () => {
  test('has each folder’s tsconfig.json as the table says (`-u` writes it)', async () => {
    const style = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
    for (const folder of folders) {
      const file = join(root, `src/${folder}/tsconfig.json`);
      const { code } = await format(file, JSON.stringify(tsconfigOf(folder)), style);
      await expect(code).toMatchFileSnapshot(file);
    }
    const everything = paths(tsconfig('tsconfig.json').references);
    expect(everything).toEqual(
      [...folders.map((folder) => `src/${folder}`), 'e2e', 'lab', 'tsconfig.test.json', 'tsconfig.tools.json'].sort(),
    );
  });

  test('refuses an import of a folder that is not referenced, and no other', () => {
    const forbidden: string[] = [];
    for (const from of folders) {
      for (const to of folders) {
        const file = `src/${from}/to-${to}.ts`;
        if (to === from) continue;
        plant(file, `import { x } from '#${to}/x.ts';\nexport const y: number = x;\n`);
        // What a referenced folder references is known to the compiler too: there the linter alone refuses.
        if (!reached(from).has(to)) forbidden.push(file);
      }
    }
    for (const file of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
      const planted = /\.(plain|type|again|late)\.|\bpage\.ts$/.test(file);
      if (planted && !file.startsWith('node_modules')) rmSync(join(copy, file));
    }
    const { stdout } = run('typescript/bin/tsc', ['-b', '--pretty', 'false', ...folders.map((name) => `src/${name}`)]);
    const refused = new Set([...stdout.matchAll(/^(\S+?)\(.*error TS6307/gm)].map(([, file = '']) => file));
    expect([...refused].sort()).toEqual(forbidden.sort());
  });

  test('lends window and document to no folder that has no page', () => {
    for (const folder of folders.filter((name) => !fences[name].runsIn.startsWith('page'))) {
      expect(tsconfig(`src/${folder}/tsconfig.json`).compilerOptions.lib, folder).not.toContain('dom');
    }
  });
});

describe('the tree', () => {
  const inSrc = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).map((entry) => ({
    path: relative(join(root, 'src'), join(entry.parentPath, entry.name)),
    isFile: entry.isFile(),
  }));

  test('has the folders of the table in src, and nothing beside them', () => {
    expect(readdirSync(join(root, 'src')).sort()).toEqual([...folders].sort());
  });

  test('has the rooms of the table, and nothing beside them', () => {
    for (const folder of folders.filter((name) => fences[name].rooms)) {
      const entries = readdirSync(join(root, 'src', folder), { withFileTypes: true });
      const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      expect(found.sort()).toEqual((fences[folder].rooms ?? []).filter((room) => room !== '').sort());
    }
  });

  test('goes down alone: a folder imports what stands before it in the table', () => {
    const up = folders.flatMap((folder, at) =>
      fences[folder].folders.filter((to) => folders.indexOf(to) >= at).map((to) => `${folder} → ${to}`),
    );
    expect(up).toEqual([]);
  });

  test('has gateway and office know nothing of each other', () => {
    expect(mayImport('gateway', 'office') || mayImport('office', 'gateway')).toBe(false);
  });

  test('lends each library to its one owner', () => {
    for (const [library, owner] of Object.entries(OWNERS))
      expect(
        folders.filter((folder) => owns(folder, library)),
        library,
      ).toEqual([owner].flat());
  });

  test('is drawn in docs/architecture.md as the table has it (`-u` writes it)', async () => {
    const file = join(root, 'docs/architecture.md');
    const drawn = readFileSync(file, 'utf8')
      .replace(
        /(\n\| folder \| what it is \|.*\n\|.*\n)(?:\| `src\/.*\n)+/,
        (_, head: string) => head + linesOf(mapRows()),
      )
      .replace(/(\n\| folder \| rooms.*\n\|.*\n)(?:\| `src\/.*\n)+/, (_, head: string) => head + linesOf(roomRows()));
    expect(mapRows().every((row) => drawn.includes(row)) && roomRows().every((row) => drawn.includes(row))).toBe(true);
    await expect(drawn).toMatchFileSnapshot(file);
  });

  test.each(server)('has what is built of src/%s built anew when it changes', (folder) => {
    const project = mkdtempSync(join(tmpdir(), 'scanline-stale-'));
    const made = ['dist/index.html', 'build/gateway/start.js'];
    for (const name of [...made, `src/${folder}/x.ts`]) {
      mkdirSync(dirname(join(project, name)), { recursive: true });
      writeFileSync(join(project, name), '');
    }
    for (const name of made) utimesSync(join(project, name), 1_000, 1_000);
    expect([isStale(project, 'gateway'), isStale(project, 'app')]).toEqual([true, false]);
    rmSync(project, { recursive: true });
  });

  test('has no barrel and no drawer for everything', () => {
    const drawers = ['utils', 'util', 'helpers', 'services', 'common', 'shared', 'misc', 'lib'];
    const found = inSrc.filter(({ path, isFile }) =>
      isFile ? /^index\.tsx?$/.test(basename(path)) : drawers.includes(basename(path)),
    );
    expect(found).toEqual([]);
  });
});

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function run(bin: string, args: string[]) {
  const { stdout, stderr, error } = spawnSync(process.execPath, [join(root, 'node_modules', bin), ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 ** 2,
  });
  if (error) throw error;
  return { stdout, stderr };
}

/** The files in which oxlint reports what `rule` refuses. */
function refusals(rule: string): Set<string> {
  const { stdout, stderr } = run('oxlint/bin/oxlint', ['-c', 'oxlint.config.ts', '-f', 'json', 'src', 'e2e', 'lab']);
  if (!stdout.startsWith('{')) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const refused = diagnostics.filter(({ code }) => code === rule);
  return new Set(refused.map(({ filename }) => filename.replaceAll('\\', '/')));
}

/** Returns the folders that one references, and those that these reference. */
function reached(folder: Folder, known = new Set<string>()): Set<string> {
  for (const to of fences[folder].folders) if (!known.has(to)) reached(to, known.add(to));
  return known;
}

function linesOf(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join('');
}

interface Tsconfig {
  extends: string;
  compilerOptions: { lib: string[] };
  references?: { path: string }[];
}

function tsconfig(file: string): Tsconfig {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Tsconfig;
}

function paths(references: Tsconfig['references'] = []): string[] {
  return references.map(({ path }) => path).sort();
}
