import { hash, randomBytes } from 'node:crypto';
import { tidied } from '#http/tidied.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { DatabaseRow, Steps } from '#ledger/statements.ts';
import { isProof, newProof } from './knownBrowser.ts';
import { type PasswordCost, createPasswords } from './passwords.ts';
import { FIRST_ACCOUNT, THIS_MACHINE } from '#contract/decision.ts';
import { type Role, isRole } from '#http/rights/roles.ts';

/** Milliseconds for which a link sets a password. */
const LINK_MS = 24 * 60 * 60 * 1000;

/** An account that has not ended. */
export interface Account {
  readonly number: number;
  readonly name: string;
  readonly role: Role;
  /** `true`: it signs in at the provider, which says its role. */
  readonly isProviders: boolean;
  readonly hasPassword: boolean;
  /** Unix ms until which a link sets its password. */
  readonly linkUntil?: number;
}

/** The most accounts that are forgotten in one go. */
const AT_ONCE = 200;

/** An account, as far as a sign-in needs it. */
type NamedAccount = Pick<Account, 'number' | 'name'>;

/** The outcome of a password that was entered for a name. */
export interface PasswordTried {
  readonly isRight: boolean;
  readonly account?: NamedAccount;
  readonly proof?: string;
}

/** The outcome of a change: `last`: it would leave no account of IT's that can sign in. `gone`: there is no such account any more. */
export type Changed = 'done' | 'last' | 'gone';

type AccountStatement = keyof ReturnType<typeof statements>;

