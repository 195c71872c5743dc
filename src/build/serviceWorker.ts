import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, build } from 'vite';
import { injectManifest } from 'workbox-build';

/** Returns a file's hash as the worker checks it (src/sw/checked.ts). */
function hashOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64');
}

/**
 * Builds src/sw/sw.ts to sw.js, one file without a hash, with the list of what to precache written into it.
 *
 * @param dist - the folder of the build that it is for. @param banner - what goes before all of it.
 */
export function serviceWorker(
  root: string,
  dist: string,
  target: string | string[],
  define: Record<string, string>,
  banner: { readonly banner?: string },
): Plugin {
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
              output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false, ...banner },
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
          globIgnores: ['sw.js', 'screenshots/**', '{early-scan,appearance,can-start,start-watch}.js'],
          dontCacheBustURLsMatching: /^assets\//,
          manifestTransforms: [
            async (entries) => ({
              manifest: await Promise.all(
                entries.map(async (entry) => ({ ...entry, hash: hashOf(await readFile(join(dist, entry.url))) })),
              ),
            }),
          ],
          maximumFileSizeToCacheInBytes: 3 * 1024 ** 2,
        });
        if (warnings.length > 0) this.error(warnings.join('\n'));
        this.info(`${count} files to precache, ${size} bytes`);
      },
    },
  };
}
