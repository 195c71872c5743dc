import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** What a script may consist of in cmd.exe as well as in any other shell: programs, their words, one after the other. */
function shellsOwn(script: string): readonly string[] {
  const faults = [...script.matchAll(/[^\w\s@&.,:/=-]|(?<!&)&(?!&)|&&&/g)].map(([found]) => `the sign ${found}`);
  for (const command of script.split('&&')) {
    const [program = ''] = command.trim().split(/\s+/);
    const isKnown = ['node', 'npm'].includes(program) || existsSync(`node_modules/.bin/${program}`);
    if (!isKnown) faults.push(`the program ${program}`);
  }
  return faults;
}

test('every script of package.json is one for each shell: cmd.exe sets no variable in front of a program, and knows no exec', () => {
  expect(Object.keys(scripts).length).toBeGreaterThan(30);
  const faults = Object.entries(scripts).map(([name, script]) => [name, shellsOwn(script)] as const);
  expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
});

test.each([
  'A_TEST=1 vitest run',
  'exec node a.ts',
  'bash .ci/run',
  'node a.ts; node b.ts',
  'node a.ts || node b.ts',
  'node a.ts & node b.ts',
  'node a.ts > out.txt',
  "node -e '1'",
  'node a.ts $HOME',
  'rm -rf dist',
  './scanline',
])('“%s” would be refused', (script) => {
  expect(shellsOwn(script)).not.toEqual([]);
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly 'runs-on': string; readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly name: string;
  readonly uses?: string;
  readonly run?: string;
}

test('the forge’s files are YAML whose steps each do one thing, by commands that are there, also on Windows', () => {
  const files = readdirSync('.github/workflows');
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const { jobs } = parse(readFileSync(`.github/workflows/${file}`, 'utf8')) as Workflow;
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    expect(steps.filter(({ name, uses, run }) => !name || (uses === undefined) === (run === undefined))).toEqual([]);
    const commands = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name),
    );
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const named = steps.flatMap(({ run = '' }) => run.match(/\b(?:src|e2e|deploy)\/[\w./-]+/g) ?? []);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
    expect(Object.values(jobs).map((job) => job['runs-on'].split('-')[0])).toEqual(['ubuntu', 'windows']);
  }
});
