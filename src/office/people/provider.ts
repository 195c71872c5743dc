import { createHmac, randomBytes, scryptSync } from 'node:crypto';
import * as oidc from 'openid-client';
import { isSameSecret } from '#http/fromHere.ts';
import { tidied } from '#http/tidied.ts';
import type { OidcSettings } from '#settings/oidc.ts';
import { type Role, roles } from '#http/rights/roles.ts';

/** Somebody whom the provider has signed in. `role` is absent where it gives them none here. */
export interface Vouched {
  /** The provider with its name for them, which no other of theirs has. */
  readonly subject: string;
  readonly name: string;
  readonly role?: Role | undefined;
}

const TIMEOUT_S = 10;
/** Milliseconds after which a provider that did not answer is asked again what it is. */
const AGAIN_MS = 2_000;
const LONGEST_SUBJECT = 1_000;
/** The most bytes of one reply of the provider: its tokens and its description of itself have a few thousand. */
const MOST_BYTES = 256 * 1024;

/** The seconds for which a sign-in may be under way at the provider. */
export const UNDER_WAY_S = 600;
/** The seconds that the clocks of two gateways may be apart. */
const CLOCKS_APART_S = 60;
/** The parts of a secret in bytes: the second in which it was made, chance, and what shows that it is ours. */
const SECRET = { at: 4, made: 16, all: 32 };

/**
 * Makes the sign-in at a provider of OpenID Connect, by the code flow with PKCE, state and nonce. The three are derived from a secret that the
 * browser holds while it is there, so a sign-in may begin at one gateway and end at another. It is one that a gateway has made: for what
 * others make up, the provider is not asked.
 *
 * @param tell - the ledger's time, Unix ms, which all its gateways have.
 */
export function createProvider(
  { issuer, clientId, clientSecret, roleClaim, roleValues }: OidcSettings,
  tell: () => Promise<number>,
) {
  let known: Promise<oidc.Configuration> | undefined;
  // Slow to derive, so that nobody guesses the client's secret by what a browser is given.
  const key = scryptSync(clientSecret, 'scanline-provider', 32);

  /** Asks the provider what it is, once; again in a moment where it did not answer, however many want to know. */
  function configuration(): Promise<oidc.Configuration> {
    const isPlain = issuer.protocol === 'http:'; // settings take it for this machine alone
    known ??= oidc
      .discovery(issuer, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_S,
        [oidc.customFetch]: boundedFetch,
        ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        setTimeout(() => (known = undefined), AGAIN_MS).unref();
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
    async secret(): Promise<string> {
      const made = randomBytes(SECRET.made);
      made.writeUInt32BE(Math.floor((await tell()) / 1000) % 2 ** 32);
      return Buffer.concat([made, proofOf(made, key)]).toString('base64url');
    },

    /** Tells whether a secret is one of ours, and of a sign-in that may be under way still. */
    async isUnderWay(secret: string): Promise<boolean> {
      const bytes = Buffer.from(secret, 'base64url');
      if (bytes.toString('base64url') !== secret) return false; // one spelling: a secret is taken once
      const made = bytes.subarray(0, SECRET.made);
      if (!isSameSecret(bytes.subarray(SECRET.made).toString('hex'), proofOf(made, key).toString('hex'))) return false;
      const ageS = (await tell()) / 1000 - made.readUInt32BE();
      return ageS >= -CLOCKS_APART_S && ageS <= UNDER_WAY_S;
    },

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
     * Reads what the provider sent a browser back with, and asks the provider about it.
     *
     * @param secret - one that `isUnderWay`. @param came - the address with its query, as the provider knows it. @throws Error where it is not the answer to this secret.
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

function proofOf(made: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(made)
    .digest()
    .subarray(0, SECRET.all - SECRET.made);
}

/** Fetches as `fetch` does, and reads no more of a reply than it may have. @throws Error where it has more. */
async function boundedFetch(...asked: Parameters<oidc.CustomFetch>): Promise<Response> {
  const [address, { signal, ...options }] = asked;
  const reply = await fetch(address, { ...options, signal: signal ?? null } as RequestInit);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of reply.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`the provider's reply has more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  const { status, statusText, headers } = reply;
  return new Response(pieces.length === 0 ? null : Buffer.concat(pieces), { status, statusText, headers });
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
