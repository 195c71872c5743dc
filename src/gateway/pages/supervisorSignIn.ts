import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { createRateLimit } from '#gateway/edge/rateLimit.ts';
import { isSameSecret } from '#gateway/http/fromHere.ts';

export type SignIn =
  | { readonly kind: 'in'; readonly token: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number };

const TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** A session ends after this time without a request. */
const SESSION_MS = 30 * 60_000;
const MOST_SESSIONS = 100;
const MOST_NETWORKS = 10_000;
/** Sign-ins from everywhere together: so many at once after a quiet time, then one each ten seconds. */
const TOGETHER = { perSecond: 0.1, burst: 50 };

/**
 * Signs the supervisor in by one password. After five wrong ones a network waits, longer each time; and whoever has many
 * networks tries no more than all of them together may.
 *
 * @param password - SUPERVISOR_PASSWORD; absent: nobody is signed in.
 * @param now - ms of a clock that does not jump.
 * @param shared - where several gateways stand behind one address: a session of one is then a session of all. What ends
 *   at one by signing out ends at the others when its time is over; the browser has forgotten it at once.
 */
export function createSupervisorSignIn(
  password: string | undefined,
  now: () => number,
  shared?: ReturnType<typeof createSessionTokens>,
) {
  const sessions = new Map<string, number>();
  const left = new Map<string, number>();
  const together = createRateLimit(TOGETHER, now);
  const wrong = new Map<string, { readonly tries: number; readonly until: number }>();

  /** Whether another gateway made the token, not long ago, and nobody has signed out with it here. */
  function isOfAnother(token: string): boolean {
    const ageMs = left.has(token) ? undefined : shared?.ageMs(token);
    return ageMs !== undefined && Math.abs(ageMs) < SESSION_MS;
  }

  function end(token: string): void {
    sessions.delete(token);
    left.set(token, now());
    dropOldest(left, MOST_SESSIONS);
  }

  return {
    isPossible: password !== undefined,

    /** @param network - where the request comes from: `networkOf`. */
    enter(entered: string, network: string): SignIn {
      const { tries, until } = wrong.get(network) ?? { tries: 0, until: 0 };
      if (until > now()) return { kind: 'wait', seconds: Math.ceil((until - now()) / 1000) };
      const seconds = together.take('');
      if (seconds > 0) return { kind: 'wait', seconds };
      if (password === undefined || !isSameSecret(entered, password)) {
        const waitMs = tries + 1 < TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries + 1 - TRIES));
        wrong.delete(network);
        wrong.set(network, { tries: tries + 1, until: now() + waitMs });
        dropOldest(wrong, MOST_NETWORKS);
        return waitMs === 0 ? { kind: 'wrong' } : { kind: 'wait', seconds: Math.ceil(waitMs / 1000) };
      }
      wrong.delete(network);
      const token = shared?.make() ?? randomBytes(32).toString('base64url');
      sessions.set(token, now() + SESSION_MS);
      dropOldest(sessions, MOST_SESSIONS);
      return { kind: 'in', token };
    },

    isIn(token: string): boolean {
      const until = sessions.get(token);
      if (until !== undefined && until <= now()) end(token);
      else if (until !== undefined || isOfAnother(token)) {
        sessions.set(token, now() + SESSION_MS);
        dropOldest(sessions, MOST_SESSIONS);
        return true;
      }
      return false;
    },

    leave(token: string): void {
      if (sessions.has(token) || isOfAnother(token)) end(token);
    },
  };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES;

/**
 * Session tokens that another gateway of the same password knows again, without either having told the other: a random
 * number and its time, under a seal that only whoever has the password can make. The key of the seal is dear to derive,
 * so that the password is not guessed from a token.
 *
 * @param now - Unix ms.
 */
export function createSessionTokens(password: string, now: () => number) {
  const key = scryptSync(password, 'scanline-supervisor-session', 32);
  const sealOf = (body: Buffer): Buffer => createHmac('sha256', key).update(body).digest();
  return {
    make(): string {
      const body = Buffer.alloc(BODY_BYTES, randomBytes(RANDOM_BYTES));
      body.writeUIntBE(now(), RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([body, sealOf(body)]).toString('base64url');
    },
    /** How long ago a token was made; `undefined` where none of these gateways made it. */
    ageMs(token: string): number | undefined {
      const bytes = Buffer.from(token, 'base64url');
      const [body, seal] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)];
      const expected = sealOf(body);
      if (seal.byteLength !== expected.byteLength || !timingSafeEqual(seal, expected)) return undefined;
      return now() - body.readUIntBE(RANDOM_BYTES, TIME_BYTES);
    },
  };
}
