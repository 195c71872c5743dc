import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'vite';

/** Floor that the app is compared with: a React page with one field in focus and a list, kept by a service worker. */
export interface Floor {
  readonly origin: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Markup that stands in index.html before React: nothing, or a page that is painted without it. */
const roots = {
  empty: '<div id="root"></div>',
  shell: `<div id="root"><header><h1>floor</h1></header><main><p>Ready to scan</p><input><ol></ol></main></div>`,
} as const;

const page = (root: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>floor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${root}
<script type="module" src="/main.jsx"></script></html>`;

const MAIN = `import { createElement as h, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
function Page() {
  const field = useRef(null);
  const [rows, setRows] = useState([]);
  useEffect(() => {
    field.current.focus();
    performance.mark('app-ready');
  }, []);
  function take(event) {
    if (event.key !== 'Enter') return;
    const code = event.target.value;
    event.target.value = '';
    setRows((before) => [code, ...before]);
  }
  return [
    h('header', { key: 'header' }, h('h1', null, 'floor')),
    h('main', { key: 'main' }, h('p', null, 'Ready to scan'), h('input', { ref: field, onKeyDown: take }),
      h('ol', null, rows.map((row) => h('li', { key: row }, row)))),
  ];
}
createRoot(document.getElementById('root')).render(h(Page));
addEventListener('load', () => navigator.serviceWorker.register('/sw.js'));`;

const worker = (files: readonly string[]): string => `const files = ${JSON.stringify(files)};
addEventListener('install', (event) => event.waitUntil(caches.open('floor').then((cache) => cache.addAll(files)).then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request))));`;

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds a floor with the project's own React and Vite, and serves it compressed on a port of its own. */
export async function startFloor(kind: keyof typeof roots = 'empty'): Promise<Floor> {
  const root = await mkdtemp(join(tmpdir(), 'scanline-floor-'));
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'index.html'), page(roots[kind]));
  await writeFile(join(root, 'main.jsx'), MAIN);
  await build({ root, configFile: false, logLevel: 'error', build: { outDir: 'dist', modulePreload: false } });
  const dist = join(root, 'dist');
  const assets = (await readdir(join(dist, 'assets'))).map((file) => `/assets/${file}`);
  await writeFile(join(dist, 'sw.js'), worker(['/', ...assets]));
  const served = new Map<string, { readonly type: string; readonly isKept: boolean; readonly bytes: Buffer }>();
  for (const path of ['/index.html', '/sw.js', ...assets]) {
    const bytes = await promisify(brotliCompress)(await readFile(join(dist, path)));
    served.set(path, { type: TYPES[extname(path)] ?? 'text/plain', isKept: path.startsWith('/assets/'), bytes });
  }

  let port = 0;
  let server: Server | undefined;
  const floor: Floor = {
    get origin() {
      return `http://localhost:${port}`;
    },
    async start() {
      server = createServer(({ url = '/' }, reply) => {
        const file = served.get(url === '/' ? '/index.html' : url);
        if (!file) return reply.writeHead(404).end();
        const cache = file.isKept ? 'public, max-age=31536000, immutable' : 'no-cache';
        const headers = { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': cache };
        return reply.writeHead(200, headers).end(file.bytes);
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      port = typeof address === 'object' && address ? address.port : 0;
    },
    async stop() {
      if (!server) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      server = undefined;
    },
    async remove() {
      await floor.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
  await floor.start();
  return floor;
}
