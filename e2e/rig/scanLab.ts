import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type ServerResponse, createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { listening } from '#main/testing/rig.ts';

/** A server of one page with src/scan and nothing of the app. Its address `/files.json` lists the built files' names. */
export interface ScanLab {
  readonly origin: string;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/** Photos of barcodes with their expected texts: beside the repository where it is developed, and nowhere else. */
export const photos = join(root, '..', 'shared', 'corpus-dev');
export const hasPhotos = existsSync(join(photos, 'manifest.json'));

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scan lab</title><link rel="icon" href="data:,">
<body><main>
<input id="sink" data-scan-sink inputmode="none" autocomplete="off" aria-label="Scan">
<form id="form"><div id="react"></div><input id="count" type="number" aria-label="Count">
<button id="act">Complete bag</button></form>
<a id="link" href="#gone">Link</a><select id="list"><option>one</option><option>abc</option></select>
<textarea id="note"></textarea><input id="key" data-accept-scan>
<video id="video" width="320" height="240"></video>
</main><script type="module" src="/ENTRY"></script></body></html>`;

/** A page that is built. */
interface Built {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly script: string;
}

/** Builds a page as the app's build would. */
async function buildPage(entry: string): Promise<Built> {
  const { build } = await import('vite'); // half a second, which a run without a lab does not wait for
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap(
    (one): (Rolldown.OutputChunk | Rolldown.OutputAsset)[] => ('output' in one ? one.output : []),
  );
  return {
    files: new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source])),
    script: output.find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? '',
  };
}

/**
 * Serves src/scan on a free port of the loopback interface; it is built when it is first asked for.
 *
 * @param entry - the page's script.
 * @param folder - what is served as `/photos/`.
 */
export async function openScanLab(
  entry = fileURLToPath(new URL('./scanLabPage.ts', import.meta.url)),
  folder = photos,
): Promise<ScanLab> {
  let building: Promise<Built> | undefined;
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path.startsWith('photos/')) {
      response.end(await readFile(join(folder, normalize(`/${path.slice('photos/'.length)}`))));
      return;
    }
    const { files, script } = await (building ??= buildPage(entry));
    const file = files.get(path);
    if (path === '') response.setHeader('content-type', 'text/html').end(page.replace('ENTRY', script));
    else if (path === 'files.json') response.end(JSON.stringify([...files.keys()]));
    else if (file !== undefined) response.setHeader('content-type', typeOf(path)).end(file);
    else response.writeHead(404).end();
  };
  const server = await listening(
    createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://lab').pathname).slice(1);
      answer(path, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    }),
  );
  return {
    origin: `http://localhost:${server.port}`,
    async close() {
      await server[Symbol.asyncDispose]();
    },
  };
}

function typeOf(path: string): string {
  return path.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
}
