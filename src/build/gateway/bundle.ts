import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type InlineConfig, type Plugin, build, normalizePath } from 'vite';
import { writeWords } from '#build/words.ts';
import { inlined } from './inlined.ts';

/** The folder of the bundle, as deep below the project as the sources of the gateway, and as a release has it. */
export const BUNDLE = 'build/gateway';

/** The gateway's programs: what each is called in the bundle, and its source. */
export const PROGRAMS = {
  start: 'src/main/main.ts',
  backup: 'src/main/backup.ts',
  move: 'src/main/move.ts',
  person: 'src/main/person.ts',
  provision: 'src/main/provision.ts',
  probe: 'src/main/probe.ts',
  health: 'src/main/askHealth.ts',
} as const;

/** The file beside them that names the folders of the libraries in the bundle: their licences go into a release. */
export const PACKAGES = 'packages.json';

/** The one file that is looked at to tell how old the bundle is: `isStale` in src/main/freshBuild.ts. */
const LOOKED_AT = 'start.js';

/** Returns what Vite makes the gateway's bundle by. @param out - a folder that has nothing else in it. */
export function bundleConfig(root: string, out: string): InlineConfig {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' }, // React asks: it draws the office’s pages
    oxc: { jsx: { development: false } }, // as the line above says, whatever NODE_ENV the build itself has: tests have their own
    plugins: [programs(root), inlined(root), libraries()],
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, `${PROGRAM}${name}`])),
        external: ['pg-native'], // pg asks for it where somebody wants it
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].part.js',
          sourcemapExcludeSources: true,
          codeSplitting: {
            groups: [
              { name: 'mail', test: MAIL_LIBRARY, priority: 1 }, // loaded where a mail server is named alone
              { name: 'libraries', test: LIBRARY },
            ],
          },
        },
      },
    },
  };
}

/**
 * Builds the gateway into `build/gateway`. It is built beside that and put there whole: no program starts on half of it,
 * and of two that build at once the last one stays.
 */
export async function buildGateway(root: string): Promise<void> {
  writeWords(root);
  const startedAt = new Date();
  const out = join(root, BUNDLE);
  const [made, before] = ['new', 'old'].map((name) => `${out}-${process.pid}-${name}`) as [string, string];
  try {
    await build(bundleConfig(root, made));
    utimesSync(join(made, LOOKED_AT), startedAt, startedAt); // what was changed while it was built makes it stale
    mkdirSync(out, { recursive: true });
    renameSync(out, before);
    renameSync(made, out);
  } finally {
    for (const folder of [made, before]) rmSync(folder, { recursive: true, force: true });
  }
}

const PROGRAM = 'program:';

/** Makes each program's entry: it has stack traces name the sources, which what is loaded after that alone does. */
function programs(root: string): Plugin {
  return {
    name: 'scanline:programs',
    resolveId: (id) => (id.startsWith(PROGRAM) ? `\0${id}` : undefined),
    load(id) {
      const [, name = ''] = id.split(`\0${PROGRAM}`);
      if (!Object.hasOwn(PROGRAMS, name)) return undefined;
      const source = normalizePath(join(root, PROGRAMS[name as keyof typeof PROGRAMS]));
      return `import { setSourceMapsSupport } from 'node:module';
setSourceMapsSupport(true, { nodeModules: true });
await import(${JSON.stringify(source)});\n`;
    },
  };
}

const MAIL_LIBRARY = /[\\/]node_modules[\\/]nodemailer[\\/]/;
const LIBRARY = /[\\/]node_modules[\\/]/;

/**
 * Notes which libraries are in the bundle, and leaves them out of the maps, which are read at each start: a trace names
 * their place in the bundle.
 */
function libraries(): Plugin {
  return {
    name: 'scanline:libraries',
    transform: { filter: { id: LIBRARY }, handler: (code) => ({ code, map: { mappings: '' } }) },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(normalizePath(id)) ?? []);
      const paths = folders.map((folder) => folder.slice(folder.indexOf('node_modules/')));
      const source = `${JSON.stringify([...new Set(paths)].sort(), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: PACKAGES, source });
    },
  };
}
