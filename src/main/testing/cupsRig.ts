import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, tempDir } from './rig.ts';

const SERVER = '/usr/sbin/cupsd';
const LIBRARY = '/usr/lib/cups';

/** The things that CUPS lacks here; empty: it can be started. It takes root, who may start its helpers as another user. */
export const cupsLacks: readonly string[] = [
  ...[SERVER, '/usr/sbin/lpadmin', join(LIBRARY, 'daemon/cups-exec')].filter((file) => !existsSync(file)),
  ...(process.getuid?.() === 0 ? [] : ['root']),
];

if (cupsLacks.length > 0)
  console.error(`Tests with CUPS are skipped: ${cupsLacks.join(', ')} is missing (Debian: cups-daemon, cups-client).`);

/** Starts a CUPS of its own with one queue, whose device keeps each document as a file. */
export async function startCups() {
  const folder = tempDir();
  const at = (...names: readonly string[]): string => join(folder.path, ...names);
  chmodSync(folder.path, 0o755);
  for (const name of ['bin/backend', 'spool/tmp', 'cache', 'state', 'log', 'root', 'out'])
    mkdirSync(at(name), { recursive: true });
  symlinkSync(join(LIBRARY, 'daemon'), at('bin/daemon'));
  const port = await freePort();
  writeFileSync(
    at('cups-files.conf'),
    `SystemGroup root\nUser lp\nGroup lp\nServerRoot ${at('root')}\nServerBin ${at('bin')}\nDataDir /usr/share/cups\n` +
      `CacheDir ${at('cache')}\nStateDir ${at('state')}\nRequestRoot ${at('spool')}\nTempDir ${at('spool/tmp')}\n` +
      `AccessLog ${at('log/access')}\nErrorLog ${at('log/error')}\nPageLog ${at('log/page')}\n`,
  );
  // What a job tells of itself is as private as CUPS has it by itself; who may do what is open to all.
  writeFileSync(
    at('cupsd.conf'),
    `Listen 127.0.0.1:${port}\nBrowsing Off\nWebInterface No\nDefaultAuthType None\n` +
      '<Location />\nOrder allow,deny\nAllow all\n</Location>\n' +
      '<Policy default>\n' +
      'JobPrivateAccess default\nJobPrivateValues default\n' +
      '<Limit All>\nOrder allow,deny\nAllow all\n</Limit>\n</Policy>\n',
  );
  // It waits for as long as there is a file “hold”.
  const device = `#!/bin/sh\n[ $# -eq 0 ] && exit 0\nwhile [ -e ${at('hold')} ]; do sleep 0.1; done\ncp "$6" "${at('out')}/$1"\n`;
  writeFileSync(at('bin/backend/keep'), device, { mode: 0o700 });
  const process = spawn(SERVER, ['-f', '-c', at('cupsd.conf'), '-s', at('cups-files.conf')], { stdio: 'ignore' });
  await listens(process, port);
  const run = (program: string, ...args: readonly string[]): void => {
    const { status, stderr } = spawnSync(program, ['-h', `127.0.0.1:${port}`, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };
  run('/usr/sbin/lpadmin', '-p', 'dock', '-E', '-v', 'keep:/dock', '-m', 'raw');
  return {
    port,
    address: `ipp://127.0.0.1:${port}/printers/dock`,
    /** Runs a program of CUPS against it, such as `cupsdisable`. */
    run,
    /** Has the device wait. */
    hold: () => writeFileSync(at('hold'), ''),
    letGo: () => rmSync(at('hold')),
    /** Returns the jobs that have not ended, as `lpstat` lists them. */
    jobs: () => spawnSync('/usr/bin/lpstat', ['-h', `127.0.0.1:${port}`, '-o'], { encoding: 'utf8' }).stdout,
    /** The documents that came out, by the number of their job. */
    cameOut: () => readdirSync(at('out')).map((name) => readFileSync(at('out', name), 'latin1')),
    async [Symbol.asyncDispose](): Promise<void> {
      process.kill();
      if (process.exitCode === null) await once(process, 'exit');
      folder[Symbol.dispose]();
    },
  };
}

async function listens(process: ChildProcess, port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    if (process.exitCode !== null) throw new Error(`cupsd ended with ${process.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
