import type { IncomingMessage } from 'node:http';
import { attempt } from '#contract/attempt.ts';

const SCHEMES = ['Negotiate', 'NTLM', 'Kerberos', 'Digest', 'Basic', 'Bearer'];

/** What a reply asks to sign in with: the names of the ways, as in `Negotiate, NTLM`; absent: it is no 401. */
export function signInAsked({ statusCode, headers }: IncomingMessage): { readonly signIn?: string } {
  if (statusCode !== 401) return {};
  const asked = (headers['www-authenticate'] ?? '').slice(0, 2_000);
  const named = SCHEMES.filter((scheme) => new RegExp(`\\b${scheme}\\b`, 'i').test(asked));
  return { signIn: named.join(', ') || 'by a way of its own' };
}

/** Where a reply sends on to, without what may be secret in it; absent: it is no redirect. @param asked - the address that was asked. */
export function sentOnTo({ statusCode = 0, headers }: IncomingMessage, asked: string): { readonly sentTo?: string } {
  if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return {};
  const to = attempt(() => new URL(headers.location ?? '', asked));
  return to
    ? {
        sentTo: `HTTP ${statusCode}: the service answers with a redirect to ${(to.origin + to.pathname).slice(0, 200)}`,
      }
    : {};
}

/** Why a reply is no answer: in place of a mere 401 or a redirect, what it asks for, and what to do. @param came - Source: `signInAsked`, `sentOnTo`. */
export function reasonWith(
  reason: string,
  { signIn, sentTo }: { readonly signIn?: string | undefined; readonly sentTo?: string },
): string {
  if (sentTo !== undefined)
    return `${sentTo}, which the gateway does not follow: UPSTREAM_URL has to name the address that answers itself.`;
  if (signIn === undefined) return reason;
  const what = /Negotiate|NTLM|Kerberos/.test(signIn) ? 'Windows authentication' : 'a sign-in';
  return (
    `HTTP 401: the service asks for ${what} (${signIn}), which the gateway does not have: allow Anonymous ` +
    'Authentication for the three .asmx pages in IIS, to the address of this machine alone, or name a proxy that signs ' +
    'in in UPSTREAM_URL.'
  );
}
