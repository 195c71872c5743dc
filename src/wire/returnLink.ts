import { PROVISION_PATH } from './provisioning.ts';

/** No set-up code has a point behind the sign: an older app takes this one for none of them. */
const MARK = 'R.';
const LINK = /^https?:\/\/[^/#?\s]+\/set-up#R\.([A-Z2-7]{26})$/i;

/** Returns the text of a return code: a link that a phone can open. @param origin - of the app. */
export function returnLink(origin: string, code: string): string {
  return `${origin}${PROVISION_PATH}#${MARK}${code}`;
}

/** Reads the return code in a text that was scanned, or an address that was opened; `undefined`: it has none. */
export function returnCodeIn(text: string): string | undefined {
  return LINK.exec(text.trim())?.[1]?.toUpperCase();
}
