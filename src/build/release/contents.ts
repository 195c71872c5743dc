import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { filesIn } from '#build/filesIn.ts';
import { BUNDLE, PACKAGES } from '#build/gateway/bundle.ts';
import { OLDER } from '#build/older/older.ts';
import { licencesOf } from './licences.ts';
import type { Lock } from './lock.ts';
import type { Packed } from './packing.ts';
import type { Platform } from './runtime.ts';

/** The place of the gateway's bundle in a release: as deep below it as in the project, and where an image of before looks. */
const INSTALLED = 'node_modules/scanline';

/**
 * The paths of the programs in releases until 0.2.0, which units, images and start files of then still name; each goes on
 * to the program as it is now. What outlives a release, as a unit does, names them too: it fits the release before and after.
 */
export const FORMER = {
  'src/gateway/main.ts': 'start',
  'src/gateway/start.ts': 'start',
  'src/gateway/askHealth.ts': 'health',
  'src/gateway/backup.ts': 'backup',
  'src/gateway/upstream/probe.ts': 'probe',
  'src/gateway/devices/provision.ts': 'provision',
} as const;

/** The rest of a release, by its path in the project. */
const EXTRAS = ['LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'deploy'];
/** The archive's README, in the place of the sources' own. */
const README = 'deploy/start/README.md';
const START = { linux: 'scanline', 'linux-arm64': 'scanline', win: 'scanline.cmd' } as const satisfies Record<
  Platform,
  string
>;

/** The part of the project's package.json that is read. */
interface Project {
  readonly name: string;
  readonly description: string;
  readonly license: string;
}

/**
 * Returns all that a release holds but Node and the list of parts: the built app, the built gateway with the libraries in
 * it, and what a site deploys and reads.
 *
 * @param root - the project, built. @param version - of the release.
 */
export async function contentsOf(root: string, platform: Platform, version: string): Promise<readonly Packed[]> {
  const older = join('dist', OLDER, 'index.html');
  if (!existsSync(join(root, older))) throw new Error(`${older} is missing: npm run build makes it`);
  const take = (name: string) => packed(root, name);
  const bundle = await take(BUNDLE);
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const inBundle = JSON.parse(await readFile(join(root, BUNDLE, PACKAGES), 'utf8')) as readonly string[];
  const isKeptOut = keptOut(await readFile(join(root, '.gitignore'), 'utf8'));
  const extras = await Promise.all(['dist', ...EXTRAS].map(take));
  const project = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Project;
  const { name, description, license } = project;
  const own = { name, version, private: true, description, license, type: 'module' };
  const start = START[platform];
  const text = await readFile(join(root, 'deploy', 'start', start), 'utf8');
  return [
    ...bundle
      .filter(({ path }) => path !== `${BUNDLE}/${PACKAGES}`)
      .map(({ path, bytes }) => ({ path: path.replace(BUNDLE, INSTALLED), bytes })),
    { path: `${INSTALLED}/package.json`, bytes: jsonOf({ name, version, private: true, type: 'module' }) },
    ...Object.entries(FORMER).map(([path, program]) => ({ path, bytes: Buffer.from(goingOn(path, program)) })),
    ...extras.flat().filter(({ path }) => !path.startsWith('deploy/start/') && !isKeptOut(path)),
    { path: 'README.md', bytes: await readFile(join(root, README)) },
    { path: 'third-party.LICENSE', bytes: Buffer.from(licencesOf(root, lock, inBundle)) },
    { path: 'package.json', bytes: jsonOf(own) },
    // cmd.exe reads lines of its own kind.
    { path: start, bytes: Buffer.from(platform === 'win' ? text.replaceAll('\n', '\r\n') : text), isProgram: true },
  ];
}

function jsonOf(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes the file at a program's former path. */
function goingOn(path: string, program: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return `// The program of this name until 0.2.0: for what still names it.\nimport '${up}${INSTALLED}/${program}.js';\n`;
}

/** Returns a test for what a site fills in beside what it deploys, keys and passwords among it: git ignores it, and it is nobody else's. */
function keptOut(gitignore: string): (path: string) => boolean {
  const own = gitignore.split('\n').filter((line) => line.startsWith('/deploy/'));
  return (path) => own.some((line) => `/${path}/`.startsWith(line.replace(/\/?$/, '/')));
}

async function packed(root: string, name: string): Promise<readonly Packed[]> {
  const files = await filesIn(join(root, name));
  return Promise.all(files.map((file) => packedFile(root, file)));
}

async function packedFile(root: string, file: string): Promise<Packed> {
  return { path: relative(root, file).split(sep).join('/'), bytes: await readFile(file) };
}
