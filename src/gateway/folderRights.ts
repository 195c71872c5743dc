import { spawnSync } from 'node:child_process';
import { rmdirSync } from 'node:fs';
import { win32 } from 'node:path';

/**
 * Windows knows no mode 0700. This command takes from a folder what it inherits, and leaves it and what will be in it to
 * whoever owns it, to the system and to administrators. Those are named by their SIDs, as their names are translated.
 *
 * @param systemRoot - where Windows is: a program of this name in the working folder is another one.
 */
export function keepToOwnerCommand(folder: string, systemRoot = String.raw`C:\Windows`): readonly [string, string[]] {
  const [owner, system, administrators] = ['*S-1-3-4', '*S-1-5-18', '*S-1-5-32-544'];
  const everything = [owner, system, administrators].map((who) => `${who}:(OI)(CI)F`);
  return [
    win32.join(systemRoot, 'System32', 'icacls.exe'),
    [folder, '/inheritance:r', '/grant:r', ...everything, '/q'],
  ];
}

/** Does that with a folder that was just made; where it cannot, the folder is gone again. @throws Error */
export function keepToOwner(folder: string): void {
  const { status, error } = spawnSync(...keepToOwnerCommand(folder, process.env['SystemRoot']), { encoding: 'utf8' });
  if (status === 0) return;
  rmdirSync(folder); // else the next start would take it for one that somebody made as it is
  throw new Error(`its rights cannot be set: icacls ended with ${status ?? error?.message}`);
}
