import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Returns what in a script is not for cmd.exe as well as for any other shell: it consists of programs and their words, one after the other. */
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
  expect(Object.keys(scripts).length).toBeGreaterThan(10);
  const faults = Object.entries(scripts).map(([name, script]) => [name, shellsOwn(script)] as const);
  expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
});

test('package.json has at most 22 scripts, and those that IT is told of among them', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(22);
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(['start', 'release', 'backup', 'restore', 'move', 'person', 'probe', 'provision']),
  );
});

test('what compiles, lints or looks for dead code writes the modules of the messages first: a clone has none', () => {
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('/src/i18n/words/');
  const compiling = Object.entries(scripts).filter(([, script]) => /\b(?:tsc|oxlint|knip)\b/.test(script));
  expect(compiling.map(([name]) => name)).toEqual(['lint', 'types', 'dead']);
  expect(compiling.filter(([, script]) => !script.startsWith('npm run -s messages && '))).toEqual([]);
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
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, { readonly 'runs-on': string; readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly name: string;
  readonly uses?: string;
  readonly run?: string;
}

const workflows = Object.fromEntries(
  readdirSync('.github/workflows').map((file) => [
    file,
    parse(readFileSync(`.github/workflows/${file}`, 'utf8')) as Workflow,
  ]),
);
const stepsOf = (file: string): readonly Step[] =>
  Object.values(workflows[file]?.jobs ?? {}).flatMap(({ steps }) => steps);
const runsOf = (file: string): readonly string[] => stepsOf(file).flatMap(({ run = [] }) => run);

test.each(Object.keys(workflows))(
  'the forge’s file %s has steps that each do one thing, by commands that are there',
  (file) => {
    expect(
      stepsOf(file).filter(({ name, uses, run }) => !name || (uses === undefined) === (run === undefined)),
    ).toEqual([]);
    const commands = runsOf(file).flatMap((run) =>
      [...run.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name),
    );
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const named = runsOf(file).flatMap((run) => run.match(/\b(?:src|e2e|lab|deploy)\/[\w./-]+/g) ?? []);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  },
);

test('the forge tests each push, runs the whole and the laboratory each night, and tries the release before a tag, also on Windows', () => {
  expect(Object.keys(workflows['push.yml']?.on ?? {})).toEqual(['push', 'pull_request']);
  expect(runsOf('push.yml')).toContain('npm test');
  expect(workflows['nightly.yml']?.on).toHaveProperty('schedule');
  expect(runsOf('nightly.yml')).toEqual(expect.arrayContaining(['bash .ci/run', 'npm run lab -- bench']));
  expect(runsOf('release.yml')).toEqual(
    expect.arrayContaining(['npm run lab -- test:release', 'npm run lab -- windows']),
  );
  const systems = (file: string) =>
    Object.values(workflows[file]?.jobs ?? {}).map((job) => job['runs-on'].split('-')[0]);
  expect(systems('push.yml')).toEqual(['ubuntu', 'windows']);
  expect(systems('release.yml')).toEqual(['ubuntu', 'windows']);
});
