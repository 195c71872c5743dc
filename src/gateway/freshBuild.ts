import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One of the two things that are built of the sources. */
export type Build = keyof typeof BUILDS;

/** The builds: what each is made of, what of that is no part of it, the file that tells its age, and what makes it. */
const BUILDS = {
  app: {
    from: ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'],
    not: ['src/gateway', 'src/build/gateway'],
    made: 'dist/index.html',
    by: ['node_modules/vite/bin/vite.js', 'build'],
  },
  gateway: {
    from: ['src/gateway', 'src/contract', 'src/wire', 'src/i18n', 'src/build/gateway', 'package-lock.json'],
    not: [],
    made: 'build/gateway/start.js',
    by: ['src/build/gateway/main.ts'],
  },
} as const;

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

/** Makes a build anew where it is stale; a current one starts nothing. @param project - the project's folder. */
export async function keepFresh(project: string, build: Build): Promise<void> {
  if (!isStale(project, build)) return;
  process.stderr.write(`The ${build} is not built, or older than its sources: it is built.\n`);
  const [script, ...args] = BUILDS[build].by;
  const command = [join(project, script), ...args];
  const child = spawn(process.execPath, command, { cwd: project, stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the ${build} cannot be built: ${script} ended with ${code ?? 'a signal'}`);
}

/** Runs a program of the gateway's build in this process. @param name - such as `backup`. */
export async function runBuilt(project: string, name: string): Promise<void> {
  await import(pathToFileURL(join(project, 'build', 'gateway', `${name}.js`)).href);
}
