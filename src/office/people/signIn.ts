import { createHmac, hash, randomBytes, scryptSync } from 'node:crypto';
import { isSameSecret } from '#http/fromHere.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { DatabaseRow } from '#ledger/statements.ts';
import type { Accounts } from './accounts.ts';
import { isProof, newProof } from './knownBrowser.ts';
import { type EnteredPassword, type NotIn, type Whose, createPasswordTries } from './passwordTries.ts';
import { FIRST_ACCOUNT } from '#contract/decision.ts';
import { type Person, isRole } from '#http/rights/roles.ts';

/** Somebody who is signed in. */
export type SignedInPerson = Omit<Person, 'address'> & { readonly session: string };

/** A session that has just begun. */
export interface BegunSession {
  readonly kind: 'in';
  readonly token: string;
  readonly person: Omit<SignedInPerson, 'role'>;
  /** The proof that their browser shows at the next sign-in (knownBrowser.ts); absent: they came by no password. */
  readonly proof?: string;
}

type SignInOutcome = BegunSession | NotIn;

/** The milliseconds after which a session ends in which its person has asked for nothing. */
const SESSION_MS = 30 * 60_000;
/** The milliseconds after which a session ends in any case: what a provider took away holds no longer. */
const LONGEST_SESSION_MS = 12 * 60 * 60_000;
/** The milliseconds between two notes that a session is used: it may end so much sooner. */
const NOTE_EVERY_MS = 60_000;
/** The most sessions that are forgotten in one go. */
const AT_ONCE = 200;

/**
 * A session's statements. An older gateway knows neither `account` nor `until`: each session that it begins is the first account's, and
 * its twelve hours begin with the first use that is noted here.
 */
function statements(table: (name: string) => string) {
  const sessions = table('sessions');
  return {
    begin: `insert into ${sessions} (hash, used_at, account, until) values ($1, $2, $3, $4)`,
    take: `insert into ${sessions} (hash, used_at, until) values ($1, $2, 0) on conflict (hash) do nothing`,
    forget: `delete from ${sessions} where hash in (select hash from ${sessions} where used_at < $1 limit $2)`,
    find: `select s.hash, s.used_at, s.account, s.until, a.name, a.role, a.subject from ${sessions} s
      left join ${table('accounts')} a on a.number = s.account and a.ended_at is null where s.hash in ($1, $2)`,
    use: `update ${sessions} set used_at = $2, until = coalesce(until, $3) where hash = $1 and used_at < $2`,
    end: `delete from ${sessions} where hash in ($1, $2)`,
  };
}

/**
 * Makes what signs people in: the first account by its password alone, any other by name and password, or by what a provider said.
 * Tries at passwords are bounded (passwordTries.ts); a browser that proves that they have signed in by it before waits behind no other.
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
  accounts: Pick<Accounts, 'byPassword' | 'knownBy'>,
) {
  const { run } = ledger.beside('sessions', statements);
  const tries = createPasswordTries(now);
  // Slow to derive, so that nobody guesses the password by a token and the database.
  const key = password === undefined ? '' : scryptSync(password, 'scanline-supervisor-session', 32);
  const hashesOf = (token: string) => hashesOfToken(token, key, ledger.epoch);

  /** Looks whose password it is. */
  async function look(name: string, entered: string): Promise<EnteredPassword> {
    if (name === '') {
      const isRight = password !== undefined && isSameSecret(entered, password);
      return { isRight, whose: { name: FIRST_ACCOUNT }, ...(isRight && { proof: newProof(key) }) };
    }
    const { isRight, account, proof } = await accounts.byPassword(name, entered);
    if (!account) return { isRight: false };
    return {
      isRight,
      whose: { name: account.name, account: account.number, source: 'local' },
      ...(proof !== undefined && { proof }),
    };
  }

  /** Returns the proof of the browser, where it has one of whoever the name is. */
  function knownBy(name: string, shown: Shown): string | undefined | Promise<string | undefined> {
    if (name !== '') return accounts.knownBy(name, shown);
    return password === undefined ? undefined : shown(undefined).find((one) => isProof(one, key));
  }

  /** Begins a session, always with a token of its own. @throws where it cannot be kept. */
  async function begin({ account, ...whose }: Whose): Promise<BegunSession> {
    const token = randomBytes(32).toString('base64url');
    const at = await ledger.tell();
    const hashed = hashesOf(token)[account === undefined ? 'first' : 'other'];
    await run('begin', hashed, at, account ?? null, at + LONGEST_SESSION_MS);
    return { kind: 'in', token, person: { account, ...whose, session: nameOf(hashed) } };
  }

  return {
    /** `true`: there is a first account. */
    hasFirst: password !== undefined,

    /**
     * Begins a session where the password is right.
     *
     * @param name - empty: the first account's. @param network - of `networkOf`. @param shown - the proofs that the browser shows for an account.
     * @throws where it cannot be looked up or kept.
     */
    async enter(name: string, entered: string, network: string, shown: Shown = () => []): Promise<SignInOutcome> {
      const known = await knownBy(name, shown);
      const found = await tries.attempt(network, known, () => look(name, entered));
      if (found.kind !== 'right') return found;
      const { whose, proof } = found;
      return { ...(await begin(whose)), ...(proof !== undefined && { proof }) };
    },

    /** Begins a session of somebody whom the provider has signed in. @throws where it cannot be kept. */
    begin: (account: number, name: string): Promise<BegunSession> => begin({ name, account, source: 'provider' }),

    /**
     * Notes that a sign-in at the provider came back, at whichever gateway of the ledger. @returns `false`: it did before.
     *
     * @param secret - the browser's. Its row lies among the sessions for half an hour, as nobody's: longer than a sign-in is under way.
     * @throws where it cannot be kept.
     */
    async takeOnce(secret: string): Promise<boolean> {
      return (await run('take', hash('sha256', `provider ${secret}`, 'base64url'), await ledger.tell())).count === 1;
    },

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
      if (isUse && at - usedAt >= NOTE_EVERY_MS) await run('use', hashed, at, at + LONGEST_SESSION_MS);
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

/** Hashes a token as a session of the first account, and as one of any other. An older gateway takes the first kind for all that it may. */
function hashesOfToken(token: string, key: string | Buffer, epoch: string) {
  return {
    first: createHmac('sha256', key).update(`${epoch} ${token}`).digest('base64url'),
    other: hash('sha256', `account ${epoch} ${token}`, 'base64url'),
  };
}

function signedIn({ role, name, account, subject }: DatabaseRow, isFirst: boolean, session: string): SignedInPerson {
  if (isFirst || !isRole(role)) return { role: 'it', name: FIRST_ACCOUNT, session };
  const source = subject === null ? 'local' : 'provider';
  return { role, name: String(name), account: Number(account), source, session };
}

/** The proofs that a browser shows for an account. @param account - absent: the first account. */
type Shown = (account: number | undefined) => readonly string[];

/** Returns a session's name in the log. */
function nameOf(hashed: string): string {
  return hashed.slice(0, 8);
}
