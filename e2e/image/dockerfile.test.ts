import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { below } from './follow.ts';
import { programOf, readDockerfile, readDockerignore } from './dockerfile.ts';

const instructions = readDockerfile('deploy/Dockerfile');
const all = (name: string) => instructions.filter((one) => one.name === name);
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;

test('every stage is the Node that package.json pins, by its whole version', () => {
  expect(all('FROM').map(({ text }) => text.split(' ')[0])).toEqual(
    Array.from({ length: 2 }, () => `node:${devDependencies?.['node']}-bookworm-slim`),
  );
});

test('what is left of the dependencies is what the gateway imports, all of it and nothing else', () => {
  const removed = all('RUN')
    .flatMap(({ text }) => (text.startsWith('npm uninstall') ? text.split(' ').slice(2) : []))
    .filter((word) => !word.startsWith('--'));
  const imported = ['contract', 'wire', 'gateway']
    .flatMap((folder) => below(join('src', folder)))
    .concat(join('src/i18n', 'icu.ts')) // the gateway's pages are words too
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/rig\.ts$/i.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^(?:import|\}).* from '([^'.#]+)';$/gm)])
    .map(([, name = '']) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !name.startsWith('node:'));
  const left = Object.keys(dependencies ?? {}).filter((name) => !removed.includes(name));
  expect(new Set(left)).toEqual(new Set(imported));
  expect(removed.filter((name) => !Object.hasOwn(dependencies ?? {}, name))).toEqual([]);
});

test('the gateway is run by no shell, by a user that is not root, and owns nothing but its volume', () => {
  expect(programOf(all('CMD')[0]?.text ?? '')).toEqual(['node', 'src/gateway/main.ts']);
  expect(programOf(all('HEALTHCHECK')[0]?.text ?? '')[0]).toBe('node');
  expect(all('USER').at(-1)?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  expect(last.filter(({ name, flags }) => name === 'COPY' && flags['chown'] !== undefined)).toEqual([]);
  expect(last.find(({ name }) => name === 'ENV')?.text).toContain('DATA_DIR=/data');
  expect(all('VOLUME').map(({ text }) => text)).toEqual(['["/data"]']);
});

test('no script of a package runs in the build', () => {
  const installs = all('RUN').filter(({ text }) => /^npm (?!run )/.test(text));
  expect(installs.length).toBeGreaterThan(0);
  for (const { text } of installs) expect(text).toContain('--ignore-scripts');
});

test('neither a key nor a site, data, git or a test is sent to the build', () => {
  const isSent = readDockerignore('deploy/Dockerfile.dockerignore');
  const kept = ['.env', 'site.json', '.data/ledger.sqlite', '.git/config', 'node_modules/pg/package.json', 'key.pem'];
  const tests = [
    'src/gateway/main.test.ts',
    'src/app/App.test.tsx',
    'src/gateway/testing/rig.ts',
    'src/gateway/testing/appRig.ts',
  ];
  expect([...kept, ...tests].filter(isSent)).toEqual([]);
  const sent = [
    'package-lock.json',
    'src/gateway/main.ts',
    'src/gateway/standin/warehouse/seed.ts',
    'public/icons/icon.svg',
  ];
  expect(sent.filter((path) => !isSent(path))).toEqual([]);
  for (const path of all('COPY').flatMap(({ text, flags }) => (flags['from'] ? [] : text.split(' ').slice(0, -1)))) {
    expect(existsSync(path), path).toBe(true);
    expect(isSent(path), path).toBe(true);
  }
});
