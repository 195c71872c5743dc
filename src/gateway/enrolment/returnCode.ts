import { randomBytes } from 'node:crypto';
import { toBase32 } from '#contract/bytes.ts';
import { isObject, jsonIn } from '#contract/json.ts';
import { isSameSecret } from '#http/fromHere.ts';
import type { Notes } from '#ledger/ledger.ts';

const NAME = 'return_code';

/**
 * A code by which the handhelds that one “Revoke all” has ended come back, each by one scan. It hangs where everybody sees it, and opens
 * nothing without the token that such a handheld still holds.
 */
export interface ReturnCode {
  /** Unix ms of that revocation: no other handheld was revoked at it. */
  readonly revokedAt: number;
  /** Empty: none was made. */
  readonly code: string;
  /** Unix ms. */
  readonly until: number;
}

export type ReturnCodes = ReturnType<typeof createReturnCodes>;

/** Makes the memory of the last revocation of all and its return code, which the gateways of a ledger share. @param now - Unix ms. */
export function createReturnCodes(notes: Notes, now: () => number) {
  const write = (code: ReturnCode): Promise<void> => notes.write(NAME, JSON.stringify(code));
  /** Returns the last one, over or not; `undefined`: nobody has revoked all. */
  async function last(): Promise<ReturnCode | undefined> {
    const read = jsonIn((await notes.read(NAME)) ?? '');
    if (!isObject(read)) return undefined;
    const { revokedAt, code, until } = read;
    if (typeof revokedAt !== 'number' || typeof code !== 'string' || typeof until !== 'number') return undefined;
    return { revokedAt, code, until };
  }
  return {
    last,
    /** Makes one for who was revoked at a time, in place of any before. @param forMs - milliseconds for which it is good; 0: there is none. */
    async make(revokedAt: number, forMs: number): Promise<void> {
      const code = forMs > 0 ? toBase32(randomBytes(16)) : '';
      await write({ revokedAt, code, until: now() + forMs });
    },
    /** Ends the last one. It is kept, so that whoever scans it is told. */
    async end(): Promise<void> {
      const ending = await last();
      if (ending) await write({ ...ending, until: Math.min(ending.until, now()) });
    },
    /** Judges a code that was shown. @returns what it is for; `unknown`: it is none, `expired`: it was one. */
    async judge(shown: string): Promise<ReturnCode | 'unknown' | 'expired'> {
      const made = await last();
      if (!made || made.code === '' || !isSameSecret(shown.toUpperCase(), made.code)) return 'unknown';
      return made.until > now() ? made : 'expired';
    },
  };
}
