import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** docs/architecture.md, "Map": which folder may import which. Written here a second time on purpose. */
const mayImport: Record<string, string[]> = {
  contract: [],
  wire: ['contract'],
  outbox: ['contract'],
  scan: ['contract'],
  i18n: ['contract'],
  ui: ['contract', 'i18n'],
  device: ['contract'],
  tasks: ['contract', 'scan', 'outbox', 'device', 'i18n', 'ui'],
  app: ['contract', 'wire', 'outbox', 'scan', 'i18n', 'ui', 'device', 'tasks'],
  sw: ['contract', 'wire', 'outbox', 'device'],
  gateway: ['contract', 'wire', 'i18n'],
  build: ['contract', 'i18n'],
};
const folders = Object.keys(mayImport);

/** The rooms of a folder, the lowest first: none imports one that stands after it. '' is the folder itself. */
const rooms: Record<string, string[]> = {
  contract: ['', 'answer'],
  wire: ['', 'testing'],
  device: ['', 'testing'],
  outbox: ['state', 'store', '', 'handover', 'export', 'testing'],
  scan: ['', 'wedge', 'code', 'calibrate', 'vision', 'decode', 'camera'],
  tasks: [
    'task',
    'scanner',
    'catalogue',
    'weight',
    'answer',
    'calls',
    'intake',
    'check',
    'object',
    'print',
    'operation',
    'scans',
    'testing',
  ],
  app: ['core', 'shell', 'frame', 'home', 'queue', 'people', 'handover', 'settings', 'diagnostics', ''],
  gateway: [
    'http',
    'settings',
    'edge',
    'upstream',
    'ledger',
    'standin',
    'pages',
    'people',
    'site',
    'metrics',
    'calls',
    'devices',
    'floor',
    'journal',
    'setup',
    '',
    'testing',
  ],
};

/** One library, one owner; React alone has five. The last one belongs to nobody. */
const owners: Record<string, string[]> = {
  idb: ['outbox'],
  'fast-xml-parser': ['wire'],
  '@zxing/browser': ['scan'],
  '@zxing/library': ['scan'],
  'zxing-wasm/reader': ['scan'],
  'bwip-js/generic': ['tasks'],
  react: ['i18n', 'ui', 'tasks', 'app', 'scan'],
  '@messageformat/core': ['i18n'],
  '@messageformat/parser': ['i18n'],
  'react-dom': ['app'],
  'react-dom/client': ['app'],
  'workbox-window': ['app'],
  '@tanstack/react-virtual': ['app'],
  'workbox-precaching': ['sw'],
  fastify: ['gateway'],
  '@fastify/static': ['gateway'],
  pg: ['gateway'],
  'prom-client': ['gateway'],
  'qrcode-generator': ['gateway'],
  'openid-client': ['gateway'],
  'node:fs': ['gateway', 'build'],
  'node:fs/promises': ['gateway', 'build'],
  'workbox-build': ['build'],
  vite: ['build'],
  tar: ['build'],
  fflate: ['build'],
  unheard: [],
};
const inTestsOnly = ['vitest', 'fake-indexeddb', 'fake-indexeddb/auto', 'fast-check', 'node:path'];

const root = join(import.meta.dirname, '..');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'scanline-fences-'));
  for (const name of [
    'package.json',
    'oxlint.config.ts',
    'tsconfig.base.json',
    'tsconfig.json',
    'tsconfig.test.json',
  ]) {
    cpSync(join(root, name), join(copy, name));
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
        const right = to === from || mayImport[from]?.includes(to);
        plantAll(from, `#${to}/x.ts`, right ? allowed : forbidden);
        plantAll(from, `#${to}/deep/x.ts`, right ? allowed : forbidden);
      }
      for (const [library, owner] of Object.entries(owners)) {
        plantAll(from, library, owner.includes(from) ? allowed : forbidden);
      }
      for (const library of inTestsOnly) {
        const node = library.startsWith('node:') && ['gateway', 'build'].includes(from);
        plantAll(from, library, node ? allowed : forbidden);
        plantAll(from, library, allowed, '.test.ts');
      }
      plantAll(from, `#${from === 'sw' ? 'gateway' : 'sw'}/x.ts`, forbidden, '.test.ts');
      for (const path of ['./x.ts', './deep/x.ts']) plantAll(from, path, allowed);
      for (const path of ['../wire/x.ts', './../wire/x.ts', './deep/../../x.ts']) plantAll(from, path, forbidden);
    }
    for (const [folder, order] of Object.entries(rooms)) {
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
  test('has exactly the references that the table allows', () => {
    for (const folder of folders) {
      const { extends: base, references } = tsconfig(`src/${folder}/tsconfig.json`);
      expect(base).toBe('../../tsconfig.base.json');
      expect(paths(references), folder).toEqual(mayImport[folder]?.map((to) => `../${to}`).sort());
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
        if (!mayImport[from]?.includes(to)) forbidden.push(file);
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
    for (const folder of ['contract', 'wire', 'outbox', 'sw', 'gateway']) {
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
    expect(readdirSync(join(root, 'src')).filter((name) => !folders.includes(name))).toEqual([]);
  });

  test('has the rooms of the table, and nothing beside them', () => {
    for (const [folder, order] of Object.entries(rooms)) {
      const entries = readdirSync(join(root, 'src', folder), { withFileTypes: true });
      const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      expect(found.sort()).toEqual(order.filter((room) => room !== '').sort());
    }
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
