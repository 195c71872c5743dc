import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isStale, keepFresh } from './freshBuild.ts';
import { tempDir } from '#main/testing/rig.ts';

const BUILT = { app: 'dist/index.html', older: 'dist/old/index.html', gateway: 'build/gateway/start.js' };
const FILES = [
  'src/app/a.tsx',
  'src/gateway/b.ts',
  'src/office/d.ts',
  'src/ui/e.css',
  'src/main/testing/rig.ts',
  'src/contract/c.ts',
  'src/i18n/en.json',
  'src/app/a.test.tsx',
  'src/build/x.ts',
  'src/build/gateway/y.ts',
  'public/c.js',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** Makes a project with sources of 1,000 s and builds of 2,000 s. @returns a function that changes a file's time. */
function built(folder: string): (name: string, seconds: number) => void {
  const touch = (name: string, seconds: number): void => utimesSync(join(folder, name), seconds, seconds);
  const made = Object.values(BUILT);
  for (const name of [...FILES, ...made]) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '');
    touch(name, made.includes(name) ? 2_000 : 1_000);
  }
  return touch;
}

/** Names the builds of a project that are stale. */
function staleIn(folder: string): readonly string[] {
  return (['app', 'older', 'gateway'] as const).filter((build) => isStale(folder, build));
}

test('builds that are younger than all they are made from are taken as they are, and nothing is started', async () => {
  using folder = tempDir();
  built(folder.path);
  expect(staleIn(folder.path)).toEqual([]);
  await keepFresh(folder.path, 'app'); // there is nothing in this project that could be started
  await keepFresh(folder.path, 'gateway');
});

test.each([
  ['src/app/a.tsx', ['app', 'older']],
  ['src/build/x.ts', ['app', 'older']],
  ['public/c.js', ['app', 'older']],
  ['index.html', ['app', 'older']],
  ['vite.config.ts', ['app', 'older']],
  ['src/gateway/b.ts', ['gateway']],
  ['src/office/d.ts', ['gateway']],
  ['src/ui/e.css', ['app', 'older', 'gateway']],
  ['src/build/gateway/y.ts', ['gateway']],
  ['src/contract/c.ts', ['app', 'older', 'gateway']],
  ['src/i18n/en.json', ['app', 'older', 'gateway']],
  ['package-lock.json', ['app', 'older', 'gateway']],
  ['src/app/a.test.tsx', []],
  ['src/main/testing/rig.ts', []],
])('%s makes stale what is made of it alone: %j', (name, stale) => {
  using folder = tempDir();
  built(folder.path)(name, 3_000);
  expect(staleIn(folder.path)).toEqual(stale);
});

test.each(['app', 'older', 'gateway'] as const)('what is not built is built: the %s', async (build) => {
  using folder = tempDir();
  built(folder.path);
  rmSync(join(folder.path, BUILT[build]));
  expect(staleIn(folder.path)).toEqual([build]);
  await expect(keepFresh(folder.path, build)).rejects.toThrow('cannot be built');
});

test('of several that find a build missing one makes it, and the others wait for it; one that was killed is not waited for', async () => {
  using folder = tempDir();
  built(folder.path);
  rmSync(join(folder.path, BUILT.gateway));
  const log = join(folder.path, 'log');
  const made = JSON.stringify(join(folder.path, BUILT.gateway));
  const script = `import { appendFileSync, writeFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(log)}, 'begun ');
    setTimeout(() => { writeFileSync(${made}, ''); appendFileSync(${JSON.stringify(log)}, 'made '); }, 300);`;
  writeFileSync(join(folder.path, 'src/build/gateway/main.ts'), script);
  const killed = spawnSync(process.execPath, ['-e', '']).pid;
  mkdirSync(join(folder.path, 'node_modules'));
  writeFileSync(join(folder.path, 'node_modules/.scanline-builds-gateway'), String(killed));
  await Promise.all(Array.from({ length: 3 }, () => keepFresh(folder.path, 'gateway')));
  expect(readFileSync(log, 'utf8')).toBe('begun made ');
  expect(staleIn(folder.path)).toEqual([]);
});

test('a program of a current build starts without Vite, and says nothing of its own', () => {
  const read = ["import { registerHooks } from 'node:module';", "import { writeSync } from 'node:fs';"];
  const told = 'registerHooks({ load: (url, ...rest) => (writeSync(1, `${url}\\n`), rest[1](url, rest[0])) });';
  const preload = `data:text/javascript,${encodeURIComponent([...read, told].join('\n'))}`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, 'src/main/builtProgram.ts', 'provision', '--help'],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toContain('/build/gateway/provision.js');
  expect(stdout).toContain('npm run provision -- --url');
  expect(stdout.split('\n').filter((line) => /^file:.*(?:node_modules|src\/build)/.test(line))).toEqual([]);
});

test('the browser tests are run on such builds', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['e2e']).toMatch(/node e2e\/rig\/ensure-build\.ts && playwright test$/);
});
