import { createHmac, hash, randomBytes, scryptSync } from 'node:crypto';
import { createRateLimit } from '#gateway/edge/rateLimit.ts';
import { isSameSecret } from '#gateway/http/fromHere.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import type { DatabaseRow } from '#gateway/ledger/statements.ts';
import type { Accounts } from './accounts.ts';
import { FIRST_ACCOUNT, type Person, isRole } from './roles.ts';

/** Somebody who is signed in. */
export type SignedInPerson = Omit<Person, 'address'> & { readonly session: string };

export type Entered =
  | { readonly kind: 'in'; readonly token: string; readonly person: Omit<SignedInPerson, 'role'> }
  /** `tried`: the account whose password was not this one; never the name as it was typed, which may be a password. */
  | { readonly kind: 'wrong'; readonly tried?: string }
  /** `tried`: it was tried, as one too many. */
  | { readonly kind: 'wait'; readonly seconds: number; readonly tried?: string };

const TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** The milliseconds after which a session ends in which its person has asked for nothing. */
const SESSION_MS = 30 * 60_000;
/** The milliseconds after which an account's session ends in any case: what a provider took away holds no longer. */
const LONGEST_SESSION_MS = 12 * 60 * 60_000;
/** The milliseconds between two notes that a session is used: it may end so much sooner. */
const NOTE_EVERY_MS = 60_000;
const MOST_NETWORKS = 10_000;
/** The most sessions that are forgotten in one go. */
const AT_ONCE = 200;
/** The tries from everywhere together: fifty after a quiet time, then one each ten seconds. */
const TOGETHER = { perSecond: 0.1, burst: 50 };

/** A session's statements. An older gateway knows neither `account` nor `until`: each session that it begins is the first account's. */
function statements(table: (name: string) => string) {
  const sessions = table('sessions');
  return {
    begin: `insert into ${sessions} (hash, used_at, account, until) values ($1, $2, $3, $4)`,
    forget: `delete from ${sessions} where hash in (select hash from ${sessions} where used_at < $1 limit $2)`,
    find: `select s.hash, s.used_at, s.account, s.until, a.name, a.role, a.subject from ${sessions} s
      left join ${table('accounts')} a on a.number = s.account and a.ended_at is null where s.hash in ($1, $2)`,
    use: `update ${sessions} set used_at = $2 where hash = $1 and used_at < $2`,
    end: `delete from ${sessions} where hash in ($1, $2)`,
  };
}

/**
 * Makes what signs people in: the first account by its password alone, any other by name and password, or by what a provider said.
 * After five wrong passwords a network waits, longer each time; all networks together have a limit too.
 *
 * A session lies in the ledger's database: it holds at every gateway of it and over restarts. It ends everywhere with a
 * sign-out, another password or another epoch, as a ledger that was put back has sessions that were signed out since.
 *
 * @param password - SUPERVISOR_PASSWORD, the first account's; absent: there is no such account.
 * @param now - milliseconds of a clock that does not jump.
 */
