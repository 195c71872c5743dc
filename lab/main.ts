import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programs } from './programs.ts';

/**
 * `npm run lab -- NAME [words]`: runs a program of the laboratory with its words. Ends as it ended; with 2, and the list of
 * all programs, where there is none of that name.
 */
const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

function main(name: string, words: readonly string[]): number {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined) {
    process.stderr.write(`${listed(name)}\n`);
    return 2;
  }
  for (const [index, line] of program.runs.entries()) {
    const isLast = index === program.runs.length - 1;
    const status = ran(name, [...line.split(' '), ...(isLast ? words : [])]);
    if (status !== 0) return status;
  }
  return 0;
}

function listed(name: string): string {
  const said = name === '' ? 'npm run lab -- NAME [words]' : `The laboratory has no program “${name}”`;
  const lines = Object.entries(programs).map(([each, { line }]) => `  ${each.padEnd(14)} ${line}`);
  return [`${said}; it has:`, ...lines].join('\n');
}

/** Runs a program by the Node that runs this, by no shell. @returns the code that it ended with, 1 where it was killed. */
function ran(name: string, [program = '', ...words]: readonly string[]): number {
  const scripts: Readonly<Record<string, string | undefined>> = {
    vitest: VITEST,
    npm: process.env['npm_execpath'],
  };
  const script = program === 'node' ? [] : [scripts[program]].filter((path) => path !== undefined);
  if (program !== 'node' && script.length === 0) throw new Error(`run it as “npm run lab -- ${name}”`);
  const env = { ...process.env, LAB: name };
  return spawnSync(process.execPath, [...script, ...words], { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
}

const [name = '', ...words] = process.argv.slice(2);
process.exitCode = main(name, words);
