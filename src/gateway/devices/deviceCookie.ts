import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '#gateway/http/clientAddress.ts';

const COOKIE = 'scanline-device';
/** The longest that browsers keep a cookie, in seconds; each hello begins it anew. Source: RFC 6265bis, section 5.5. */
const LIFE_S = 400 * 24 * 60 * 60;

/** More than a browser has from whoever may set a cookie beside ours: each is looked up. */
const MOST_TOKENS = 8;

/** The tokens that a handheld came with: a page of a name above ours can set one that stands before the handheld's own. */
export function deviceTokens({ headers }: Pick<FastifyRequest, 'headers'>): readonly string[] {
  const found = (headers.cookie ?? '').matchAll(new RegExp(`(?:^|; )${COOKIE}=([A-Za-z0-9_-]{43})(?=;|$)`, 'g'));
  return [...new Set([...found].map(([, token]) => token ?? ''))].slice(0, MOST_TOKENS);
}

/** Gives a handheld its token, or the same for longer: to this origin alone, and to no script. */
export function giveToken(reply: FastifyReply, token: string): FastifyReply {
  const rest = `; Path=/; HttpOnly; SameSite=Strict; Max-Age=${LIFE_S}${clientOf(reply.request).secure ? '; Secure' : ''}`;
  return reply.header('set-cookie', `${COOKIE}=${token}${rest}`);
}
