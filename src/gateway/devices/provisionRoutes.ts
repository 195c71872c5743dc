import type { FastifyInstance } from 'fastify';
import { InvalidParameter } from '#contract/errors.ts';
import { clientOf } from '#gateway/http/clientAddress.ts';
import { tidied } from './enrolRoutes.ts';
import type { Enrolment } from './enrolment.ts';
import { replyWithPage } from '#gateway/pages/page.ts';
import { makeProvisionCode } from './provisionCode.ts';
import { PROVISION, codePage, wishPage } from './provisionPage.ts';
import { type Supervisor, fieldsOf } from '#gateway/pages/supervisorRoutes.ts';

export interface ProvisionParts {
  readonly keyThere: boolean;
  /** Present where the handheld is enrolled by its code. */
  readonly enrolment?: Enrolment | undefined;
  /** Unix ms. */
  readonly now: () => number;
}

/**
 * A page that makes set-up codes: for a browser on this machine, or for a supervisor who is signed in. It needs no
 * script. Neither the key nor the password is ever sent back, and no body is logged.
 */
export function addProvisionRoutes(app: FastifyInstance, supervisor: Supervisor, parts: ProvisionParts): void {
  const { keyThere, enrolment, now } = parts;
  const newCode = enrolment && ((name: string, until: number) => enrolment.newCode(tidied(name), until));
  const holds = { key: keyThere, enrols: enrolment !== undefined };

  app.get(PROVISION, (request, reply) => {
    if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    const url = `${clientOf(request).secure ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`;
    return replyWithPage(reply, wishPage(supervisor.factsOf(request), { url }, holds));
  });

  app.post(PROVISION, async (request, reply) => {
    if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    const { key, ...wish } = fieldsOf(request);
    try {
      const all = { url: '', ...wish, ...(!keyThere && { key: key ?? '' }) };
      if (!keyThere && !key?.trim()) throw new InvalidParameter('key', 'enter the access key of the service.');
      return replyWithPage(
        reply,
        codePage(supervisor.factsOf(request), await makeProvisionCode(all, now(), newCode), holds),
      );
    } catch (error) {
      if (!(error instanceof InvalidParameter)) throw error;
      const facts = supervisor.factsOf(request, error.message);
      return replyWithPage(reply.code(422), wishPage(facts, { url: '', ...wish }, holds));
    }
  });
}
