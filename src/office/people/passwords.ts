import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** The cost of a password to derive: scrypt's own names. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and a fifth of a second for each. Source: OWASP, "Password Storage". */
const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const MOST_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;
/** The name of this cost, before the salt and the hash: a dearer one gets another. */
const KIND = 's1';

/** The fewest and the most letters of a password. */
export const PASSWORD_LETTERS = { fewest: 10, most: 200 };

/**
 * Makes what derives passwords, one at a time, so that many tries take neither all processors nor all memory.
 *
 * @param cost - a lower one is for tests, which derive hundreds.
 */
export function createPasswords(cost: PasswordCost = COST) {
  let last: Promise<unknown> = Promise.resolve();

  function derive(password: string, salt: Buffer): Promise<Buffer> {
    const next = last.then(() => slowHash(password, salt, cost));
    last = next.catch(() => undefined);
    return next;
  }

  return {
    /** Returns a password as it is kept: its salt, and a slow hash. */
    async kept(password: string): Promise<string> {
      const salt = randomBytes(16);
      return [KIND, salt.toString('base64url'), (await derive(password, salt)).toString('base64url')].join('.');
    },

    /** Tells whether a password is the one that was kept; `undefined`: there is none, which takes as long to say. */
    async isRight(entered: string, kept: string | null | undefined): Promise<boolean> {
      const [kind, salt = '', hash = ''] = (kept ?? '').split('.');
      const shown = await derive(entered, Buffer.from(salt, 'base64url'));
      const right = Buffer.from(hash, 'base64url');
      return kind === KIND && right.byteLength === KEY_BYTES && timingSafeEqual(shown, right);
    },
  };
}

function slowHash(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  const options = { ...cost, maxmem: MOST_BYTES };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
