import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { filesIn } from './filesIn.ts';

/** Writes name.br and name.gz beside every file that shrinks, the worker included. */
export function compressed(dist: string): Plugin {
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
