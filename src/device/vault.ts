/** Storage of the vault and the settings; handed in, so that this folder owns no storage. */
export interface Keep {
  read(name: string): Promise<unknown>;
  /** On disk when the promise resolves; `undefined` removes. */
  write(name: string, value: unknown): Promise<void>;
}

export type Vault = ReturnType<typeof createVault>;

interface Sealed {
  readonly wrap: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

const NAME = 'access-key';

/**
 * Keeps the access key on this handheld: wrapped at rest, in memory only while it is used.
 *
 * The key is sealed by AES-GCM with a wrapping key that the browser keeps and never gives out (`extractable: false`):
 * a copied profile, an export or a dump of the database holds no clear text. It is no defence against code that runs
 * on this origin; the gateway holding the key (`UPSTREAM_API_KEY`) is.
 */
export function createVault(keep: Keep, crypto: Crypto) {
  /** Keeps a key in place of the last one. */
  async function put(apiKey: string): Promise<void> {
    const wrap = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, wrap, new TextEncoder().encode(apiKey));
    await keep.write(NAME, { wrap, iv, bytes } satisfies Sealed);
  }

  return {
    has: async (): Promise<boolean> => (await keep.read(NAME)) !== undefined,
    /** The access key, or `undefined` where none was given. @throws Error where the kept one can no longer be unwrapped. */
    async open(): Promise<string | undefined> {
      const sealed = (await keep.read(NAME)) as Sealed | undefined;
      if (!sealed) return undefined;
      const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, sealed.wrap, sealed.bytes);
      return new TextDecoder().decode(clear);
    },
    put,
    /** The same, with a way back. @returns puts the last one in place again, as it was sealed. */
    async replace(apiKey: string): Promise<() => Promise<void>> {
      const before = await keep.read(NAME);
      await put(apiKey);
      return () => keep.write(NAME, before);
    },
    clear: (): Promise<void> => keep.write(NAME, undefined),
  };
}
