import type { LedgerWords } from '#gateway/pages/pageWords.ts';

/** A handheld by its name and number; where no token is asked for, the address that the call came from. */
export function askerText(texts: LedgerWords, asker: string | undefined, names: ReadonlyMap<string, string>): string {
  if (asker === undefined) return '';
  const name = names.get(asker);
  if (name !== undefined) return texts.handheld({ number: asker, name });
  if (/^[0-9]+$/.test(asker)) return texts.unnamed({ number: asker });
  return /^127\.|^::1$/.test(asker) ? texts.thisMachine : asker;
}
