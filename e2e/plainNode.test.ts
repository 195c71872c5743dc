import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from './rig/modules.ts';

/** Files that Node or Playwright runs as they are: programs of the laboratory and of the rig, specs, and the start from the sources. */
const started = [
  ...readdirSync('lab', { recursive: true, encoding: 'utf8' }).map((file) => `lab/${file}`),
  ...readdirSync('e2e', { recursive: true, encoding: 'utf8' }).map((file) => `e2e/${file}`),
  'src/main/start.ts',
  'src/main/builtProgram.ts',
  'src/main/testing/callsBeside.ts',
].filter((file) => /(?:\.spec|main|rig\/[\w-]+|start|builtProgram|callsBeside)\.ts$/.test(file));

test('what runs without a build imports no TSX, which Node does not read', () => {
  expect(started.length).toBeGreaterThan(100);
  const known = new Map<string, string>(started.map((file) => [file, file]));
  for (const [file, by] of known)
    for (const path of importsOf(file)) {
      const to = path.replace(/^src\/(?=(?:e2e|lab)\/)/, '');
      if (/\.tsx?$/.test(to) && !known.has(to)) known.set(to, `${by} → ${to}`);
    }
  expect([...known].filter(([file]) => file.endsWith('.tsx')).map(([, way]) => way)).toEqual([]);
});
