import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { groupPaths } from '#contract/catalogue.ts';
import { operationFinder, outcomeOf, pathOf } from '#gateway/callFacts.ts';
import {
  type CallRequest,
  type CallSettings,
  type IncomingCall,
  readCallRequest,
  readKey,
} from '#gateway/callRequest.ts';
import type { Dispatch } from '#gateway/dispatch.ts';
import type { EnrolmentGate } from '#gateway/enrolmentGate.ts';
import type { Metrics } from '#gateway/metrics.ts';
import { replyWith } from '#gateway/replyWith.ts';
import { TooEarly } from '#gateway/spokenCall.ts';
import { TRIED_HEADER } from '#wire/hello.ts';

/** Whether a request is for one of the three groups. */
export function isCall(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return Object.values(groupPaths).some((group) => path === group || path.startsWith(`${group}/`));
}

/**
 * The three group paths, and nothing else, are forwarded. Source: DESIGN section 6. Each request is counted and has one
 * line in the log, without a value of anything but its key.
 */
export function addCallRoutes(
  app: FastifyInstance,
  dispatch: Dispatch,
  settings: CallSettings,
  gate: EnrolmentGate,
  metrics: Metrics,
): void {
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { method, url = '/', headers } = request.raw;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const read = await readWhenKnown({ method: method ?? '', url, headers, body }, settings);
    const refusal = await gate.refusal(request, read);
    if (refusal) return replyWith(reply, refusal);
    switch (read.kind) {
      case 'refused':
        return replyWith(reply, read.answer);
      case 'ledgered':
        return replyWith(reply, await dispatch.ask(read.call));
      case 'passed':
        return replyWith(reply, await dispatch.pass(read.request));
      case 'spoken':
        return replyWith(reply, await dispatch.pass(read.call));
    }
  };
  for (const group of Object.values(groupPaths)) {
    for (const url of [group, `${group}/*`]) app.route({ method: ['GET', 'POST'], url, handler: handle });
  }
  const operationOf = operationFinder(settings.names);
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!isCall(request)) return;
    const { answer, statusCode: status, elapsedTime } = reply;
    const [operation, outcome] = [operationOf(request), outcomeOf(reply)];
    metrics.called(operation, outcome, elapsedTime);
    // The path without its query (a GET call has the key there), and no body: nothing in a log can be a key (P6).
    const facts = { operation, outcome, key: readKey(request.headers), method: request.method, path: pathOf(request) };
    const timing = { status, ms: tenths(elapsedTime), serviceMs: answer?.serviceMs && tenths(answer.serviceMs) };
    const again = request.headers[TRIED_HEADER] !== undefined && { again: true };
    request.log.info({ ...facts, ...timing, ...again }, 'call');
  });
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Waits for the first asking of the service where a call depends on it: a few seconds, once after the start. */
async function readWhenKnown(incoming: IncomingCall, settings: CallSettings): Promise<CallRequest> {
  try {
    return readCallRequest(incoming, settings);
  } catch (error) {
    if (!(error instanceof TooEarly)) throw error;
    await settings.knowledge?.asked;
    return readCallRequest(incoming, settings);
  }
}
