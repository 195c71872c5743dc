import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Standin, createStandin } from '#standin/standin.ts';
import type { Side } from './compare.ts';
import { type Peer, sharedNames } from '#e2e/rig/peer.ts';

/** A stand-in in this process, in the peer's namespace, with a folder of its own. */
export interface OwnStandin extends AsyncDisposable {
  readonly standin: Standin;
  readonly side: Side;
}

export async function startOwnStandin(): Promise<OwnStandin> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scanline-standin-'));
  const standin = await createStandin({ dataDir, ...sharedNames, port: 0 });
  return {
    standin,
    side: { url: standin.url, executed: () => Promise.resolve(standin.journal.since(0).length) },
    async [Symbol.asyncDispose]() {
      await standin.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function sideOf(peer: Peer): Side {
  return { url: peer.url, executed: () => Promise.resolve(peer.count()) };
}
