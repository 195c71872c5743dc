import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licencesOf } from './licences.ts';
import type { Lock } from './modules.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const text = licencesOf('.', lock);

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

test('what others wrote is named, and so is who gives a licence without its text', () => {
  expect(partOf('zxing-wasm')).toMatch(/^MIT License\n[^]*## Licenses\n[^]*zxing-cpp.*Apache License 2\.0/);
  expect(partOf('bwip-js')).toContain('SIL OPEN FONT LICENSE'); // a file of its own: LICENSE.INCONSOLATA
  expect(partOf('pgpass')).toMatch(/^## License\n\nCopyright \(c\) .+Hörl/); // in its README alone
  expect(partOf('qrcode-generator').trim()).toBe('By Kazuhiko Arase. It brings no text of its licence.');
});
