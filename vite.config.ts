import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build, type Plugin, minifySync, normalizePath } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { injectManifest } from 'workbox-build';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const GATEWAY = 'http://127.0.0.1:8080';

/** Stands in the page for the start's file until that has its name. */
const START = '/start.js';
/** Where the styles go in index.html. */
const STYLES = '<!-- styles -->';

/** The oldest browsers served. public/too-old.js tells older ones so. */
const target = ['chrome93', 'safari15.4'];

export default defineConfig(async ({ command }): Promise<ViteUserConfig> => {
  const define = { __BUILD_ID__: JSON.stringify(command === 'build' ? await buildId() : 'dev') };
  return {
    define,
    plugins: [react(), gateway(), classicStart(), firstView(), worker(define), compressed()],
    build: {
      outDir: dist,
      target,
      sourcemap: false,
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rolldownOptions: {
        transform: { assumptions: { setPublicClassFields: true } }, // else each error's name takes a helper
        checks: { pluginTimings: false }, // brotli takes its time
        output: {
          codeSplitting: {
            // One file packs better than ten that later chunks share, and is fetched and kept sooner.
            groups: [
              { name: 'start', tags: ['$initial'], priority: 5 },
              { name: 'start', test: /^\0/, priority: 4 },
              { name: 'first', test: files('app/settings/FirstStart.tsx'), priority: 3 },
              { name: 'soon', test: SOON, priority: 2 },
              { name: 'shared', test: isShared, minShareCount: 2, priority: 1 },
            ],
          },
        },
      },
    },
    // Stable names for what only the camera needs, so that its sizes have limits of their own.
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/decoderWorker-[hash].js' } } },
    server: { proxy: { '/gateway': GATEWAY, '^/(OrderApiV1|WareHouseAPIV1|PDAAPIV1)\\.asmx': GATEWAY } },
    test: {
      environment: 'node',
      include: ['src/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts'],
      testTimeout: 20_000,
      maxWorkers: 2, // as many as CI has cores: one core is left idle otherwise
    },
  };
});

/** What every start asks for by itself once it can take a scan, and what a task asks for next. */
const SOON = files(
  'app/shell/shell.ts',
  'app/core/keepLastKnown.ts',
  'app/core/people.ts',
  'app/core/storage.ts',
  'app/core/setting.ts',
  'app/shell/awakeInTask.ts',
  'app/core/answerCues.ts',
  'app/frame/LeaveGuard.tsx',
  'app/frame/Notices.tsx',
  'app/OtherScreens.tsx',
  'outbox/drainer.ts',
  'outbox/store/changes.ts',
  'device/siteRefresh.ts',
  'wire/hello.ts',
  'tasks/scans/KeptScan.tsx',
  'tasks/calls/Undo.tsx',
  'tasks/intake/Offered.tsx',
  'tasks/scans/StillKept.tsx',
  'tasks/intake/Elsewhere.tsx',
  'tasks/answer/FormedAnswer.tsx',
);

/** Takes a module that is one of these files of src. @throws Error where one is not there: it was moved. */
function files(...paths: string[]): (id: string) => boolean {
  const wanted = new Set(paths.map((path) => normalizePath(join(root, 'src', path))));
  const gone = [...wanted].filter((path) => !existsSync(path));
  if (gone.length > 0) throw new Error(`a chunk names files that are not there: ${gone.join(', ')}`);
  return (id) => wanted.has(id);
}

/** Not what is large and seldom asked for: labels, the camera, the other languages. */
function isShared(id: string): boolean {
  return !/node_modules\/(?:bwip-js|@zxing|zxing-wasm|@tanstack)|src\/i18n\/(?:zh|ru)\.ts|src\/scan\/|src\/tasks\/\w+\/(?:Printout|CameraPanel)/.test(
    id,
  );
}

/** Ten hex digits over everything the app is built from: the same sources give the same build. */
async function buildId(): Promise<string> {
  const hash = createHash('sha256');
  for (const part of ['index.html', 'package-lock.json', 'public', 'src', 'vite.config.ts']) {
    for (const file of await filesIn(join(root, part))) {
      const name = relative(root, file);
      if (name.startsWith(join('src', 'gateway')) || name.includes('.test.')) continue;
      hash.update(`${name}\0`).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 10);
}

/** `path` itself, or every file below it, in one order on every machine. */
async function filesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** `vite` alone also runs the gateway behind it, restarted when its sources change. */
function gateway(): Plugin {
  return {
    name: 'scanline:gateway',
    apply: (_, { command, isPreview }) =>
      command === 'serve' && isPreview !== true && process.env['VITEST'] === undefined,
    configureServer({ httpServer }) {
      const { port } = new URL(GATEWAY);
      const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/gateway/main.ts'], {
        cwd: root,
        env: { ...process.env, PORT: port },
        stdio: 'inherit',
      });
      httpServer?.once('close', () => child.kill());
      process.once('exit', () => child.kill());
    },
  };
}

