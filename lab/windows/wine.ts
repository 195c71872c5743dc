import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Way in which Wine is called here: the words before a program's own, and what its environment needs. */
export interface Wine {
  readonly version: string;
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** A library that Debian keeps apart from Wine, and that Wine looks for among Windows' own. */
  readonly zlib?: string;
}

/** Debian 13's Wine, laid apart from this machine's system. */
const ROOT = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'scanline-wine');
/** Its folder is this machine's root to Wine, with what both share in it. */
const ENTER = `for d in proc sys dev tmp; do mkdir -p ${ROOT}/$d; mount --rbind /$d ${ROOT}/$d; done; exec chroot ${ROOT} /usr/lib/wine/wine64 "$@"`;
/** Wine 8, which is Debian 12's, cannot reserve memory as Node 24 asks for it: Node ends at once. */
const OLDEST = 9;

/** @returns `undefined` where there is no Wine that runs Node 24. */
export function findWine(): Wine | undefined {
  const inRoot = ['unshare', '--mount', 'sh', '-c', ENTER, 'sh'] as const;
  const places: readonly Omit<Wine, 'version'>[] = [
    { command: ['wine'], env: {} },
    {
      command: inRoot,
      env: { WINESERVER: '/usr/lib/wine/wineserver64' },
      zlib: join(ROOT, 'usr/x86_64-w64-mingw32/lib/zlib1.dll'),
    },
  ];
  for (const place of places) {
    if (place.zlib !== undefined && !existsSync(place.zlib)) continue;
    const [program, ...args] = place.command;
    const { stdout } = spawnSync(program, [...args, '--version'], { encoding: 'utf8' });
    const [version, major] = /^wine-(\d+)\S*/.exec(stdout ?? '') ?? [];
    if (version !== undefined && Number(major) >= OLDEST) return { ...place, version };
  }
  return undefined;
}

/** Lays Debian 13's Wine into a folder of its own, 1 GB, where this machine's is too old or missing: it has to be root on Debian. */
export function installWine(): void {
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '--yes', '-q', '--no-install-recommends', 'mmdebstrap']);
  rmSync(ROOT, { recursive: true, force: true });
  run('mmdebstrap', ['--variant=extract', '--include=wine64,libwine', 'trixie', ROOT]);
  for (const name of ['lib', 'lib64', 'bin']) symlinkSync(`usr/${name}`, join(ROOT, name));
}

/** Makes Wine's own folder ready. @param prefix - an empty one. */
export function prepareWine({ command, zlib }: Wine, env: NodeJS.ProcessEnv, prefix: string): void {
  const system = join(prefix, 'drive_c', 'windows', 'system32');
  mkdirSync(system, { recursive: true });
  if (zlib !== undefined) cpSync(zlib, join(system, 'zlib1.dll'));
  const [program, ...args] = command;
  spawnSync(program, [...args, 'wineboot', '-i'], { env, timeout: 120_000 });
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`“${command} ${args.join(' ')}” ended with ${status}`);
}
