import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Standin, createStandin } from '#gateway/standin/standin.ts';
import { defaultNames } from '#wire/names.ts';
import type { Side } from './compare.ts';
import { PEER_NAMESPACE, type Peer } from './peer.ts';

/** A stand-in in this process, in the peer's namespace, with a folder of its own. */
export interface OwnStandin extends AsyncDisposable {
  readonly standin: Standin;
  readonly side: Side;
}

/** The names that the peer uses, and the stand-in beside it. */
export const sharedNames = { ...defaultNames, namespace: PEER_NAMESPACE };

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
