import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');
const BUILT = join(PROJECT_DIR, 'dist', 'index.html');
const BUILT_FROM = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** `npm start`: builds the app where the build is missing or older than what it is made from, then runs the gateway. */
async function start(): Promise<void> {
  const newest = Math.max(...BUILT_FROM.map((name) => newestIn(join(PROJECT_DIR, name))));
  if (changedAt(BUILT) < newest) await build();
  await import('#gateway/main.ts');
}

function build(): Promise<void> {
  const vite = join(PROJECT_DIR, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build'], { cwd: PROJECT_DIR, stdio: ['ignore', 2, 2] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the app cannot be built: vite ended with ${code ?? 'a signal'}`));
    });
  });
}

/** Unix ms of the latest change below `path`; the gateway itself and tests are not part of the app. */
function newestIn(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : found.mtimeMs;
  if (path === join(PROJECT_DIR, 'src', 'gateway')) return 0;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

/** Unix ms; 0 where it is not there. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