/**
 * Makes of the start's chunk a script of the old kind, and of the chunk itself a module that hands later chunks what the
 * script has left for them. A browser compiles an old kind's script whole when the service worker keeps it, and reads that
 * at the next start; a module it compiles anew, each function when it is first called (Chromium's Cache.put; measured:
 * `npm run bench -- speed`).
 */
function classicStart(): Plugin {
  return {
    name: 'scanline:classic-start',
    apply: 'build',
    generateBundle: {
      order: 'post', // Vite has the names of later styles written into it before
      handler(_options, bundle) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        if (start?.type !== 'chunk') return this.error('there is no start');
        const [written, names] = withoutExports(start.code);
        let code = written.replaceAll(
          /\bimport\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?/g,
          (_, taken: string, file: string) => {
            const chunk = bundle[`assets/${file}`];
            if (chunk?.type !== 'chunk' || chunk.imports.length > 0) return this.error(`the start needs ${file}`);
            const [own, given] = withoutExports(chunk.code); // the bundler's own few lines, which it has in a file by itself
            return `const {${namesOf(taken)
              .map((pair) => pair.join(':'))
              .join()}}=(()=>{${own}return {${given.map(([inner, outer]) => `${outer}:${inner}`).join()}}})();`;
          },
        );
        // Vite's loader of later styles asks for the address of `/assets/…` in the way of a module.
        code = code.replace(
          /import\.meta\.resolve\s*\?[^:]*:\s*new URL\((\w+),\s*import\.meta\.url\)/,
          'new URL($1,location.href)',
        );
        if (/\bimport(?:\.meta\b|\s*\{|\s*["'`])/.test(code))
          return this.error('the start is not in one file, or asks for import.meta');
        const source = `//# allFunctionsCalledOnLoad\n(()=>{"use strict";${code}\nself.scanlineStart={${names.map(([inner, outer]) => `${outer}:${inner}`).join()}}})()`;
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        const fileName = `assets/start-${hash}.classic.js`;
        this.emitFile({ type: 'asset', fileName, source });
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('there is no index.html');
        page.source = String(page.source).replace(START, `/${fileName}`);
        const own = names.map(([, outer], at) => [outer, `v${at}`] as const); // what is exported may be named as no variable can be
        start.code = `const {${own.map((pair) => pair.join(':')).join()}}=self.scanlineStart;export{${own.map(([outer, name]) => `${name} as ${outer}`).join()}};`;
      },
    },
  };
}

/** A module's code without the list of what it exports, which the bundler puts at its end; and that list: name inside, name outside. */
function withoutExports(code: string): [code: string, names: [inner: string, outer: string][]] {
  const [tail, list] = /export\s*\{([^{}]*)\};?\s*$/.exec(code) ?? [];
  if (tail === undefined || list === undefined) throw new Error('a module has no list of exports at its end');
  return [code.slice(0, -tail.length), namesOf(list)];
}

function namesOf(list: string): [string, string][] {
  return list.split(',').map((each) => {
    const [name = '', as = name] = each.trim().split(' as ');
    return [name, as];
  });
}

/**
 * Puts into dist/index.html what is needed for the first paint (the rules of its own elements, and the scripts that run
 * before it); the styles and the start come as files. The gateway allows what stands in the page by its hash.
 */
function firstView(): Plugin {
  let [style, styleFile] = ['', ''];
  return {
    name: 'scanline:first-view',
    apply: 'build',
    generateBundle: {
      order: 'pre', // before Vite links the start's styles, and has every later chunk wait for them
      handler(_options, bundle) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        const names = start?.type === 'chunk' ? start.viteMetadata?.importedCss : undefined;
        const [name, ...others] = names ?? [];
        const asset = bundle[name ?? ''];
        if (name === undefined || others.length > 0 || asset?.type !== 'asset')
          return this.error('the start has not one style');
        [style, styleFile] = [String(asset.source).trim(), name];
        names?.clear();
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        if (!html.includes(STYLES)) this.error('index.html has no place for the styles');
        let page = html
          .replaceAll(/^ *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/gm, '')
          .replace('</head>', () => `  <style>${paintedFirst(style)}</style>\n  </head>`)
          // Fetched, and worn by nothing until src/app/draw.tsx puts them on: neither paint nor script waits for them.
          .replace(STYLES, () => `<link rel="stylesheet" href="/${styleFile}" media="not all" fetchpriority="high">`)
          .replaceAll(/^ *<!--.*-->\n/gm, '')
          .replace('</body>', () => `  <script defer src="${START}"></script>\n  </body>`);
        // Those that stand together are one: each by itself may have the browser paint before the rest is read.
        for (const [tags] of page.matchAll(/(?:^ *<script src="\/[\w-]+\.js"><\/script>\n)+/gm)) {
          const names = [...tags.matchAll(/src="\/([^"]+)"/g)].map(([, name = '']) => name);
          const scripts = await Promise.all(names.map((name) => readFile(join(root, 'public', name), 'utf8')));
          const first = Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' && file.name === 'first' ? [file] : [],
          );
          const paths = first.flatMap(({ fileName, imports }) => [fileName, ...imports]).map((path) => `/${path}`);
          const script = scripts
            .map((text) => packed(text.replace('firstStart = []', () => `firstStart = ${JSON.stringify(paths)}`)))
            .join('\n');
          page = page.replace(tags, () => `    <script>${script}</script>\n`);
        }
        return page;
      },
    },
  };
}

/** The elements that stand in index.html, and what the first paint shows of them. */
const FIRST_PAINT =
  /^(?:\*|\*::?before|\*::?after|::?before|::?after|:root.*|html|body|h1|p|input|#root|\.shell-[\w-]+(?: h1)?|\.scan-anywhere)$/;

/** The rules of a packed style that the first paint needs, with the custom properties which these ask for. */
function paintedFirst(style: string): string {
  const needed = new Set<string>();
  const rules = (text: string, isKept: (head: string, body: string) => string): string =>
    [...text.matchAll(/([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g)]
      .map(([, head = '', body = '']) => {
        if (!head.startsWith('@media')) return isKept(head, body);
        const inner = rules(body, isKept);
        return inner === '' ? '' : `${head}{${inner}}`;
      })
      .join('');
  const isPainted = (head: string): boolean => head.split(',').some((selector) => FIRST_PAINT.test(selector.trim()));
  rules(style, (head, body) => {
    if (isPainted(head) && !head.startsWith(':root'))
      for (const [, name = ''] of body.matchAll(/var\((--[\w-]+)/g)) needed.add(name);
    return '';
  });
  return rules(style, (head, body) => {
    if (!isPainted(head)) return '';
    const kept = head.startsWith(':root')
      ? body
          .split(';')
          .filter((line) => !line.startsWith('--') || needed.has(line.slice(0, line.indexOf(':'))))
          .join(';')
      : body;
    return kept === '' ? '' : `${head}{${kept}}`;
  });
}

/** A script as small as it can be in the oldest JavaScript, which has no texts between backticks and no arrows. */
function packed(script: string): string {
  const { code, errors } = minifySync('script.js', script, { compress: { target: 'es2015' } });
  const old = code.trim().replaceAll(/`([^`]*)`/g, (_, text: string) => JSON.stringify(text));
  if (errors.length > 0 || /=>|\$\{|\b(?:const|let) /.test(old))
    throw new Error(`a script of the page can't be packed: ${old}`);
  return old;
}

/** Builds src/sw/sw.ts to dist/sw.js, one file without a hash, with the list of what to precache written into it. */
function worker(define: Record<string, string>): Plugin {
  return {
    name: 'scanline:worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        await build({
          root,
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define,
          build: {
            outDir: dist,
            emptyOutDir: false,
            target,
            rolldownOptions: {
              input: join(root, 'src/sw/sw.ts'),
              output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
              transform: { define: { 'import.meta': '{}' } }, // Vite's preload helper asks for it, and a worker preloads nothing
            },
          },
        });
        const { count, size, warnings } = await injectManifest({
          swSrc: join(dist, 'sw.js'),
          swDest: join(dist, 'sw.js'),
          globDirectory: dist,
          globPatterns: ['**/*.{html,js,css,svg,png,webmanifest,wasm,woff2}'],
          // An installer shows the pictures, and no screen; these scripts stand in the page itself.
          globIgnores: ['sw.js', 'screenshots/**', '{early-scan,early-kept,wear,can-start}.js'],
          dontCacheBustURLsMatching: /^assets\//,
          maximumFileSizeToCacheInBytes: 3 * 1024 ** 2,
        });
        if (warnings.length > 0) this.error(warnings.join('\n'));
        this.info(`${count} files to precache, ${size} bytes`);
      },
    },
  };
}

/** Writes name.br and name.gz beside every file that shrinks, the worker included. */
function compressed(): Plugin {
  const pack = {
    br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  };
  return {
    name: 'scanline:compressed',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        for (const file of await filesIn(dist)) {
          if (!/\.(html|js|css|svg|webmanifest|json|txt|wasm)$/.test(file)) continue;
          const bytes = await readFile(file);
          for (const [suffix, compress] of Object.entries(pack)) {
            const smaller = await compress(bytes);
            if (smaller.length < bytes.length) await writeFile(`${file}.${suffix}`, smaller);
          }
        }
      },
    },
  };
}
