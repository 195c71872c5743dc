import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { ScanLab } from '#e2e/rig/scanLab.ts';
import { listening } from '#main/testing/rig.ts';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scan bench</title>
<body><script type="module" src="/ENTRY"></script></body></html>`;

const types: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm', css: 'text/css' };

/** Builds a page of this folder as the app's build would, and serves it on a free port of the loopback interface. */
export async function openPhotoLab(photos: string, script: string): Promise<ScanLab> {
  const built = await build({
    root: join(import.meta.dirname, '..', '..', '..'),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: fileURLToPath(new URL(script, import.meta.url)) },
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const files = new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? '';

  const server = await listening(
    createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://lab').pathname).slice(1);
      const file = files.get(path);
      if (path === '') response.setHeader('content-type', 'text/html').end(page.replace('ENTRY', entry));
      else if (file !== undefined) response.setHeader('content-type', types[path.replace(/.*\./u, '')] ?? '').end(file);
      else if (path.startsWith('photos/')) {
        readFile(join(photos, normalize(`/${path.slice('photos/'.length)}`))).then(
          (bytes) => response.end(bytes),
          () => response.writeHead(404).end(),
        );
      } else response.writeHead(404).end();
    }),
  );
  return {
    origin: `http://localhost:${server.port}`,
    async close() {
      await server[Symbol.asyncDispose]();
    },
  };
}
