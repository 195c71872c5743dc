import { type Environment, read, variableText, wrong } from './variables.ts';

/** The sign-in at a provider of OpenID Connect. */
export interface OidcSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim of the ID token that holds the roles. */
  readonly roleClaim: string;
  /** The value of the claim that gives each role. */
  readonly roleValues: Readonly<Record<'viewer' | 'supervisor' | 'it', string>>;
}

/** Reads the variables of the sign-in at a provider; `undefined`: there is none. @throws CannotStart with one line that names the variable. */
export function readOidc(env: Environment): OidcSettings | undefined {
  const issuer = read(env, 'OIDC_ISSUER');
  const clientId = read(env, 'OIDC_CLIENT_ID');
  const clientSecret = read(env, 'OIDC_CLIENT_SECRET');
  const roleClaim = read(env, 'OIDC_ROLE_CLAIM');
  const roleValues = read(env, 'OIDC_ROLES');
  if (!issuer) {
    const alone = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_CLAIM', 'OIDC_ROLES'].find(
      (name) => variableText(env, name) !== undefined,
    );
    if (alone !== undefined) throw wrong(alone, 'OIDC_ISSUER beside it');
    return undefined;
  }
  if (clientId === undefined) throw wrong('OIDC_CLIENT_ID', 'the name that the provider knows the gateway by');
  if (clientSecret === undefined) throw wrong('OIDC_CLIENT_SECRET', 'the secret that the provider gave the gateway');
  return { issuer, clientId, clientSecret, roleClaim, roleValues };
}
