import type { FastifyRequest, FastifyReply } from 'fastify';
import { type HttpAnswer, problemAnswer } from '#http/answer.ts';
import type { EnrolmentMode } from '#settings/variables.ts';
import type { Standing } from './devices.ts';
import type { Enrolment } from './enrolment.ts';
import { isFromHere } from '#http/fromHere.ts';
import { createTokenCookie } from '#http/tokenCookie.ts';

export type EnrolmentGate = ReturnType<typeof createEnrolmentGate>;

/**
 * Makes the gate that asks for a token before the gateway puts its key into a call. In mode `auto` it does not ask a
 * program that proves to be on this machine, as whoever can read DATA_DIR has the key anyway.
 *
 * @param enrolment - absent where nobody is asked for a token.
 */
export function createEnrolmentGate(enrolment: Enrolment | undefined, mode: EnrolmentMode) {
  /** Looks up who asks; `undefined`: no token is asked for; `unread`: the list of devices cannot be read. */
  async function standing(request: FastifyRequest): Promise<Standing | 'unread' | undefined> {
    if (mode === 'auto' && isFromHere(request)) return undefined;
    try {
      return await enrolment?.standing(deviceCookie.read(request));
    } catch (error) {
      request.log.error({ err: error }, 'the list of devices cannot be read');
      return 'unread';
    }
  }

  /**
   * Returns the refusal for whoever is asked for a token and shows none that holds; `undefined`: they may go on. Ask it before
   * anything is read or looked up for them.
   */
  async function stranger(request: FastifyRequest): Promise<HttpAnswer | undefined> {
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
     * Tells whether a handheld may call, and gives the token of one that may for another 400 days.
     *
     * @returns `undefined` where it is not asked for one, or the list of devices cannot be read.
     */
    async isEnrolled(request: FastifyRequest, reply: FastifyReply): Promise<boolean | undefined> {
      const found = await standing(request);
      if (found === undefined || found === 'unread') return undefined;
      if (found.kind !== 'enrolled') return false;
      request.device = found.device.number;
      deviceCookie.give(reply, found.token);
      return true;
    },

    stranger,
  };
}

/** The longest that browsers keep a cookie, in seconds; each hello begins it anew. Source: RFC 6265bis, section 5.5. */
const LIFE_S = 400 * 24 * 60 * 60;

/** The cookie with a handheld's token. */
export const deviceCookie = createTokenCookie('scanline-device', '/', LIFE_S);
