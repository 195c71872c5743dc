import type { FastifyInstance } from 'fastify';
import { parseJson } from '#contract/json.ts';
import { refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { InvalidFault, faultKinds, readFault } from './faults.ts';
import type { Standin } from './standin.ts';

/** The beginning of the paths of its controls. */
export const STANDIN_CONTROLS = '/gateway/standin/';
const PREFIX = STANDIN_CONTROLS;
/** The most faults that wait, more than anybody orders by hand: whoever may order from a handheld fills no memory. */
const MOST_IN_WAIT = 200;

/**
 * Adds the stand-in's journal and faults, for programs on this machine: a test counts executions and orders faults. In the training app
 * handhelds may order faults too.
 */
export function addStandinRoutes(app: FastifyInstance, { journal, faults }: Standin): void {
  app.get<{ Querystring: { since?: unknown } }>(`${PREFIX}journal`, (request, reply) => {
    const since = request.query.since ?? '0';
    if (typeof since !== 'string' || !/^[0-9]{1,15}$/.test(since)) {
      return replyWith(reply, refusal('since: expected the id of an execution.'));
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
      const fault = readFault(parseJson(Buffer.isBuffer(request.body) ? request.body.toString() : ''));
      return replyWithJson(reply.code(201), faults.add(fault));
    } catch (error) {
      if (!(error instanceof InvalidFault || error instanceof SyntaxError)) throw error;
      const detail = error instanceof InvalidFault ? error.message : 'The body is not JSON.';
      return replyWith(reply, refusal(detail));
    }
  });
  app.delete(`${PREFIX}faults`, (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
