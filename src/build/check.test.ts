import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const LOOKS = ['build', 'dead', 'format:check', 'lint', 'messages', 'sizes', 'types'];

/** Runs the check of a project whose commands only note that they ran. @param failing - the one that ends with 3. */
function checked(failing = ''): {
  readonly status: number | null;
  readonly ran: readonly string[];
  readonly said: string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);
  writeFileSync(
    at('note.mjs'),
    `import { appendFileSync } from 'node:fs';
     const name = process.argv[2];
     appendFileSync('ran', name + '\\n');
     console.log('first of ' + name);
     if (name === '${failing}') process.exitCode = 3;
     setTimeout(() => console.error('last of ' + name), 50);`,
  );
  const note = (name: string): string => `node note.mjs ${name}`;
  const later = Object.fromEntries(
    ['lint', 'types', 'dead'].map((name) => [name, `npm run -s messages && ${note(name)}`]),
  );
  const own = Object.fromEntries(['messages', 'build', 'format:check', 'unit'].map((name) => [name, note(name)]));
  const check = `node ${join(import.meta.dirname, 'check.ts')}`;
  writeFileSync(at('package.json'), JSON.stringify({ scripts: { check, ...own, ...later } }));
  mkdirSync(at('node_modules/.bin'), { recursive: true });
  writeFileSync(at('node_modules/.bin/size-limit'), `#!/bin/sh\n${note('sizes')}\n`);
  chmodSync(at('node_modules/.bin/size-limit'), 0o755);
  const { status, stdout } = spawnSync('npm', ['run', 'check'], { cwd: folder, encoding: 'utf8' });
  return { status, ran: readFileSync(at('ran'), 'utf8').trim().split('\n'), said: stdout };
}

// A script stands for size-limit here, which cmd.exe would not run.
test.skipIf(process.platform === 'win32')(
  'a check runs each command once, the messages first, the unit tests last, and prints each output whole',
  () => {
    const { status, ran, said } = checked();
    expect(status).toBe(0);
    expect([ran[0], ran.at(-1)]).toEqual(['messages', 'unit']);
    expect(ran.slice(0, -1).toSorted()).toEqual(LOOKS);
    for (const name of ['lint', 'types', 'dead', 'format:check'])
      expect(said).toContain(`\nfirst of ${name}\nlast of ${name}\n`);
  },
);

test.skipIf(process.platform === 'win32')(
  'where one fails the others are seen too, and the unit tests are not run',
  () => {
    const { status, ran, said } = checked('lint');
    expect(status).toBe(1);
    expect(ran.toSorted()).toEqual(LOOKS);
    expect(said).toMatch(/^< lint: failed/m);
    expect(said).not.toMatch(/^< types: failed/m);
  },
);
