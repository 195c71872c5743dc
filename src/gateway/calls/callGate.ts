import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '#gateway/http/answer.ts';
import type { CallRequest } from './callRequest.ts';

/** Who may call with the gateway's own key. */
export interface CallGate {
  /**
   * Whether a handheld may call; the token of one that may is given to it for another year and more.
   *
   * @returns `undefined` where it is not asked for one, or the list of devices cannot be read.
   */
  isEnrolled(request: FastifyRequest, reply: FastifyReply): Promise<boolean | undefined>;
  /** Why a call goes no further, or `undefined` where it may. Nothing of it has been looked up or sent before that. */
  refusal(request: FastifyRequest, call: CallRequest): Promise<Answer | undefined>;
}

/** Where nobody is asked. */
export const openGate: CallGate = { isEnrolled: async () => undefined, refusal: async () => undefined };
