import type { Vault } from '#device/vault.ts';

/** The access key as this page uses it: opened when a call first needs it, and kept while it holds. */
export interface AccessKey {
  /** Empty where the gateway adds it, or none was given. */
  readonly read: () => Promise<string>;
  readonly put: (key: string) => Promise<void>;
  /** Another one may be in the vault: it is opened anew. */
  readonly forget: () => void;
}

/** @param onGateway - whether the gateway adds the key, so that this handheld sends none. */
export function createAccessKey(vault: Vault, onGateway: () => boolean): AccessKey {
  let opened: string | undefined;
  return {
    read: async () => (onGateway() ? '' : ((opened ??= await vault.open()) ?? '')),
    async put(key) {
      await vault.put(key);
      opened = key;
    },
    forget() {
      opened = undefined;
    },
  };
}
