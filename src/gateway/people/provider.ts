import { createHmac, randomBytes } from 'node:crypto';
import * as oidc from 'openid-client';
import { tidied } from '#gateway/http/tidied.ts';
import type { OidcSettings } from '#gateway/settings/oidc.ts';
import { type Role, roles } from './roles.ts';

/** Somebody whom the provider has signed in. `role` is absent where it gives them none here. */
export interface Vouched {
  /** The provider with its name for them, which no other of theirs has. */
  readonly subject: string;
  readonly name: string;
  readonly role?: Role | undefined;
}

const TIMEOUT_S = 10;
const LONGEST_SUBJECT = 1_000;

/**
 * Makes the sign-in at a provider of OpenID Connect, by the code flow with PKCE, state and nonce. The three are derived from a secret that the
 * browser holds while it is there, so a sign-in may begin at one gateway and end at another.
 *
 * @param names - the role by a value of the claim.
 */
export function createProvider({ issuer, clientId, clientSecret, roleClaim, roleValues }: OidcSettings) {
  let known: Promise<oidc.Configuration> | undefined;

  /** Asks the provider what it is, once; again where it did not answer. */
  function configuration(): Promise<oidc.Configuration> {
    const isPlain = issuer.protocol === 'http:'; // settings take it for this machine alone
    known ??= oidc
      .discovery(issuer, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_S,
        ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  }

  function roleIn(claim: unknown): Role | undefined {
    const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
    return roles.findLast((role) => values.includes(roleValues[role]));
  }

  return {
    /** The host that is named on the sign-in. */
    host: issuer.host,

    /** Returns a new secret for a browser that goes there. */
    secret: (): string => randomBytes(32).toString('base64url'),

    /**
     * Returns the address that a browser is sent to.
     *
     * @param secret - of `secret`. @param next - where it goes when it is back. @param back - our address that the provider sends it to.
     * @throws Error where the provider does not answer.
     */
    async addressFor(secret: string, next: string, back: string): Promise<URL> {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: back,
        scope: 'openid profile',
        response_type: 'code',
        state: stateFor(secret, next),
        nonce: derived(secret, 'nonce'),
        code_challenge: await oidc.calculatePKCECodeChallenge(derived(secret, 'verifier')),
        code_challenge_method: 'S256',
      });
    },

    /**
     * Reads what the provider sent a browser back with.
     *
     * @param came - the address with its query, as the provider knows it. @throws Error where it is not the answer to this secret.
     */
    async vouch(secret: string, came: URL): Promise<Vouched & { readonly next: string }> {
      const next = nextIn(came.searchParams.get('state') ?? '');
      const tokens = await oidc.authorizationCodeGrant(await configuration(), came, {
        expectedState: stateFor(secret, next),
        expectedNonce: derived(secret, 'nonce'),
        pkceCodeVerifier: derived(secret, 'verifier'),
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || claims.sub.length > LONGEST_SUBJECT) throw new Error('the provider says nothing of who it is');
      const names = [claims['name'], claims['preferred_username'], claims['email'], claims.sub];
      const name = names.map((one) => (typeof one === 'string' ? tidied(one) : '')).find((one) => one !== '') ?? '';
      return { subject: `${claims.iss} ${claims.sub}`, name, role: roleIn(claims[roleClaim]), next };
    },
  };
}

function derived(secret: string, what: string): string {
  return createHmac('sha256', secret).update(what).digest('base64url');
}

/** Makes a state that only who has the secret can make, with the page that was asked for in it. */
function stateFor(secret: string, next: string): string {
  return `${derived(secret, `state ${next}`)}.${Buffer.from(next).toString('base64url')}`;
}

function nextIn(state: string): string {
  return Buffer.from(state.split('.')[1] ?? '', 'base64url').toString();
}
