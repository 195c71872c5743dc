import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';

/** What the app is compared with: an empty React page with one field in focus, served from a worker's cache. */
export interface Floor {
  readonly origin: string;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

const PAGE = `<!doctype html><html lang="en"><title>floor</title><div id="root"></div>
<script type="module" src="/main.jsx"></script></html>`;

const MAIN = `import { createElement, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
function Page() {
  const field = useRef(null);
  useEffect(() => field.current.focus(), []);
  return createElement('input', { ref: field });
}
createRoot(document.getElementById('root')).render(createElement(Page));
navigator.serviceWorker.register('/sw.js');`;

const worker = (files: readonly string[]): string => `const files = ${JSON.stringify(files)};
addEventListener('install', (event) => event.waitUntil(caches.open('floor').then((cache) => cache.addAll(files)).then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request))));`;

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds the floor with the project's own React and Vite, and serves it on a port of its own. */
export async function startFloor(): Promise<Floor> {
  const root = await mkdtemp(join(tmpdir(), 'scanline-floor-'));
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'index.html'), PAGE);
  await writeFile(join(root, 'main.jsx'), MAIN);
  await build({ root, configFile: false, logLevel: 'error', build: { outDir: 'dist' } });
  const dist = join(root, 'dist');
  const assets = (await readdir(join(dist, 'assets'))).map((file) => `/assets/${file}`);
  await writeFile(join(dist, 'sw.js'), worker(['/', ...assets]));

  const server = createServer((request, reply) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    readFile(join(dist, path)).then(
      (bytes) => reply.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(bytes),
      () => reply.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
