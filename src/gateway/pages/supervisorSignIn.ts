import { createHmac, randomBytes, scryptSync } from 'node:crypto';
import { createRateLimit } from '#gateway/edge/rateLimit.ts';
import { isSameSecret } from '#gateway/http/fromHere.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';

export type SignIn =
  | { readonly kind: 'in'; readonly token: string; readonly session: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number };

const TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** The milliseconds without a request after which a session ends. */
const SESSION_MS = 30 * 60_000;
/** The milliseconds between two notes that a session is used: it may end so much sooner. */
const NOTE_EVERY_MS = 60_000;
const MOST_NETWORKS = 10_000;
/** The tries from everywhere together: fifty after a quiet time, then one each ten seconds. */
const TOGETHER = { perSecond: 0.1, burst: 50 };

export type SupervisorSignIn = ReturnType<typeof createSupervisorSignIn>;

/**
 * Makes what signs the supervisor in by one password. After five wrong ones a network waits, longer each time; all networks
 * together have a limit too.
 *
 * A session lies in the ledger's database: it holds at every gateway of it and over restarts. It ends everywhere with a
 * sign-out, another password or another epoch, as a ledger that was put back has sessions that were signed out since.
 *
 * @param password - SUPERVISOR_PASSWORD; absent: nobody is signed in.
 * @param now - milliseconds of a clock that does not jump.
 */
export function createSupervisorSignIn(
  password: string | undefined,
  now: () => number,
  ledger: Pick<Ledger, 'epoch' | 'tell' | 'sessions'>,
) {
  const together = createRateLimit(TOGETHER, now);
  const wrong = new Map<string, { readonly tries: number; readonly until: number }>();
  // Slow to derive, so that nobody guesses the password by a token and the database.
  const key = password === undefined ? '' : scryptSync(password, 'scanline-supervisor-session', 32);
  const hashOf = (token: string): string =>
    createHmac('sha256', key).update(`${ledger.epoch} ${token}`).digest('base64url');

  /** Checks a password, where it may be tried from that network now. */
  function checkPassword(entered: string, network: string): 'right' | Exclude<SignIn, { kind: 'in' }> {
    const { tries, until } = wrong.get(network) ?? { tries: 0, until: 0 };
    if (until > now()) return { kind: 'wait', seconds: Math.ceil((until - now()) / 1000) };
    const seconds = together.take('');
    if (seconds > 0) return { kind: 'wait', seconds };
    wrong.delete(network);
    if (password !== undefined && isSameSecret(entered, password)) return 'right';
    const waitMs = tries + 1 < TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries + 1 - TRIES));
    wrong.set(network, { tries: tries + 1, until: now() + waitMs });
    dropOldest(wrong, MOST_NETWORKS);
    return waitMs === 0 ? { kind: 'wrong' } : { kind: 'wait', seconds: Math.ceil(waitMs / 1000) };
  }

  return {
    isPossible: password !== undefined,

    /** Begins a session where the password is right. @param network - of `networkOf`. @throws where it cannot be kept. */
    async enter(entered: string, network: string): Promise<SignIn> {
      const found = checkPassword(entered, network);
      if (found !== 'right') return found;
      const token = randomBytes(32).toString('base64url');
      const at = await ledger.tell();
      const hash = hashOf(token);
      await ledger.sessions.begin(hash, at, at - SESSION_MS);
      return { kind: 'in', token, session: nameOf(hash) };
    },

    /** Returns the session of a token, by its name in the log; `undefined`: none holds. @throws where it cannot be looked up. */
    async sessionOf(token: string): Promise<string | undefined> {
      const hash = hashOf(token);
      const usedAt = await ledger.sessions.usedAt(hash);
      if (usedAt === undefined) return undefined;
      const at = await ledger.tell();
      if (at - usedAt >= SESSION_MS) return undefined;
      if (at - usedAt >= NOTE_EVERY_MS) await ledger.sessions.use(hash, at);
      return nameOf(hash);
    },

    /** Ends a session. @throws where it cannot be ended now. */
    leave: (token: string): Promise<void> => ledger.sessions.end(hashOf(token)),
  };
}

/** Returns a session's name in the log. */
function nameOf(hash: string): string {
  return hash.slice(0, 8);
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
