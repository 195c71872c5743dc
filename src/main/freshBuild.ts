import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { attempt } from '#contract/attempt.ts';

/** One of the things that are built of the sources. */
export type Build = keyof typeof BUILDS;

/** The folders of the gateway's process alone: src/build/fences.ts. */
const SERVER = ['settings', 'ledger', 'http', 'standin', 'gateway', 'office', 'main'].map((name) => `src/${name}`);
/** Those that its bundle and the app both have. */
const SHARED = ['contract', 'site', 'wire', 'i18n', 'ui'].map((name) => `src/${name}`);

const APP = {
  from: ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'],
  not: [...SERVER, 'src/build/gateway'],
};
const VITE = 'node_modules/vite/bin/vite.js';

/**
 * The builds: what each is made of, what of that is no part of it, the file that tells its age, and what makes it. The app's own
 * is made without the one for older browsers, and takes that away: it lies within.
 */
const BUILDS = {
  app: { ...APP, made: 'dist/index.html', by: [VITE, 'build', '--mode', 'new'] },
  older: { ...APP, made: 'dist/old/index.html', by: [VITE, 'build', '--mode', 'old'] },
  gateway: {
    from: [...SERVER, ...SHARED, 'src/build/gateway', 'package-lock.json'],
    not: [],
    made: 'build/gateway/start.js',
    by: ['src/build/gateway/main.ts'],
  },
} as const;

const NAMES: Readonly<Record<Build, string>> = {
  app: 'The app',
  older: 'The app for older browsers',
  gateway: 'The gateway',
};

const NO_PRODUCT = /\.test\.tsx?$|[\\/]testing$/;

/** Tells whether a build is missing, or older than its sources. @param project - the project's folder. */
export function isStale(project: string, build: Build): boolean {
  const { from, not, made } = BUILDS[build];
  const left = new Set(not.map((path) => join(project, path)));
  /** Returns the Unix ms of the latest change below `path`; 0: nothing is there. */
  function newestIn(path: string): number {
    const found = NO_PRODUCT.test(path) || left.has(path) ? undefined : statSync(path, { throwIfNoEntry: false });
    if (!found) return 0;
    if (!found.isDirectory()) return found.mtimeMs;
    return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
  }
  return newestIn(join(project, made)) < Math.max(...from.map((name) => newestIn(join(project, name))));
}

/**
 * Makes a build anew where it is stale; a current one starts nothing. Of several processes one makes it, and the others wait: each
 * empties the folder that it builds into.
 *
 * @param project - the project's folder.
 */
export async function keepFresh(project: string, build: Build): Promise<void> {
  if (!isStale(project, build)) return;
  const turn = join(project, 'node_modules', `.scanline-builds-${build}`);
  mkdirSync(dirname(turn), { recursive: true });
  while (!takesTurn(turn)) await setTimeout(LOOK_MS);
  try {
    if (isStale(project, build)) await make(project, build);
  } finally {
    rmSync(turn, { force: true });
  }
}

const LOOK_MS = 100;
/** No build takes so long: whoever noted this was killed, and another program has its number now. */
const LONGEST_MS = 10 * 60_000;

/** Notes that this process builds; `false`: another one does, and lives. One that was killed is not waited for. */
function takesTurn(turn: string): boolean {
  try {
    writeFileSync(turn, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const builder = Number(attempt(() => readFileSync(turn, 'utf8'))); // empty: it is just being written
  const isOver = Date.now() - (statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > LONGEST_MS;
  if (isOver || (builder > 0 && !attempt(() => process.kill(builder, 0)))) rmSync(turn, { force: true });
  return false;
}

async function make(project: string, build: Build): Promise<void> {
  process.stderr.write(`${NAMES[build]} is not built, or older than its sources: it is built.\n`);
  const [script, ...args] = BUILDS[build].by;
  const command = [join(project, script), ...args];
  const child = spawn(process.execPath, command, { cwd: project, stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${NAMES[build]} cannot be built: ${script} ended with ${code ?? 'a signal'}`);
}

/** Runs a program of the gateway's build in this process. @param name - such as `backup`. */
export async function runBuilt(project: string, name: string): Promise<void> {
  await import(pathToFileURL(join(project, 'build', 'gateway', `${name}.js`)).href);
}
