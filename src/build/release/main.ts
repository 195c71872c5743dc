/**
 * `npm run release`: builds app and gateway and makes an archive for Linux and one for Windows in `release/`, which install
 * without a network. `npm run release -- --platform win` makes one of them.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { buildGateway } from '#build/gateway/bundle.ts';
import { makeRelease } from './release.ts';
import type { Platform } from './runtime.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PLATFORMS: readonly Platform[] = ['linux', 'win'];

const { values } = parseArgs({
  options: { platform: { type: 'string' }, out: { type: 'string', default: join(ROOT, 'release') } },
});
const platforms = PLATFORMS.filter((one) => values.platform === undefined || one === values.platform);
if (platforms.length === 0) throw new Error(`--platform: one of ${PLATFORMS.join(', ')}`);
await build({ root: ROOT, logLevel: 'warn' });
await buildGateway(ROOT);
for (const { file, sizeBytes, sha256 } of await makeRelease({ root: ROOT, out: values.out, platforms }))
  process.stdout.write(`${sha256}  ${file}  ${(sizeBytes / 1024 ** 2).toFixed(1)} MB\n`);
