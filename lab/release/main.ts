/**
 * `npm run lab -- test:release`: makes the release twice from scratch and compares the bytes, then tries the archive in an empty
 * folder, with no npm and, where the system lets it, in a network of its own that leads nowhere. Ends with 1 where
 * anything of that fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRelease } from '#build/release/release.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

async function main(folder: string): Promise<boolean> {
  const first = madeAnew(join(folder, 'older'));
  const isSame = madeAnew(join(folder, 'again')) === first;
  console.log(`${first}The second release has ${isSame ? 'the same' : 'OTHER'} bytes.`);
  const [newer] = await makeRelease({
    root: ROOT,
    out: join(folder, 'newer'),
    platforms: ['linux'],
    version: '99.0.0',
  });
  const [, older = ''] = /(\S+-linux-x64\.tar\.gz)/.exec(first) ?? [];
  return passed(join(folder, 'older', older), join(folder, 'newer', newer?.file ?? '')) && isSame;
}

/** From scratch: without the build of before. @returns the checksums of the archives. */
function madeAnew(out: string): string {
  for (const built of ['dist', 'build']) rmSync(join(ROOT, built), { recursive: true, force: true });
  const args = [join(ROOT, 'src/build/release/main.ts'), '--out', out];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the release cannot be made');
  return readFileSync(join(out, 'SHA256SUMS'), 'utf8');
}

function passed(older: string, newer: string): boolean {
  const isAlone = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
  if (!isAlone) console.log('A network that leads nowhere is not to be had here: this machine’s is used.');
  const into = isAlone ? ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] : [];
  const [program, ...args] = [...into, process.execPath, VITEST, 'run', 'lab/release/release.test.ts'];
  const env = { ...process.env, RELEASE_OLDER: older, RELEASE_NEWER: newer, RELEASE_ALONE: String(isAlone) };
  return spawnSync(program, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'scanline-releases-'));
try {
  process.exitCode = (await main(folder)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
