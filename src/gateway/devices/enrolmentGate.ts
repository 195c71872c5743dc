import type { FastifyRequest } from 'fastify';
import { problemAnswer } from '#gateway/http/answer.ts';
import type { CallGate } from '#gateway/calls/callGate.ts';
import type { CallRequest } from '#gateway/calls/callRequest.ts';
import { deviceTokens, giveToken } from './deviceCookie.ts';
import type { EnrolmentMode } from '#gateway/settings/variables.ts';
import type { Enrolment, Standing } from './enrolment.ts';
import { isFromHere } from '#gateway/http/fromHere.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The number of the enrolled handheld that calls, for the log. */
    device?: number;
  }
}

/**
 * Asks for a token where the gateway would put its key into a call. A program that proves to be on this machine is not
 * asked, unless the mode is `required`: whoever can read DATA_DIR has the key anyway.
 */
export function createEnrolmentGate(enrolment: Enrolment, mode: Exclude<EnrolmentMode, 'off'>): CallGate {
  async function standing(request: FastifyRequest): Promise<Standing | undefined> {
    if (mode === 'auto' && isFromHere(request)) return undefined;
    return enrolment.standing(deviceTokens(request));
  }

  return {
    async isEnrolled(request, reply) {
      try {
        const found = await standing(request);
        if (found?.kind === 'enrolled') giveToken(reply, found.token);
        return found && found.kind === 'enrolled';
      } catch (error) {
        request.log.error({ err: error }, 'the list of devices cannot be read');
        return undefined;
      }
    },

    async refusal(request, call) {
      if (!getsKey(call)) return undefined;
      let found: Standing | undefined;
      try {
        found = await standing(request);
      } catch (error) {
        request.log.error({ err: error }, 'the list of devices cannot be read');
        return problemAnswer('not-forwarded', 'The gateway cannot read its list of devices.', { retryAfterS: 5 });
      }
      if (found && found.kind !== 'unknown') request.device = found.device.number;
      if (!found || found.kind === 'enrolled') return undefined;
      return problemAnswer(
        'not-enrolled',
        found.kind === 'revoked'
          ? 'This handheld was revoked: ask for a set-up code.'
          : 'This handheld is not enrolled: ask for a set-up code.',
      );
    },
  };
}

/** Whether the gateway's key goes into it, or an answer that was given to it comes out. */
function getsKey(call: CallRequest): boolean {
  return call.kind === 'ledgered' || call.kind === 'spoken' || (call.kind === 'passed' && call.withOwnKey === true);
}
