import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** Session tokens that another gateway of the same password knows again, without either having told the other. */
export interface SessionTokens {
  make(): string;
  /** When a token was made, Unix ms; `undefined` where none of these gateways made it. */
  madeAt(token: string): number | undefined;
}

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES;

/**
 * A token is a random number and its time, under a seal that only whoever has the password can make. The key of the seal
 * is dear to derive, so that the password is not guessed from a token.
 *
 * @param now - Unix ms.
 */
export function createSessionTokens(password: string, now: () => number): SessionTokens {
  const key = scryptSync(password, 'scanline-supervisor-session', 32);
  const sealOf = (body: Buffer): Buffer => createHmac('sha256', key).update(body).digest();
  return {
    make() {
      const body = Buffer.alloc(BODY_BYTES, randomBytes(RANDOM_BYTES));
      body.writeUIntBE(now(), RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([body, sealOf(body)]).toString('base64url');
    },
    madeAt(token) {
      const bytes = Buffer.from(token, 'base64url');
      const [body, seal] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)];
      const expected = sealOf(body);
      if (seal.byteLength !== expected.byteLength || !timingSafeEqual(seal, expected)) return undefined;
      return body.readUIntBE(RANDOM_BYTES, TIME_BYTES);
    },
  };
}
