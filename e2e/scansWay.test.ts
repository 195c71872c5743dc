import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from './rig/modules.ts';

const [, section = ''] = /^## From key to reply\n([^]*?)^## /m.exec(readFileSync('docs/developer.md', 'utf8')) ?? [];
const files = [...section.matchAll(/^\| `(src\/[^`]+)` \|/gm)].map(([, file = '']) => file);

test('each file of the way of a scan from its first key to the reply is there, once', () => {
  expect(files).toContain('src/outbox/drainer.ts'); // the list was read
  expect(files.filter((file, at) => !existsSync(file) || files.indexOf(file) !== at)).toEqual([]);
});

test('each file on the way of a scan is run by another one on it, or runs one', () => {
  const edges = files.map((file) => [file, importsOf(file).filter((to) => files.includes(to))] as const);
  const run = new Set(edges.flatMap(([, to]) => to));
  expect(edges.filter(([file, to]) => to.length === 0 && !run.has(file)).map(([file]) => file)).toEqual([]);
});
