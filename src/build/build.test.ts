import { mkdtemp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'vite';
import { beforeEach, describe, expect, test } from 'vitest';
import { versionOf } from './buildId.ts';
import { compressed } from './compressed.ts';
import { firstView, packedScript } from './firstView.ts';
import { readOlderGaps } from './older/older.ts';
import { WORDS } from './words.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scanline-build-'));
});

async function write(name: string, text: string): Promise<void> {
  await mkdir(join(root, name, '..'), { recursive: true });
  await writeFile(join(root, name), text);
}

test('the version of a build follows its sources, and no test, nor the gateway, nor what is made of them', async () => {
  for (const name of ['index.html', 'package-lock.json', 'vite.config.ts', 'public/x.js', 'src/app/a.ts'])
    await write(name, '1');
  await write('package.json', '{"version":"1.2.3"}');
  const first = await versionOf(root);
  expect(first).toMatch(/^1\.2\.3\+[0-9a-f]{7}$/);
  await write('src/gateway/x.ts', '2');
  await write('src/app/a.test.ts', '2');
  await write(`${WORDS}/a.ts`, '2');
  expect(await versionOf(root)).toBe(first);
  await write('src/app/a.ts', '2');
  expect(await versionOf(root)).not.toBe(first);
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

describe('what an older browser lacks', () => {
  /** Runs it where nothing of it is there, and says what `code` gives then. */
  async function inOlder(code: string): Promise<unknown> {
    const gaps = await readOlderGaps(join(import.meta.dirname, '..', '..'));
    const context = createContext({
      Crypto: class {
        getRandomValues = (bytes: Uint8Array): Uint8Array => bytes.fill(255);
      },
    });
    runInContext(
      `for (const one of [Array, String, Object.getPrototypeOf(Uint8Array)]) delete one.prototype.at;
      delete String.prototype.replaceAll; delete Object.hasOwn; ${gaps}`,
      context,
    );
    return runInContext(code, context);
  }

  test.each<[code: string, value: unknown]>([
    ['[1, 2].at(-1) + [1, 2].at(0) + [1].at()', 4],
    ['[1].at(1)', undefined],
    ['"abc".at(-2)', 'b'],
    ['new Uint8Array([7, 8]).at(-1)', 8],
    ['Object.hasOwn({ a: 1 }, "a") && !Object.hasOwn({}, "toString")', true],
    ['"a.b.c".replaceAll(".", "$&$&")', 'a..b..c'],
    ['"a(b(".replaceAll("(", () => "$")', 'a$b$'],
    ['"abc".replaceAll(/[ab]/g, "x")', 'xxc'],
    ['"ab".replaceAll("", "-")', '-a-b-'],
    ['new Crypto().randomUUID()', 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
    ['Object.keys([]).length + Object.keys("").length', 0],
  ])('%s', async (code, value) => {
    expect(await inOlder(code)).toBe(value);
  });
});

test('the page has its small scripts in it, and the styles of the app behind all that is painted first', async () => {
  await write(
    'index.html',
    `<html><head>
    <style>@import '/first.css';</style>
    </head><body><h1>x</h1><script src="/keep.js"></script><script type="module" src="/a.ts"></script>
    </body></html>`,
  );
  await write('first.css', 'h1 { color: red }');
  await write('later.css', 'h2 { color: blue }');
  await write('a.ts', "import './later.css'; document.title = 'x';");
  await write('public/keep.js', '// kept\nwindow.kept = 1;');
  await build({ root, configFile: false, logLevel: 'silent', plugins: [firstView(root)] });
  const page = await readFile(join(root, 'dist/index.html'), 'utf8');
  expect(page).toMatch(/<style>h1\{color:\s*red\}<\/style>/);
  expect(page).toContain('<script>window.kept = 1;</script>');
  expect(page).toMatch(/<script type="module" crossorigin src="\/assets\/index-[\w-]+\.js">/);
  expect(page).toMatch(/<link rel="stylesheet" crossorigin href="\/assets\/index-[\w-]+\.css">\s*<\/body>/);
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
