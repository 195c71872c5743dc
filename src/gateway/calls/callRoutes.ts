import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { groupPaths } from '#contract/catalogue.ts';
import {
  type CallHead,
  type CallSettings,
  readCallHead,
  readCallRequest,
  readKey,
  groupAt,
  operationAt,
  splitOnce,
} from './callRequest.ts';
import { clientOf } from '#http/clientAddress.ts';
import type { Dispatch } from './dispatch.ts';
import { IDEMPOTENCY_KEY } from '#ledger/ledger.ts';
import { outcomeOf, type Metrics } from '#gateway/metrics/metrics.ts';
import { replyWith, type HttpAnswer } from '#http/answer.ts';
import { within } from '#ledger/within.ts';
import { LAST_TRIED_HEADER } from '#wire/hello.ts';
import { operationPath } from '#wire/names.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The head of a call that was let in. */
    callHead?: CallHead;
  }
}

/** A text of 64,000 characters is 576 kB in a form where each is one of three bytes, percent-encoded. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** The longest that a call waits for the service's first word after the start, in milliseconds. */
const FIRST_WORD_MS = 5_000;

/**
 * Forwards the three group paths, and nothing else. Source: docs/gateway.md. Each request is counted and has one line in
 * the log, without a value of anything but its key.
 *
 * @param refusalOf - the refusal for whoever may not call with the gateway's own key: asked before a byte of a body is kept.
 */
export function addCallRoutes(
  app: FastifyInstance,
  dispatch: Dispatch,
  settings: CallSettings,
  refusalOf: (request: FastifyRequest) => Promise<HttpAnswer | undefined>,
  metrics: Metrics,
): void {
  const { knowledge } = settings;
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const { method = '', url = '/', headers } = request.raw;
    const head = readCallHead({ method, url, secure: clientOf(request).secure, headers }, settings);
    if ('answer' in head) return replyWith(reply, head.answer);
    const refusal = head.getsKey ? await refusalOf(request) : undefined;
    if (refusal) return replyWith(reply, refusal);
    request.callHead = head;
    return undefined;
  };
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { callHead } = request;
    if (!callHead) throw new Error('its head was not read');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    // Whether a call may leave, and in which binding, depends on what the service is; one that is still too early then is held.
    if (!knowledge.wasAsked()) await within(knowledge.asked, FIRST_WORD_MS);
    const read = readCallRequest(callHead, body, settings);
    switch (read.kind) {
      case 'refused':
        return replyWith(reply, read.answer);
      case 'ledgered':
        return replyWith(
          reply,
          await dispatch.ask({ ...read.call, facts: { ...read.call.facts, asker: askerOf(request) } }),
        );
      case 'passed':
        return replyWith(reply, await dispatch.pass(read.request));
    }
  };
  for (const group of Object.values(groupPaths)) {
    for (const url of [group, `${group}/*`])
      app.route({ method: ['GET', 'POST'], url, bodyLimit: BODY_LIMIT_BYTES, onRequest, handler: handle });
  }
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const [path] = splitOnce(request.raw.url ?? '', '?'); // a GET call has the access key behind it
    const group = groupAt(path);
    if (group === undefined) return;
    const { answer, statusCode: status, elapsedTime } = reply;
    const operation = operationAt(path, settings.names);
    const outcome = outcomeOf(reply);
    metrics.called(operation ?? 'other', outcome, elapsedTime);
    // Nothing in a log can be a value (P6): no query, no body, no path but a known one, no key that is no ledger's.
    const known = operation ? operationPath(operation, settings.names) : groupPaths[group];
    const key = readKey(request.headers);
    const ledgerKey = typeof key === 'string' && IDEMPOTENCY_KEY.test(key) && { key };
    const facts = { operation: operation ?? 'other', outcome, ...ledgerKey, method: request.method, path: known };
    const timing = { status, ms: tenths(elapsedTime), serviceMs: answer?.serviceMs && tenths(answer.serviceMs) };
    const again = request.headers[LAST_TRIED_HEADER] !== undefined && { again: true };
    const device = request.device !== undefined && { device: request.device };
    request.log.info({ ...facts, ...device, ...timing, ...again }, 'call');
  });
}

/** Returns the asker as the ledger page shows it: a handheld's number, or an address where no token is asked for. */
export function askerOf(request: FastifyRequest): string {
  return request.device === undefined ? clientOf(request).address : String(request.device);
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
