import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licencesOf } from './licences.ts';
import type { Lock } from './lock.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const inBundle = JSON.parse(readFileSync('build/gateway/packages.json', 'utf8')) as readonly string[];
const text = licencesOf('.', lock, inBundle);

/** Returns what stands under a package's title. */
function partOf(name: string): string {
  const [, part = ''] = text.split(new RegExp(`^${name} \\d[^\\n]*: .+\\n\\n=+\\n\\n`, 'm'));
  return part.replace(/\n=+\n[^]*/, '');
}

test('every package that reaches a handheld or a server is in it with a text, and none that only builds and tests', () => {
  const titles = [...text.matchAll(/^=+\n\n(\S+) \d\S*: /gm)].map(([, name = '']) => name);
  const reaching = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  expect(titles).toEqual(reaching.map(([path]) => path.split('node_modules/').at(-1)));
  expect(titles).toEqual(expect.arrayContaining(['react', 'zxing-wasm', 'fastify', 'pg']));
  expect(titles).not.toContain('vite');
  for (const name of titles) expect(partOf(name), name).toMatch(/licen[cs]e|copyright|permission/i);
});

test('what is in the gateway’s bundle is in it, whatever the lock file says it is for, and what nobody knows stops the release', () => {
  expect(inBundle).toEqual(
    expect.arrayContaining(['node_modules/fastify', 'node_modules/pg', 'node_modules/oauth4webapi']),
  );
  expect(inBundle).not.toContain('node_modules/@messageformat/core'); // the build compiles with it
  expect(licencesOf('.', lock, ['node_modules/vite'])).toMatch(/^vite \d\S*: MIT$/m);
  expect(() => licencesOf('.', lock, ['node_modules/nobodys'])).toThrow('the bundle has node_modules/nobodys');
});

test('what is in the bundle runs on every system: nothing is compiled for one', () => {
  const compiled = (file: string): boolean => /\.node$|^binding\.gyp$/.test(file);
  for (const folder of inBundle) {
    expect(lock.packages[folder], folder).toBeDefined();
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(compiled), folder).toEqual([]);
  }
});

test('what others wrote is named, and so is who gives a licence without its text', () => {
  expect(partOf('zxing-wasm')).toMatch(/^MIT License\n[^]*## Licenses\n[^]*zxing-cpp.*Apache License 2\.0/);
  expect(partOf('bwip-js')).toContain('SIL OPEN FONT LICENSE'); // a file of its own: LICENSE.INCONSOLATA
  expect(partOf('pgpass')).toMatch(/^## License\n\nCopyright \(c\) .+Hörl/); // in its README alone
  expect(partOf('qrcode-generator').trim()).toBe('By Kazuhiko Arase. It brings no text of its licence.');
});
