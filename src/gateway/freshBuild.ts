import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILT_FROM = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** Vite's modes: `production` builds all, `new` leaves out the build for older browsers, which `old` makes alone (src/build/older). */
export type BuildMode = 'production' | 'new' | 'old';

/** Returns the mode in which the built app is to be made anew, where it or its part for older browsers is missing or older than its sources. @param project - the project's folder. */
export function staleBuild(project: string): Exclude<BuildMode, 'new'> | undefined {
  const gateway = join(project, 'src', 'gateway'); // it is no part of the app; nor are tests
  /** Returns the Unix ms of the latest change below `path`; 0: nothing is there. */
  function newestIn(path: string): number {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found || path === gateway) return 0;
    if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : found.mtimeMs;
    return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
  }
  const newest = Math.max(...BUILT_FROM.map((name) => newestIn(join(project, name))));
  if (newestIn(join(project, 'dist', 'index.html')) < newest) return 'production';
  return newestIn(join(project, 'dist', 'old', 'index.html')) < newest ? 'old' : undefined;
}

/** Builds the app. @param project - the project's folder. */
export async function buildApp(project: string, mode: BuildMode): Promise<void> {
  const vite = join(project, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--mode', mode];
  const child = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the app cannot be built: vite ended with ${code ?? 'a signal'}`);
}
