import { readFileSync } from 'node:fs';

/** What index.html loads before anything is touched: its script, with all that takes, saves and sends a scan. */
const firstLoad = [
  ...readFileSync('dist/index.html', 'utf8').matchAll(
    /<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="\/(assets\/[^"]+\.js)"/g,
  ),
].map(([, path]) => `dist/${path}`);
if (firstLoad.length === 0) throw new Error('index.html names no script');

/** Sizes as sent, in brotli. */
export default [
  { name: 'first load, scripts', path: firstLoad, limit: '180 kB' },
  { name: 'early scans', path: 'dist/early-scan.js', limit: '2 kB' },
  { name: 'first view, with what paints it', path: 'dist/index.html', limit: '4 kB' },
  { name: 'decoder, when the camera opens', path: 'dist/assets/decoderWorker-*.js', limit: '25 kB' },
  { name: 'decoder, WebAssembly', path: 'dist/assets/zxing_reader-*.wasm', limit: '325 kB' },
  { name: 'decoder without WebAssembly', path: 'dist/assets/scriptReader-*.js', limit: '100 kB' },
  { name: 'service worker', path: 'dist/sw.js', limit: '60 kB' },
];
