/**
 * `npm run lab -- windows`: makes the release for Windows, unpacks it and uses it, on Windows itself or by Wine. It ends with 1
 * where a step fails, and where there is nothing to run it with. `npm run lab -- windows --install` fetches a Wine first.
 */
import { unzipSync } from 'fflate';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeRelease } from '#build/release/release.ts';
import { stepsOf } from './steps.ts';
import { findWindows } from './windows.ts';
import { installWine } from './wine.ts';

const LACKING = `No Wine from version 9 on is here, and this is no Windows: nothing was tried.
Node 24 does not start under an older one, such as Debian 12's. As root on Debian: npm run lab -- windows --install
`;

/** @returns the release's folder. */
async function unpacked(folder: string): Promise<string> {
  const [archive] = await makeRelease({ root: join(import.meta.dirname, '..', '..'), out: folder, platforms: ['win'] });
  const file = join(folder, archive?.file ?? '');
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return file.replace(/\.zip$/, '');
}

async function main(folder: string): Promise<boolean> {
  const windows = findWindows(folder);
  if (!windows) {
    process.stdout.write(LACKING);
    return false;
  }
  process.stdout.write(`By ${windows.name}:\n`);
  let failed = 0;
  const steps = stepsOf(windows, await unpacked(folder), folder);
  for (const [name, step] of steps) {
    try {
      await step();
      process.stdout.write(`  ok      ${name}\n`);
    } catch (error) {
      failed += 1;
      process.stdout.write(`  FAILED  ${name}\n${String(error).replace(/^/gm, '          ')}\n`);
    }
  }
  windows.end();
  process.stdout.write(`${steps.length - failed} passed, ${failed} failed\n`);
  return failed === 0;
}

if (process.argv.includes('--install')) installWine();
const folder = mkdtempSync(join(tmpdir(), 'scanline-windows-'));
const isGood = await main(folder);
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(isGood ? 0 : 1);
