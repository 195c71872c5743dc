import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, createGateway } from './gateway.ts';

/** A gateway with a copy of the built app that a test changes. */
interface Changing {
  readonly gateway: Gateway;
  /** The worker of the next version; other bytes are another version. */
  setWorker(text: string): Promise<void>;
  readonly worker: string;
}

export async function withChangingApp(use: (app: Changing) => Promise<void>): Promise<void> {
  const dist = await mkdtemp(join(tmpdir(), 'scanline-dist-'));
  await cp('dist', dist, { recursive: true });
  for (const suffix of ['.br', '.gz']) await rm(join(dist, `sw.js${suffix}`), { force: true });
  const file = join(dist, 'sw.js');
  const gateway = await createGateway({ TORTURE_DIST: dist }, 'e2e/rig/gatewayProcess.ts');
  try {
    await gateway.start();
    await use({ gateway, worker: await readFile(file, 'utf8'), setWorker: (text) => writeFile(file, text) });
  } finally {
    await gateway.remove();
    await rm(dist, { recursive: true, force: true });
  }
}
