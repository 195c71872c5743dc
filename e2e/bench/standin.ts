import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStandin } from '#gateway/standin/standin.ts';

/** A stand-in of its own, without a gateway before it. */
export async function startStandin(): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scanline-standin-'));
  const standin = await createStandin({
    dataDir,
    namespace: 'http://tempuri.org/',
    partnerOperation: 'GetReportDataPartner',
    port: 0,
  });
  return {
    origin: standin.url.origin,
    async stop() {
      await standin.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