export function createSignIn(
  password: string | undefined,
  now: () => number,
  ledger: Pick<Ledger, 'epoch' | 'tell' | 'beside'>,
  accounts: Pick<Accounts, 'byPassword'>,
) {
  const { run } = ledger.beside('sessions', statements);
  const together = createRateLimit(TOGETHER, now);
  const wrong = new Map<string, { readonly tries: number; readonly until: number }>();
  // Slow to derive, so that nobody guesses the password by a token and the database.
  const key = password === undefined ? '' : scryptSync(password, 'scanline-supervisor-session', 32);
  /** Hashes a token as a session of the first account, and as one of any other. An older gateway takes the first kind for all that it may. */
  const hashesOf = (token: string) => ({
    first: createHmac('sha256', key).update(`${ledger.epoch} ${token}`).digest('base64url'),
    other: hash('sha256', `account ${ledger.epoch} ${token}`, 'base64url'),
  });
  let last: Promise<unknown> = Promise.resolve();

  /** Looks whose password it is. */
  async function look(name: string, entered: string): Promise<{ readonly whose?: Whose; readonly tried?: string }> {
    if (name === '') {
      const isFirst = password !== undefined && isSameSecret(entered, password);
      return isFirst ? { whose: { name: FIRST_ACCOUNT } } : { tried: FIRST_ACCOUNT };
    }
    const { isRight, account } = await accounts.byPassword(name, entered);
    if (!account) return {};
    return isRight
      ? { whose: { name: account.name, account: account.number, source: 'local' } }
      : { tried: account.name };
  }

  /** Checks a password, where it may be tried from that network now. @returns whose it is. */
  async function check(name: string, entered: string, network: string): Promise<Whose | Exclude<Entered, Came>> {
    const { tries, until } = wrong.get(network) ?? { tries: 0, until: 0 };
    if (until > now()) return { kind: 'wait', seconds: Math.ceil((until - now()) / 1000) };
    const seconds = together.take('');
    if (seconds > 0) return { kind: 'wait', seconds };
    const { whose, tried = '' } = await look(name, entered);
    wrong.delete(network);
    if (whose) return whose;
    const waitMs = tries + 1 < TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries + 1 - TRIES));
    wrong.set(network, { tries: tries + 1, until: now() + waitMs });
    dropOldest(wrong, MOST_NETWORKS);
    return waitMs === 0 ? { kind: 'wrong', tried } : { kind: 'wait', seconds: Math.ceil(waitMs / 1000), tried };
  }

  /** Begins a session, always with a token of its own. @throws where it cannot be kept. */
  async function begin({ account, ...whose }: Whose): Promise<Came> {
    const token = randomBytes(32).toString('base64url');
    const at = await ledger.tell();
    const hashed = hashesOf(token)[account === undefined ? 'first' : 'other'];
    await run('begin', hashed, at, account ?? null, account === undefined ? null : at + LONGEST_SESSION_MS);
    return { kind: 'in', token, person: { account, ...whose, session: nameOf(hashed) } };
  }

  return {
    /** `true`: there is a first account. */
    hasFirst: password !== undefined,

    /**
     * Begins a session where the password is right. Passwords are tried one after another, so that a network's wrong ones are counted before
     * its next is looked at.
     *
     * @param name - empty: the first account's. @param network - of `networkOf`. @throws where it cannot be looked up or kept.
     */
    async enter(name: string, entered: string, network: string): Promise<Entered> {
      const checked = last.then(() => check(name, entered, network));
      last = checked.catch(() => undefined);
      const found = await checked;
      return 'kind' in found ? found : begin(found);
    },

    /** Begins a session of somebody whom the provider has signed in. @throws where it cannot be kept. */
    begin: (account: number, name: string): Promise<Came> => begin({ name, account, source: 'provider' }),

    /** Returns whose session a token is; `undefined`: none holds. @param isUse - `false`: a page asks by itself. @throws where it cannot be looked up. */
    async whose(token: string, isUse = true): Promise<SignedInPerson | undefined> {
      const { first, other } = hashesOf(token);
      const [row] = (await run('find', first, other)).rows;
      if (!row) return undefined;
      const { account, role } = row;
      const isFirst = row['hash'] === first;
      if (isFirst ? password === undefined || account !== null : !isRole(role)) return undefined;
      const at = await ledger.tell();
      const usedAt = Number(row['used_at']);
      if (at - usedAt >= SESSION_MS || (row['until'] !== null && at >= Number(row['until']))) return undefined;
      const hashed = isFirst ? first : other;
      if (isUse && at - usedAt >= NOTE_EVERY_MS) await run('use', hashed, at);
      return signedIn(row, isFirst, nameOf(hashed));
    },

    /** Forgets a slice of those that have ended. @param sureNow - sure time, Unix ms. */
    forget: async (sureNow: number): Promise<number> => (await run('forget', sureNow - SESSION_MS, AT_ONCE)).count,
    /** Ends a session. @throws where it cannot be ended now. */
    async leave(token: string): Promise<void> {
      const { first, other } = hashesOf(token);
      await run('end', first, other);
    },
  };
}

function signedIn({ role, name, account, subject }: DatabaseRow, isFirst: boolean, session: string): SignedInPerson {
  if (isFirst || !isRole(role)) return { role: 'it', name: FIRST_ACCOUNT, session };
  const source = subject === null ? 'local' : 'provider';
  return { role, name: String(name), account: Number(account), source, session };
}

type Came = Extract<Entered, { kind: 'in' }>;

/** The owner of a password: an account by its number, or the first account. */
type Whose = Pick<Person, 'name' | 'account' | 'source'>;

/** Returns a session's name in the log. */
function nameOf(hashed: string): string {
  return hashed.slice(0, 8);
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
