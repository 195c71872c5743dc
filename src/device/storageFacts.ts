import type { Keep } from '#device/vault.ts';

/** The browser's facts on this origin's storage; one that it does not tell is absent. */
export interface BrowserStorageFacts {
  /** `false`: the browser may clear it when space is short. */
  readonly isPersisted?: boolean | undefined;
  /** Bytes. */
  readonly usage?: number | undefined;
  /** Bytes. Newer browsers tell a figure that is always far off, so that a site learns nothing of the device by it. */
  readonly quota?: number | undefined;
  /** `true`: the last write failed for want of room. */
  readonly isFull?: boolean;
}

/** Asks the browser for them. @param storage - `navigator.storage`; absent on an origin that is not secure. */
export async function readStorageFacts(storage: StorageManager | undefined): Promise<BrowserStorageFacts> {
  const [isPersisted, estimate] = await Promise.all([
    storage?.persisted?.().catch(() => undefined),
    storage?.estimate?.().catch(() => undefined),
  ]);
  return { isPersisted, usage: estimate?.usage, quota: estimate?.quota };
}

/** Less room than this is told before it is gone. */
const LITTLE_BYTES = 20 * 1024 * 1024;

/** Tells whether room must be made: a write has failed for want of it, or will soon. */
export function isShort({ usage, quota, isFull }: BrowserStorageFacts): boolean {
  if (isFull) return true;
  return usage !== undefined && quota !== undefined && quota - usage < LITTLE_BYTES;
}

const NAME = 'ballast';
const BYTES = 512 * 1024;
/** The most that one call to `getRandomValues` fills, in bytes. Source: Web Cryptography API, 10.1.1. */
const RANDOM_BYTES = 65_536;

/**
 * Holds room back for the day on which the storage is full: what was sent must still be settled then. Random bytes,
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
