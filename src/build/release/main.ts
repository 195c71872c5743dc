/**
 * `npm run release`: builds app and gateway and makes an archive for Linux on each processor and one for Windows in `release/`, which
 * install without a network. `npm run release -- --platform win` makes one of them. Where `RELEASE_SIGNING_KEY_FILE` names a key of
 * Ed25519 (PEM), the checksums are signed with it.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { buildGateway } from '#build/gateway/bundle.ts';
import { makeRelease } from './release.ts';
import type { Platform } from './runtime.ts';
import { publicKeyOf, readSigningKey } from './signing.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PLATFORMS: readonly Platform[] = ['linux', 'linux-arm64', 'win'];

const { values } = parseArgs({
  options: { platform: { type: 'string' }, out: { type: 'string', default: join(ROOT, 'release') } },
});
const platforms = PLATFORMS.filter((one) => values.platform === undefined || one === values.platform);
if (platforms.length === 0) throw new Error(`--platform: one of ${PLATFORMS.join(', ')}`);
const keyFile = process.env['RELEASE_SIGNING_KEY_FILE'];
const signingKey = keyFile ? readSigningKey(keyFile) : undefined;
await build({ root: ROOT, logLevel: 'warn' });
await buildGateway(ROOT);
for (const { file, sizeBytes, sha256 } of await makeRelease({ root: ROOT, out: values.out, platforms, signingKey }))
  process.stdout.write(`${sha256}  ${file}  ${(sizeBytes / 1024 ** 2).toFixed(1)} MB\n`);
if (signingKey)
  process.stdout.write(
    `SHA256SUMS is signed. Whoever checks it has this key by another way:\n${publicKeyOf(signingKey)}`,
  );
