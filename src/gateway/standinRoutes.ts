import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemAnswer } from '#gateway/answer.ts';
import { isLocal } from '#gateway/fromHere.ts';
import { replyWith, replyWithJson } from '#gateway/replyWith.ts';
import { InvalidFault, faultKinds, readFault } from '#gateway/standin/faults.ts';
import type { Standin } from '#gateway/standin/standin.ts';

const PREFIX = '/gateway/standin/';
/** More than anybody orders by hand: whoever may order from a handheld fills no memory. */
const MOST_IN_WAIT = 200;

/** Whether a request is for the stand-in's controls. */
export function isStandinControl(request: FastifyRequest): boolean {
  return request.url.startsWith(PREFIX);
}

/**
 * The stand-in's journal and faults, for programs on this machine: a test counts executions and orders faults.
 *
 * @param isOpen - whether the handhelds may order faults too, for training. The journal stays closed to them.
 */
export function addStandinRoutes(app: FastifyInstance, { journal, faults }: Standin, isOpen: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    const isForAll = isOpen && /^\/gateway\/standin\/faults(?:\/kinds)?$/.test(request.url);
    if (!isStandinControl(request) || isForAll || isLocal(request)) return undefined;
    return replyWith(reply, problemAnswer('refused', 'It is for programs on this machine.', { status: 403 }));
  });

  app.get<{ Querystring: { since?: unknown } }>(`${PREFIX}journal`, (request, reply) => {
    const since = request.query.since ?? '0';
    if (typeof since !== 'string' || !/^[0-9]{1,15}$/.test(since)) {
      return replyWith(reply, problemAnswer('refused', 'since: expected the id of an execution.'));
    }
    return replyWithJson(reply, { executions: journal.since(Number(since)) });
  });
  app.delete(`${PREFIX}journal`, (_request, reply) => {
    journal.clear();
    return reply.code(204).send();
  });

  app.get(`${PREFIX}faults`, (_request, reply) => replyWithJson(reply, { faults: faults.list() }));
  app.get(`${PREFIX}faults/kinds`, (_request, reply) => replyWithJson(reply, { kinds: faultKinds }));
  app.post(`${PREFIX}faults`, (request, reply) => {
    try {
      if (faults.list().length >= MOST_IN_WAIT) throw new InvalidFault('Too many are ordered: clear them first.');
      const fault = readFault(JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString() : ''));
      return replyWithJson(reply.code(201), faults.add(fault));
    } catch (error) {
      if (!(error instanceof InvalidFault || error instanceof SyntaxError)) throw error;
      const detail = error instanceof InvalidFault ? error.message : 'The body is not JSON.';
      return replyWith(reply, problemAnswer('refused', detail));
    }
  });
  app.delete(`${PREFIX}faults`, (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
