import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUNDLE, PACKAGES, PROGRAMS } from './bundle.ts';
import { inlined } from './inlined.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanline-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Builds one module as the bundle has it. @returns the address of the file. */
async function built(root: string, module: string): Promise<URL> {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [inlined(root)],
    ssr: { noExternal: true },
    build: { ssr: join(root, module), outDir: folder, rolldownOptions: { output: { entryFileNames: 'built.mjs' } } },
  });
  return pathToFileURL(join(folder, 'built.mjs'));
}

test('styles and scripts of the pages are in the bundle, as they are in the sources', async () => {
  const made = (await import((await built(ROOT, 'src/office/pages/pageFiles.ts')).href)) as Record<string, string>;
  const textOf = (file: string): string => readFileSync(join(ROOT, 'src/office/pages', file), 'utf8');
  expect(made['LIVE_SCRIPT']).toBe(textOf('live.js'));
  expect(made['PAGE_STYLE']).toBe(
    ['../../ui/styles/tokens.css', '../../ui/styles/everyPage.css', '../../ui/styles/card.css', 'page.css']
      .map(textOf)
      .join(''),
  );
});

test('a further module that reads a file beside itself stops the build: the bundle has none', async () => {
  const plant = (name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  plant('src/gateway/x.ts', 'export const file = new URL("x.txt", import.meta.url);');
  await expect(built(folder, 'src/gateway/x.ts')).rejects.toThrow(/x\.ts reads a file beside itself/);
});

test('the bundle is the programs, each a few lines that load the rest, and needs no library beside it', () => {
  const names = readdirSync(BUNDLE).filter((name) => name.endsWith('.js') && !name.endsWith('.part.js'));
  expect(names.sort()).toEqual(
    Object.keys(PROGRAMS)
      .map((name) => `${name}.js`)
      .sort(),
  );
  for (const name of names) expect(statSync(join(BUNDLE, name)).size, name).toBeLessThan(400);
  const codes = readdirSync(BUNDLE).filter((name) => name.endsWith('.js'));
  const imported = codes.flatMap((name) =>
    [...readFileSync(join(BUNDLE, name), 'utf8').matchAll(/^(?:import|export) .*?["']([^"']+)["'];$/gm)].map(
      ([, from = '']) => from,
    ),
  );
  expect(imported.filter((from) => !from.startsWith('node:') && !from.startsWith('./'))).toEqual([]);
  expect(existsSync(join(BUNDLE, 'libraries.part.js'))).toBe(true);
  expect(readFileSync(join(BUNDLE, PACKAGES), 'utf8')).not.toMatch(/messageformat\/(?:core|parser)/);
});

test('what React draws asks for React as it is in production, whatever the build’s own environment is', () => {
  const codes = readdirSync(BUNDLE).filter((name) => name.endsWith('.part.js') && name !== 'libraries.part.js');
  const calls = codes
    .map((name) => readFileSync(join(BUNDLE, name), 'utf8').match(/\bjsx(?:s|DEV)?\)?\(/g) ?? [])
    .flat();
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter((called) => called.includes('DEV'))).toEqual([]);
});

test('a stack trace of a fault names the source and its line', () => {
  const fault = "process.umask = () => { process.stdout.write(new Error('a fault').stack); process.exit(3); };";
  const preload = `data:text/javascript,${encodeURIComponent(fault)}`;
  const { stdout, status } = spawnSync(process.execPath, ['--import', preload, join(BUNDLE, 'start.js')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0' },
  });
  expect(status).toBe(3);
  const lines = readFileSync('src/main/main.ts', 'utf8').split('\n');
  const line = lines.findIndex((text) => text.trim() === 'makeFilesForOwnerAlone();') + 1;
  expect(line).toBeGreaterThan(1);
  const named = stdout.replaceAll('\\', '/');
  expect(named).toContain(`/src/main/main.ts:${line}:`);
  expect(named).toMatch(/\/src\/settings\/files\.ts:\d+:/);
});
