import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { chromiumPath } from './chromium.ts';

/** Runs before the browser tests: leaves with 0 when there is a Chromium to test in, installing it where none is. */
if (chromiumPath() === undefined) {
  const debianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  console.log(`No Chromium here: installing ${debianRoot ? "Debian's" : "Playwright's"}.`);
  if (debianRoot) {
    run('apt-get', ['update']);
    run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']);
  } else {
    run('npx', ['playwright', 'install', 'chromium']);
  }
  if (chromiumPath() === undefined) fail('The installation ended well, and still no Chromium is there.');
}

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) fail(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`);
}

function fail(reason: string): never {
  console.error(`${reason}\nInstall Chromium or Chrome, and name it: CHROMIUM_PATH=/path/to/chrome npm run e2e`);
  process.exit(1);
}
