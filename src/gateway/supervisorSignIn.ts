import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionTokens } from '#gateway/sessionTokens.ts';

/** What came of a sign-in. */
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
const MOST_ADDRESSES = 10_000;

/**
 * Signs the supervisor in by one password. After five wrong ones an address waits, longer each time.
 *
 * @param password - SUPERVISOR_PASSWORD; absent: nobody is signed in.
 * @param now - ms of a clock that does not jump.
 * @param shared - where several gateways stand behind one address: a session of one is then a session of all. What ends
 *   at one by signing out ends at the others when its time is over; the browser has forgotten it at once.
 */
export function createSupervisorSignIn(
  password: string | undefined,
  now: () => number,
  shared?: { readonly tokens: SessionTokens; readonly unixNow: () => number },
) {
  const expected = password === undefined ? undefined : digest(password);
  const sessions = new Map<string, number>();
  const left = new Map<string, number>();
  const wrong = new Map<string, { readonly tries: number; readonly until: number }>();

  /** Whether another gateway made the token, not long ago, and nobody has signed out with it here. */
  function isOfAnother(token: string): boolean {
    const madeAt = left.has(token) ? undefined : shared?.tokens.madeAt(token);
    return shared !== undefined && madeAt !== undefined && Math.abs(shared.unixNow() - madeAt) < SESSION_MS;
  }

  function end(token: string): void {
    sessions.delete(token);
    left.set(token, now());
    dropOldest(left, MOST_SESSIONS);
  }

  return {
    isPossible: expected !== undefined,

    /** @param address - where the request comes from. */
    enter(entered: string, address: string): SignIn {
      const { tries, until } = wrong.get(address) ?? { tries: 0, until: 0 };
      if (until > now()) return { kind: 'wait', seconds: Math.ceil((until - now()) / 1000) };
      if (expected === undefined || !timingSafeEqual(digest(entered), expected)) {
        const waitMs = tries + 1 < TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries + 1 - TRIES));
        wrong.delete(address);
        wrong.set(address, { tries: tries + 1, until: now() + waitMs });
        dropOldest(wrong, MOST_ADDRESSES);
        return waitMs === 0 ? { kind: 'wrong' } : { kind: 'wait', seconds: Math.ceil(waitMs / 1000) };
      }
      wrong.delete(address);
      const token = shared?.tokens.make() ?? randomBytes(32).toString('base64url');
      sessions.set(token, now() + SESSION_MS);
      dropOldest(sessions, MOST_SESSIONS);
      return { kind: 'in', token };
    },

    isIn(token: string | undefined): boolean {
      if (token === undefined) return false;
      const until = sessions.get(token);
      if (until !== undefined && until <= now()) end(token);
      else if (until !== undefined || isOfAnother(token)) {
        sessions.set(token, now() + SESSION_MS);
        dropOldest(sessions, MOST_SESSIONS);
        return true;
      }
      return false;
    },

    leave(token: string | undefined): void {
      if (token !== undefined && (sessions.has(token) || isOfAnother(token))) end(token);
    },
  };
}

/** Of one length, so that the comparison takes one time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
