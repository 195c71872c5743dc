import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { missing, needs } from '#e2e/rig/programs.ts';

/** Runs before the tests in Firefox and WebKitGTK: installs Debian's where one is missing. Without it they skip, and say so. */
const packages = [
  ...(missing('firefox').length > 0 ? needs.firefox.packages : []),
  ...(missing('webkit').length > 0 ? needs.webkit.packages : []),
];
if (packages.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  console.log(`Installing ${packages.join(', ')}.`);
  run('apt-get', ['update', '-q']);
  // one by one: a system that lacks one may have the other
  for (const name of packages) run('apt-get', ['install', '--yes', '-q', '--no-install-recommends', name]);
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) console.log(`"${command} ${args.join(' ')}" failed.`);
}
