import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'scanline-device';
/** The longest that browsers keep a cookie, in seconds; each hello begins it anew. Source: RFC 6265bis, section 5.5. */
const LIFE_S = 400 * 24 * 60 * 60;

/** The token that a handheld came with. */
export function deviceToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return new RegExp(`(?:^|; )${COOKIE}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
}

/** Gives a handheld its token, or the same for longer: to this origin alone, and to no script. @param secure - over TLS */
export function giveToken(reply: FastifyReply, token: string, secure: boolean): FastifyReply {
  const rest = `; Path=/; HttpOnly; SameSite=Strict; Max-Age=${LIFE_S}${secure ? '; Secure' : ''}`;
  return reply.header('set-cookie', `${COOKIE}=${token}${rest}`);
}
