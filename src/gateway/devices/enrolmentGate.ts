import type { FastifyRequest, FastifyReply } from 'fastify';
import { type Answer, problemAnswer } from '#gateway/http/answer.ts';
import type { EnrolmentMode } from '#gateway/settings/variables.ts';
import type { Enrolment, Standing } from './enrolment.ts';
import { isFromHere } from '#gateway/http/fromHere.ts';
import { clientOf } from '#gateway/http/clientAddress.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The number of the enrolled handheld that asks. */
    device?: number;
  }
}

/**
 * Asks for a token where the gateway would put its key into a call. A program that proves to be on this machine is not
 * asked, unless the mode is `required`: whoever can read DATA_DIR has the key anyway.
 *
 * @param enrolment - absent where nobody is asked.
 */
export function createEnrolmentGate(enrolment: Enrolment | undefined, mode: EnrolmentMode) {
  /** @returns `undefined` where it is not asked for a token; `unread`: the list of devices cannot be read. */
  async function standing(request: FastifyRequest): Promise<Standing | 'unread' | undefined> {
    if (mode === 'auto' && isFromHere(request)) return undefined;
    try {
      return await enrolment?.standing(deviceTokens(request));
    } catch (error) {
      request.log.error({ err: error }, 'the list of devices cannot be read');
      return 'unread';
    }
  }

  /** What is said to whoever is asked for a token and shows none that holds, before anything is read or looked up for them; `undefined` to everybody else. */
  async function stranger(request: FastifyRequest): Promise<Answer | undefined> {
    const found = await standing(request);
    if (found === 'unread')
      return problemAnswer('not-forwarded', 'The gateway cannot read its list of devices.', { retryAfterS: 5 });
    if (found && found.kind !== 'unknown') request.device = found.device.number;
    if (!found || found.kind === 'enrolled') return undefined;
    return problemAnswer(
      'not-enrolled',
      found.kind === 'revoked'
        ? 'This handheld was revoked: ask for a set-up code.'
        : 'This handheld is not enrolled: ask for a set-up code.',
    );
  }

  return {
    /**
     * Whether a handheld may call; the token of one that may is given to it for another year and more.
     *
     * @returns `undefined` where it is not asked for one, or the list of devices cannot be read.
     */
    async isEnrolled(request: FastifyRequest, reply: FastifyReply): Promise<boolean | undefined> {
      const found = await standing(request);
      if (found === undefined || found === 'unread') return undefined;
      if (found.kind !== 'enrolled') return false;
      request.device = found.device.number;
      giveToken(reply, found.token);
      return true;
    },

    stranger,
  };
}

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
