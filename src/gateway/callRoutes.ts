import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { groupPaths } from '#contract/catalogue.ts';
import {
  type CallRequest,
  type CallSettings,
  type IncomingCall,
  readCallRequest,
  readKey,
} from '#gateway/callRequest.ts';
import { clientOf } from '#gateway/clientAddress.ts';
import type { Dispatch } from '#gateway/dispatch.ts';
import { type EnrolmentGate, openGate } from '#gateway/enrolmentGate.ts';
import { replyWith } from '#gateway/replyWith.ts';
import { TooEarly } from '#gateway/spokenCall.ts';

/** A text of 64,000 characters is 576 kB in a form where each is one of three bytes, percent-encoded. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** Whether a request is for one of the three groups. */
export function isCall(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return Object.values(groupPaths).some((group) => path === group || path.startsWith(`${group}/`));
}

/** The three group paths, and nothing else, are forwarded. Source: DESIGN section 6. */
export function addCallRoutes(
  app: FastifyInstance,
  dispatch: Dispatch,
  settings: CallSettings,
  gate: EnrolmentGate = openGate,
): void {
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { method, url = '/', headers } = request.raw;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const read = await readWhenKnown(
      { method: method ?? '', url, secure: clientOf(request).secure, headers, body },
      settings,
    );
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
    for (const url of [group, `${group}/*`])
      app.route({ method: ['GET', 'POST'], url, bodyLimit: BODY_LIMIT_BYTES, handler: handle });
  }
  app.addHook('onResponse', async (request, reply) => {
    if (!isCall(request)) return;
    // The path without its query (a GET call has the key there), and no body: nothing in a log can be a key (P6).
    const facts = { method: request.method, path: pathOf(request), status: reply.statusCode };
    const timing = { key: readKey(request.headers), ms: Math.round(reply.elapsedTime) };
    request.log.info({ ...facts, ...timing }, 'call');
  });
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

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? '';
}
