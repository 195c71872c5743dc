import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '#http/fromHere.ts';
import { createTokenCookie } from '#http/tokenCookie.ts';
import { SIGN_IN_PATH } from '#office/pages/page.ts';

const LIFE_S = 90 * 24 * 60 * 60;
const NONCE_BYTES = 12;
const NONCE_LETTERS = 16;
const LETTERS = 43;

/**
 * Returns the cookie with the proof that somebody has signed in by this browser before. Each person has one of their own, as several
 * share a desk. @param account - absent: the first account.
 */
export function knownBrowserCookie(account: number | undefined) {
  return createTokenCookie(`scanline-known-${account ?? 0}`, SIGN_IN_PATH, LIFE_S);
}

/** Makes a proof that only who has the secret can make. @param secret - of the password as it is now: another one ends the proof. */
export function newProof(secret: string | Buffer): string {
  return proofOf(randomBytes(NONCE_BYTES).toString('base64url'), secret);
}

/** Tells whether a text is such a proof. */
export function isProof(shown: string, secret: string | Buffer): boolean {
  return isSameSecret(shown, proofOf(shown.slice(0, NONCE_LETTERS), secret));
}

function proofOf(nonce: string, secret: string | Buffer): string {
  const mac = createHmac('sha256', secret).update(`scanline-known ${nonce}`).digest('base64url');
  return nonce + mac.slice(0, LETTERS - NONCE_LETTERS);
}
