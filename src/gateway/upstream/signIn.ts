import type { IncomingMessage } from 'node:http';

const SCHEMES = ['Negotiate', 'NTLM', 'Kerberos', 'Digest', 'Basic', 'Bearer'];

/** What a reply asks to sign in with: the names of the ways, as in `Negotiate, NTLM`; absent: it is no 401. */
export function signInAsked({ statusCode, headers }: IncomingMessage): { readonly signIn?: string } {
  if (statusCode !== 401) return {};
  const asked = (headers['www-authenticate'] ?? '').slice(0, 2_000);
  const named = SCHEMES.filter((scheme) => new RegExp(`\\b${scheme}\\b`, 'i').test(asked));
  return { signIn: named.join(', ') || 'by a way of its own' };
}

/** Why a reply is no answer: in place of a mere 401, what it asks for, and what to do. @param signIn - Source: `signInAsked`. */
export function reasonWith(reason: string, signIn: string | undefined): string {
  if (signIn === undefined) return reason;
  const what = /Negotiate|NTLM|Kerberos/.test(signIn) ? 'Windows authentication' : 'a sign-in';
  return (
    `HTTP 401: the service asks for ${what} (${signIn}), which the gateway does not have: allow Anonymous ` +
    'Authentication for the three .asmx pages in IIS, to the address of this machine alone, or name a proxy that signs ' +
    'in in UPSTREAM_URL.'
  );
}
