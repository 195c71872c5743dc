import type { Vault } from '#device/vault.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';

/**
 * Creates the access key of this page: opened when a call first needs it, and taken out of what leaves this handheld.
 *
 * @param onGateway - whether the gateway adds it instead.
 */
export function createAccessKey(vault: Vault, onGateway: () => boolean) {
  let opened: string | undefined;
  return {
    /** Empty where the gateway adds it, or none was given. */
    read: async (): Promise<string> => (onGateway() ? '' : ((opened ??= await vault.open()) ?? '')),
    forget(): void {
      opened = undefined;
    },
    /** A text without the key, in every form that it is known to take. */
    async takenFrom(text: string): Promise<string> {
      const key = (await vault.open().catch(() => undefined)) ?? '';
      if (key === '') return text;
      return eraseKeyFromText(text, key).split(key).join('•••'); // a key too short for its forms is taken out as it is
    },
  };
}
