import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyGateway } from './copiedGateway.ts';
import { type Gateway, createGateway } from './gateway.ts';

/** A gateway with a copy of the built app that a test changes. */
interface Changing {
  readonly gateway: Gateway;
  /** The worker of the next version; other bytes are another version. */
  setWorker(text: string): Promise<void>;
  readonly worker: string;
}

/** @param updates - of the site; by default a newer version waits for a tap. */
export async function withChangingApp(use: (app: Changing) => Promise<void>, updates = 'asked'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scanline-changing-'));
  const { dist, entry } = await copyGateway(folder);
  for (const suffix of ['.br', '.gz']) await rm(join(dist, `sw.js${suffix}`), { force: true });
  const file = join(dist, 'sw.js');
  const gateway = await createGateway({}, entry);
  try {
    await gateway.configure({ updates });
    await gateway.start();
    await use({ gateway, worker: await readFile(file, 'utf8'), setWorker: (text) => writeFile(file, text) });
  } finally {
    await gateway.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
