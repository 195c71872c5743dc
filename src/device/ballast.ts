import type { Keep } from '#device/vault.ts';

const NAME = 'ballast';
const BYTES = 512 * 1024;
/** What one call to `getRandomValues` fills at most. Source: Web Cryptography API, 10.1.1. */
const RANDOM_BYTES = 65_536;

/**
 * Room that is held back for the day on which the storage is full: what was sent must still be settled then. Random bytes,
 * so that no storage stores them in less.
 */
export function createBallast(keep: Keep, crypto: Pick<Crypto, 'getRandomValues'>) {
  return {
    /** Takes it on, where it is not there and there is room for it. */
    async load(): Promise<void> {
      if ((await keep.read(NAME)) !== undefined) return;
      const bytes = new Uint8Array(BYTES);
      for (let at = 0; at < BYTES; at += RANDOM_BYTES) crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
      await keep.write(NAME, bytes);
    },
    /** Lets go of it, so that small writes work again. */
    drop: (): Promise<void> => keep.write(NAME, undefined),
  };
}
