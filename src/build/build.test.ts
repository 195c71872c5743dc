import { mkdtemp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'vite';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildId } from './buildId.ts';
import { chunkGroups, oneOf } from './chunks.ts';
import { classicStart } from './classicStart.ts';
import { compressed } from './compressed.ts';
import { firstView } from './firstView.ts';
import { packedScript } from './packedScript.ts';
import { paintedFirst } from './paintedFirst.ts';
import { namesOf, withoutExports } from './startModule.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scanline-build-'));
});

async function write(name: string, text: string): Promise<void> {
  await mkdir(join(root, name, '..'), { recursive: true });
  await writeFile(join(root, name), text);
}

async function writePage(): Promise<void> {
  const page =
    '<html><head><!-- styles --></head><body><h1>x</h1><script type="module" src="/a.ts"></script></body></html>';
  await write('index.html', page.replaceAll('><', '>\n<'));
  await write('a.css', 'h1{color:red}.later{color:blue}');
  await write('a.ts', "import './a.css'; export const one = { at: Date.now() }; void import('./b.ts');");
  await write('b.ts', "import { one } from './a.ts'; document.title = String(one.at);");
}

async function built(plugins: ReturnType<typeof classicStart>[]): Promise<Record<string, string>> {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: {
      modulePreload: { polyfill: false, resolveDependencies: () => [] },

      rolldownOptions: {
        output: { codeSplitting: { groups: chunkGroups(join(import.meta.dirname, '..')).slice(0, 2) } },
      },
    },
  });
  const names = await readdir(join(root, 'dist'), { recursive: true, withFileTypes: true });
  const files = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
}

test('a chunk that names a file which was moved stops the build', async () => {
  await write('app/a.ts', '');
  const isOne = oneOf(root, ['app/a.ts']);
  expect([isOne(join(root, 'app/a.ts')), isOne(join(root, 'app/b.ts'))]).toEqual([true, false]);
  expect(() => oneOf(root, ['app/b.ts'])).toThrow('app/b.ts');
});

test('the id of a build follows its sources, and no test nor the gateway', async () => {
  for (const name of ['index.html', 'package-lock.json', 'vite.config.ts', 'public/x.js', 'src/app/a.ts'])
    await write(name, '1');
  const first = await buildId(root);
  expect(first).toMatch(/^[0-9a-f]{10}$/);
  await write('src/gateway/x.ts', '2');
  await write('src/app/a.test.ts', '2');
  expect(await buildId(root)).toBe(first);
  await write('src/app/a.ts', '2');
  expect(await buildId(root)).not.toBe(first);
});

test('the list of exports is read from the end of a module, and goes', () => {
  expect(withoutExports('const a=1;export{a as b,c};')).toEqual([
    'const a=1;',
    [
      ['a', 'b'],
      ['c', 'c'],
    ],
  ]);
  expect(namesOf('x as y, z')).toEqual([
    ['x', 'y'],
    ['z', 'z'],
  ]);
  expect(() => withoutExports('const a=1')).toThrow('no list of exports');
});

test('of the styles the first paint has its own rules, with the properties that these ask for', () => {
  const style = ':root{--a:1;--b:2}h1,p{color:var(--a)}.later{color:var(--b)}@media (x){.later{top:0}h1{top:1px}}';
  expect(paintedFirst(style)).toBe(':root{--a:1}h1,p{color:var(--a)}@media (x){h1{top:1px}}');
});

describe('a script of the page', () => {
  test('is packed in the oldest JavaScript, without a text between backticks', () => {
    expect(packedScript('var longName = `a"b`; window.x = longName;')).not.toMatch(/`|=>/);
  });

  test('that cannot be stops the build', () => {
    expect(() => packedScript('var x = `${location}`; window.x = x; window.y = x')).toThrow(
      'can’t be packed'.replace('’', "'"),
    );
  });
});

test('the start is a script of the old kind, and its module hands on what the script has left', async () => {
  await writePage();
  const files = await built([classicStart()]);
  const names = Object.keys(files);
  const script = files[names.find((name) => name.endsWith('.classic.js')) ?? ''] ?? '';
  expect(script).toContain('self.scanlineStart={');
  expect(script).not.toMatch(/\bexport\b|\bimport\s*\{/);
  const handing = Object.values(files).filter((text) => text.includes('=self.scanlineStart;export{'));
  expect(handing).toHaveLength(1);
});

test('the page has the first paint in it, and its styles and its start as files', async () => {
  await writePage();
  const files = await built([classicStart(), firstView(root)]);
  const page = files[join(root, 'dist', 'index.html')] ?? '';
  expect(page).toMatch(/<style>h1\{color:\s*red\}<\/style>/);
  expect(page).toMatch(/<link rel="stylesheet" href="\/assets\/[^"]+\.css" media="not all"/);
  expect(page).toMatch(/<script defer src="\/assets\/start-[0-9a-f]{8}\.classic\.js">/);
  expect(page).not.toContain('type="module"');
});

test('beside each file that shrinks stand its packed forms, and beside no other', async () => {
  await write('dist/long.js', 'x = 1;\n'.repeat(500));
  await write('dist/short.js', 'x');
  await write('dist/picture.png', 'x'.repeat(500));
  const { writeBundle } = compressed(join(root, 'dist'));
  if (typeof writeBundle !== 'object') throw new Error('it has no step at the end');
  await (writeBundle.handler as () => Promise<void>)();
  const names = await readdir(join(root, 'dist'));
  expect(names.sort()).toEqual(['long.js', 'long.js.br', 'long.js.gz', 'picture.png', 'short.js']);
  const packed = await readFile(join(root, 'dist/long.js.br'));
  expect(brotliDecompressSync(packed).toString()).toBe('x = 1;\n'.repeat(500));
});
