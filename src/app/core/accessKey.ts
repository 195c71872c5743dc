import type { Vault } from '#device/vault.ts';

export type AccessKey = ReturnType<typeof createAccessKey>;

/**
 * The access key as this page uses it: opened when a call first needs it, and kept while it holds.
 *
 * @param onGateway - whether the gateway adds the key, so that this handheld sends none.
 */
export function createAccessKey(vault: Vault, onGateway: () => boolean) {
  let opened: string | undefined;
  return {
    /** Empty where the gateway adds it, or none was given. */
    read: async (): Promise<string> => (onGateway() ? '' : ((opened ??= await vault.open()) ?? '')),
    async put(key: string): Promise<void> {
      await vault.put(key);
      opened = key;
    },
    /** Another one may be in the vault: it is opened anew. */
    forget(): void {
      opened = undefined;
    },
  };
}
