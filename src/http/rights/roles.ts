/** The roles, each with what the one before it may. */
export const roles = ['viewer', 'supervisor', 'it'] as const;

export type Role = (typeof roles)[number];

/** Tells whether a text names a role. */
export function isRole(text: unknown): text is Role {
  return roles.some((role) => role === text);
}

/** Tells whether a role may what another may. */
export function hasRole(has: Role, needed: Role): boolean {
  return roles.indexOf(has) >= roles.indexOf(needed);
}

/** A list of accounts: this gateway's own, or the provider's. */
type Source = 'local' | 'provider';

/** Somebody who asks at the gateway's pages. */
export interface Person {
  readonly role: Role;
  readonly name: string;
  /** The account's number; absent: of the first account, or of this machine. */
  readonly account?: number | undefined;
  /** The list that the account is of: this gateway's own, or the provider's; absent as `account` is. */
  readonly source?: Source | undefined;
  readonly address: string;
  /** The session's name in the log; absent: nobody signed in, and it is this machine. */
  readonly session?: string;
}

/**
 * Returns a person's name as it is kept and shown to others: an account's with the list that it is of, as two people may have one name, and a
 * provider may let anybody choose theirs. The first account and this machine have a name without one, which is no account's.
 */
export function fullName({ name = '', source }: Partial<Pick<Person, 'name' | 'source'>>): string {
  return source === undefined ? name : `${name} · ${source}`;
}
