import type { Vault } from '#device/vault.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';

/** Takes the access key of this handheld out of a text that leaves it, in every form that it is known to take. */
export async function eraseKey(text: string, vault: Pick<Vault, 'open'>): Promise<string> {
  const key = (await vault.open().catch(() => undefined)) ?? '';
  if (key === '') return text;
  return eraseKeyFromText(text, key).split(key).join('•••'); // a key too short for its forms is taken out as it is
}
