import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { print } from './figures.ts';

/** Bytes of the build, as served: brotli where a `.br` lies beside the file. */
export async function benchSizes(): Promise<void> {
  const files = (await readdir('dist', { recursive: true })).filter((file) => /\.(?:js|css|html)$/.test(file)).sort();
  for (const file of files) {
    const path = join('dist', file);
    const [plain, brotli] = await Promise.all([stat(path), stat(`${path}.br`).catch(() => undefined)]);
    print(`size ${file}`, `${plain.size} B, brotli ${brotli ? brotli.size : '–'} B`);
  }
}
