import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Builds the app where there is no build, or one that is older than its sources. @throws Error where it does not build */
export function buildIfNeeded(): void {
  const built = 'dist/index.html';
  if (existsSync(built) && statSync(built).mtimeMs > newest(['index.html', 'public', 'src'])) return;
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the app does not build');
}

function newest(paths: readonly string[]): number {
  return Math.max(
    ...paths.map((path) => {
      const facts = statSync(path);
      return facts.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : facts.mtimeMs;
    }),
  );
}