function statements(table: (name: string) => string, locking: string) {
  const accounts = table('accounts');
  const live = 'ended_at is null';
  return {
    list: `select number, name, role, subject, password, link_until from ${accounts} where ${live} order by name, number`,
    add: `insert into ${accounts} (name, name_key, role, link_hash, link_until, made_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (name_key) do nothing returning number`,
    byName: `select number, name, password from ${accounts} where name_key = $1`,
    byLink: `select number, name from ${accounts} where link_hash = $1 and link_until > $2`,
    setPassword: `update ${accounts} set password = $3, link_hash = null, link_until = null
      where link_hash = $1 and link_until > $2 returning number, name`,
    renewLink: `update ${accounts} set link_hash = $2, link_until = $3 where number = $1 and ${live} and subject is null returning name`,
    setRole: `update ${accounts} set role = $2 where number = $1 and ${live} and subject is null`,
    end: `update ${accounts} set ended_at = $2, name_key = null, subject = null, password = null, link_hash = null
      where number = $1 and ${live}`,
    any: `select number from ${accounts} where password is not null and ${live} limit 1`,
    it: `select number from ${accounts} where role = 'it' and password is not null and ${live} order by number ${locking}`,
    enter: `insert into ${accounts} (name, subject, role, made_at) values ($1, $2, $3, $4)
      on conflict (subject) do update set name = excluded.name, role = excluded.role returning number`,
    endSessions: `delete from ${table('sessions')} where account = $1`,
    forget: `delete from ${accounts} where number in (select number from ${accounts} where ended_at < $1 limit $2)`,
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Makes the accounts of people, in the ledger's database. No password and no link is kept, only their hashes. Each method throws
 * where the database cannot be asked.
 *
 * @param isNeverLast - `true`: somebody of IT can always sign in, by SUPERVISOR_PASSWORD. @param cost - of a password (passwords.ts).
 */
export function createAccounts(
  { beside, tell }: Pick<Ledger, 'beside' | 'tell'>,
  isNeverLast: boolean,
  cost?: PasswordCost,
) {
  const { run, inTransaction } = beside('accounts', statements);

  /** Changes an account, unless it is the last of IT's. */
  async function change(number: number, steps: () => Steps<AccountStatement, number>): Promise<Changed> {
    return inTransaction(function* (): Steps<AccountStatement, Changed> {
      const it = (yield ['it']).rows.map((row) => Number(row['number']));
      if (!isNeverLast && it.length === 1 && it[0] === number) return 'last';
      return (yield* steps()) === 1 ? 'done' : 'gone';
    });
  }

  return {
    /** Lists those that have not ended, by name. */
    list: async (): Promise<readonly Account[]> => (await run('list')).rows.map(toAccount),

    /** Tells whether anybody has a password here. */
    hasAny: async (): Promise<boolean> => (await run('any')).rows.length > 0,

    /** Makes an account and the code of the link that sets its password. @returns the code; `undefined`: somebody has the name. */
    async add(name: string, role: Role): Promise<string | undefined> {
      const code = randomBytes(16).toString('base64url');
      const now = await tell();
      const { rows } = await run('add', name, keyOf(name), role, hashOf(code), now + LINK_MS, now);
      return rows.length === 1 ? code : undefined;
    },

    /** Makes another link; the one before ends. @returns its code and whose it is; `undefined`: there is no such account. */
    async renewLink(number: number): Promise<{ readonly code: string; readonly name: string } | undefined> {
      const code = randomBytes(16).toString('base64url');
      const [row] = (await run('renewLink', number, hashOf(code), (await tell()) + LINK_MS)).rows;
      return row && { code, name: String(row['name']) };
    },

    ...createOwnPasswords({ run, inTransaction }, tell, cost),

    /** Enters somebody whom the provider has signed in, as it names them now. @returns the account's number. */
    async enter(subject: string, name: string, role: Role): Promise<number> {
      const [row] = (await run('enter', name, subject, role, await tell())).rows;
      return Number(row?.['number']);
    },

    /** Gives an account another role; it holds from its next request on. */
    setRole: (number: number, role: Role): Promise<Changed> =>
      change(number, function* () {
        return (yield ['setRole', number, role]).count;
      }),

    /** Ends an account with its sessions; its name may be given anew. Whoever signs in at the provider may come again. */
    async remove(number: number): Promise<Changed> {
      const now = await tell();
      return change(number, function* () {
        yield ['endSessions', number];
        return (yield ['end', number, now]).count;
      });
    },

    /** Forgets a slice of those that ended before a time, Unix ms. */
    forget: async (before: number): Promise<number> => (await run('forget', before, AT_ONCE)).count,
  };
}

/** Makes what sets and checks the passwords of accounts. */
function createOwnPasswords(
  { run, inTransaction }: ReturnType<Ledger['beside']>,
  tell: Ledger['tell'],
  cost: PasswordCost | undefined,
) {
  const passwords = createPasswords(cost);
  /** The links by which a password is being set here: of many posts of one, one is derived. */
  const taken = new Set<string>();
  return {
    /** Returns whose password a link sets; `undefined`: it was used, has ended, or never was. It is not used by that. */
    async linkOf(code: string): Promise<string | undefined> {
      const link = hashOf(code);
      if (taken.has(link)) return undefined;
      const [row] = (await run('byLink', link, await tell())).rows;
      return row && String(row['name']);
    },

    /** Sets a password by a link, once, and ends the account's sessions. @returns whose; `undefined` as `linkOf` has it. */
    async setPassword(code: string, password: string): Promise<NamedAccount | undefined> {
      const link = hashOf(code);
      if (taken.has(link)) return undefined;
      taken.add(link); // nothing is awaited before it
      try {
        const now = await tell();
        // Not derived for whoever only guesses at links.
        if ((await run('byLink', link, now)).rows.length === 0) return undefined;
        const kept = await passwords.kept(password);
        return await inTransaction(function* (): Steps<AccountStatement, NamedAccount | undefined> {
          const [row] = (yield ['setPassword', link, now, kept]).rows;
          if (!row) return undefined;
          yield ['endSessions', Number(row['number'])];
          return namedIn(row);
        });
      } finally {
        taken.delete(link);
      }
    },

    /**
     * Returns the account of a name, and whether the password is its own. It takes as long for a name that nobody has.
     *
     * @returns `proof` for the browser of somebody whose password is right (knownBrowser.ts).
     */
    async byPassword(name: string, password: string): Promise<PasswordTried> {
      const [row] = (await run('byName', keyOf(tidied(name)))).rows;
      const kept = row?.['password'] as string | null | undefined;
      if (!(await passwords.isRight(password, kept))) return { isRight: false, ...(row && { account: namedIn(row) }) };
      return { isRight: true, ...(row && { account: namedIn(row) }), ...(kept && { proof: newProof(kept) }) };
    },

    /** Returns the proof of a browser by which somebody of that name has signed in with the password that they have still. @param shown - the texts that it shows for an account. */
    async knownBy(name: string, shown: (account: number) => readonly string[]): Promise<string | undefined> {
      const [row] = (await run('byName', keyOf(tidied(name)))).rows;
      const kept = row?.['password'];
      if (!row || typeof kept !== 'string') return undefined;
      return shown(Number(row['number'])).find((one) => isProof(one, kept));
    },
  };
}

/** Tells whether a name may be an account's. @param name - as `tidied` returns it. */
export function isAccountName(name: string): boolean {
  return name !== '' && ![FIRST_ACCOUNT, THIS_MACHINE].some((taken) => keyOf(taken) === keyOf(name));
}

/** Returns what two spellings of one name have in common. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function namedIn(row: DatabaseRow): NamedAccount {
  return { number: Number(row['number']), name: String(row['name']) };
}

function toAccount(row: DatabaseRow): Account {
  const { role } = row;
  return {
    number: Number(row['number']),
    name: String(row['name']),
    role: isRole(role) ? role : 'viewer',
    isProviders: row['subject'] !== null,
    hasPassword: row['password'] !== null,
    ...(row['link_until'] !== null && { linkUntil: Number(row['link_until']) }),
  };
}

/** Hashes a code of 128 random bits: nobody can try them out, so the hash need not be slow. */
function hashOf(code: string): string {
  return hash('sha256', code, 'hex');
}
