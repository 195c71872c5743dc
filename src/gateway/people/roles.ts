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

/** Somebody who asks at the gateway's pages. */
export interface Person {
  readonly role: Role;
  readonly name: string;
  /** The account's number; absent: of the first account, or of this machine. */
  readonly account?: number | undefined;
  readonly address: string;
  /** The session's name in the log; absent: nobody signed in, and it is this machine. */
  readonly session?: string;
}

/** The names of those who have no row among the accounts. */
export const FIRST_ACCOUNT = 'SUPERVISOR_PASSWORD';
export const THIS_MACHINE = 'this machine';
