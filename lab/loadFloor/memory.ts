import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Imported before a gateway's own modules: collects its garbage every few seconds, and writes what is left of its memory to `MEMORY_FILE`. */
const { MEMORY_FILE = '', MEMORY_EVERY_MS } = process.env;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
setInterval(() => {
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  appendFileSync(MEMORY_FILE, `${rss} ${heapUsed}\n`);
}, Number(MEMORY_EVERY_MS)).unref();
