import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from './clientAddress.ts';

/** The most tokens that are read of one request: more than a browser has where others set a cookie beside ours. */
const MOST_TOKENS = 8;

/**
 * Makes a cookie that holds a token of 43 letters, for this origin alone and for no script.
 *
 * @param lifeS - seconds that a browser keeps it; absent: until it closes.
 * @param sameSite - `Lax`: it also comes with a page to which another site leads.
 */
export function createTokenCookie(name: string, path: string, lifeS?: number, sameSite: 'Strict' | 'Lax' = 'Strict') {
  const pattern = new RegExp(`(?:^|; )${name}=([A-Za-z0-9_-]{43})(?=;|$)`, 'g');
  return {
    /** Returns a request's tokens. There may be several: a page of a name above ours can set one before ours. */
    read({ headers }: Pick<FastifyRequest, 'headers'>): readonly string[] {
      const found = [...(headers.cookie ?? '').matchAll(pattern)].map(([, token]) => token ?? '');
      return [...new Set(found)].slice(0, MOST_TOKENS);
    },
    /** Gives a token to whoever asks; an empty one ends the cookie. */
    give(reply: FastifyReply, token: string): FastifyReply {
      const ageS = token === '' ? 0 : lifeS;
      const age = ageS === undefined ? '' : `; Max-Age=${ageS}`;
      const secure = clientOf(reply.request).secure ? '; Secure' : '';
      return reply.header(
        'set-cookie',
        `${name}=${token}; Path=${path}; HttpOnly; SameSite=${sameSite}${age}${secure}`,
      );
    },
  };
}
