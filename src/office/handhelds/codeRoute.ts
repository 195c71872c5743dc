import type { FastifyInstance } from 'fastify';
import { refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { jsonMembers } from '#http/body.ts';
import { personOf } from '#http/rights/routeGuard.ts';
import { tidied } from '#http/tidied.ts';
import type { Audit } from '#office/people/audit.ts';
import type { HandheldList } from '#office/ports/gatewayPorts.ts';
import { MOST_HOURS } from './provisionCode.ts';

/**
 * Adds `POST /gateway/enrol/codes` of `{name, until}`: it makes a code for one handheld, `null` where none is needed.
 *
 * @param enrolment - absent where nobody is asked for a token.
 */
export function addCodeRoute(
  app: FastifyInstance,
  audit: Pick<Audit, 'note'>,
  enrolment: HandheldList | undefined,
): void {
  app.post('/gateway/enrol/codes', async (request, reply) => {
    const { name = '', until } = jsonMembers(request);
    const now = Date.now();
    const latest = now + MOST_HOURS * 3_600_000;
    if (typeof name !== 'string' || typeof until !== 'number' || !(until > now && until <= latest)) {
      return replyWith(reply, refusal('Expected JSON with name and until, Unix ms.'));
    }
    if (!enrolment) return replyWithJson(reply, { code: null });
    const code = await enrolment.newCode(tidied(name), until);
    await audit.note('code-made', personOf(request), tidied(name));
    return replyWithJson(reply, { code });
  });
}
