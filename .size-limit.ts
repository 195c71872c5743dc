import { readFileSync } from 'node:fs';

/** What index.html loads before anything is touched: its two files, all that a scan needs to be taken. */
const firstLoad = [...readFileSync('dist/index.html', 'utf8').matchAll(/modulepreload.*"\/(assets\/[^"]+\.js)"/g)].map(
  ([, path]) => `dist/${path}`,
);

/** Sizes as sent, in brotli. */
export default [
  { name: 'first load, scripts', path: firstLoad, limit: '95 kB' },
  { name: 'early scans', path: 'dist/early-scan.js', limit: '1 kB' },
  { name: 'first view, with its styles and scripts', path: 'dist/index.html', limit: '12 kB' },
  { name: 'decoder, when the camera opens', path: 'dist/assets/decoderWorker-*.js', limit: '18 kB' },
  { name: 'decoder, WebAssembly', path: 'dist/assets/zxing_reader-*.wasm', limit: '330 kB' },
  { name: 'decoder without WebAssembly', path: 'dist/assets/scriptReader-*.js', limit: '100 kB' },
  { name: 'service worker', path: 'dist/sw.js', limit: '60 kB' },
];
