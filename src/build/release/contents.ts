import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { filesIn } from '#build/filesIn.ts';
import { MESSAGE_TYPES } from '#build/messageTypes.ts';
import { OLDER } from '#build/older/older.ts';
import { licencesOf } from './licences.ts';
import { type Lock, librariesIn, libraryFolders } from './modules.ts';
import type { Packed } from './packing.ts';
import type { Platform } from './runtime.ts';

/** The folders of `src` that the gateway runs on as they are, and where what it imports is looked for. */
const SOURCES = ['contract', 'wire', 'i18n', 'gateway'];
const IMPORTING = [/^src\/(?:contract|wire|gateway)\/.*\.ts$/, /^src\/i18n\/icu\.ts$/];

/** The rest of a release, by its path in the project. */
const EXTRAS = ['LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'deploy'];
/** The archive's README, in the place of the sources' own. */
const README = 'deploy/start/README.md';
const START = { linux: 'scanline', win: 'scanline.cmd' } as const;

/** The part of the project's package.json that is read. */
interface Project {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly imports: Readonly<Record<string, string>>;
}

/**
 * Returns all that a release holds but Node and the list of parts: the built app, the gateway's sources without tests, the
 * libraries that these import, and what a site deploys and reads.
 *
 * @param root - the project, built. @param version - of the release.
 */
export async function contentsOf(root: string, platform: Platform, version: string): Promise<readonly Packed[]> {
  const older = join('dist', OLDER, 'index.html');
  if (!existsSync(join(root, older))) throw new Error(`${older} is missing: npm run build makes it`);
  const take = (name: string) => packed(root, name);
  const sources = (await Promise.all(SOURCES.map((folder) => take(`src/${folder}`)))).flat().filter(isProduct);
  const importing = sources.filter(({ path }) => IMPORTING.some((pattern) => pattern.test(path)));
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const libraries = librariesIn(importing.map(({ bytes }) => Buffer.from(bytes).toString()));
  const modules = await Promise.all(libraryFolders(lock, libraries).map((folder) => modulesFiles(root, folder)));
  const isKeptOut = keptOut(await readFile(join(root, '.gitignore'), 'utf8'));
  const extras = await Promise.all(['dist', ...EXTRAS].map(take));
  const project = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Project;
  const { name, description, license } = project;
  const imports = Object.fromEntries(SOURCES.map((one) => [`#${one}/*`, project.imports[`#${one}/*`]]));
  const own = { name, version, private: true, description, license, type: 'module', imports };
  const start = START[platform];
  const text = await readFile(join(root, 'deploy', 'start', start), 'utf8');
  return [
    ...sources,
    ...modules.flat(),
    ...extras.flat().filter(({ path }) => !path.startsWith('deploy/start/') && !isKeptOut(path)),
    { path: 'README.md', bytes: await readFile(join(root, README)) },
    { path: 'third-party.LICENSE', bytes: Buffer.from(licencesOf(root, lock)) },
    { path: 'package.json', bytes: Buffer.from(`${JSON.stringify(own, null, 2)}\n`) },
    // cmd.exe reads lines of its own kind.
    { path: start, bytes: Buffer.from(platform === 'win' ? text.replaceAll('\n', '\r\n') : text), isProgram: true },
  ];
}

/** Tells whether a file of `src` is of the product: no test, no rig of tests, nothing of the compiler's. */
function isProduct({ path }: Packed): boolean {
  return path !== MESSAGE_TYPES && !/\.test\.tsx?$|\/testing\/|\/tsconfig\.json$/.test(path);
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

/** Returns a module's own files: what lies in its `node_modules` is a module of its own, and may be needed or not. */
async function modulesFiles(root: string, folder: string): Promise<readonly Packed[]> {
  const entries = await readdir(join(root, folder));
  const own = entries.filter((name) => name !== 'node_modules');
  return (await Promise.all(own.map((name) => packed(root, `${folder}/${name}`)))).flat();
}

async function packedFile(root: string, file: string): Promise<Packed> {
  return { path: relative(root, file).split(sep).join('/'), bytes: await readFile(file) };
}
