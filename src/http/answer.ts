import type { CallStands } from '#contract/decision.ts';
import type { WireReply } from '#wire/message.ts';
import {
  NOT_DISPATCHED,
  PROBLEM_MEDIA_TYPE,
  type ProblemDocument,
  type ProblemCode,
  makeProblem,
} from '#wire/problem.ts';
import type { FastifyReply } from 'fastify';

/** A reply, as it goes back to whoever asked. Send it with `replyWith`. */
export interface HttpAnswer extends WireReply {
  readonly headers: Readonly<Record<string, string>>;
  /** The problem's code, where the gateway answers for itself. */
  readonly code?: ProblemCode;
  /** Way in which the service's word came: sent for this asker, out of the ledger, or with a call that ran already. */
  readonly how?: 'answered' | 'rejected' | 'replayed' | 'joined';
  /** Milliseconds that the service had the request, where it was sent for this asker. */
  readonly serviceMs?: number;
  /** Called once nothing of it is held any more: it has gone, or its asker has. */
  readonly release?: () => void;
}

/**
 * Makes an answer of the gateway's own, as problem+json.
 *
 * @param detail - one sentence for a person. @param retryAfterS - seconds until asking again makes sense.
 */
export function problemAnswer(
  code: Exclude<ProblemCode, 'refused'>,
  detail: string,
  { retryAfterS }: { readonly retryAfterS?: number } = {},
): HttpAnswer {
  const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
  return { ...said(makeProblem(code, detail)), code, headers };
}

/** Makes an answer to what the gateway does not take. @param detail - one sentence for a person. */
export function refusal(detail: string, status = 400): HttpAnswer {
  return { ...said(makeProblem('refused', detail, status)), code: 'refused' };
}

function said(problem: Omit<ProblemDocument, 'code'>): HttpAnswer {
  const body = Buffer.from(JSON.stringify(problem));
  return { status: problem.status, contentType: PROBLEM_MEDIA_TYPE, body, headers: {} };
}

/**
 * Adds to a refusal that the ledger was asked about this key and nothing was sent under it. Call it only where the ledger
 * was asked: the handheld takes such a refusal for final. Any other answer is returned as it is.
 */
export function askedAnswer(answer: HttpAnswer): HttpAnswer {
  if (answer.code !== 'refused' && answer.code !== 'not-forwarded' && answer.code !== 'busy') return answer;
  const problem = JSON.parse(Buffer.from(answer.body).toString()) as object;
  return { ...answer, body: Buffer.from(JSON.stringify({ ...problem, ledger: NOT_DISPATCHED })) };
}

/**
 * Makes the answer that nobody knows whether the call ran. @param detail - one sentence on what came in place of an answer.
 * @param stands - a person's word, where somebody has decided.
 */
export function unknownAnswer(detail = '', stands?: CallStands): HttpAnswer {
  const answer = { ...said({ ...makeProblem('outcome-unknown', detail), ...(stands && { stands }) }), headers: {} };
  return { ...answer, code: 'outcome-unknown' };
}

/**
 * Makes the answer to a fault of the gateway itself. It has none of the gateway's codes, as it does not say whether a call
 * ran: the queue takes it for no answer, and asks again with the same key.
 */
export function faultAnswer(): HttpAnswer {
  return said({ type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'The gateway failed.' });
}

declare module 'fastify' {
  interface FastifyReply {
    /** The answer that was sent, for logs and metrics. */
    answer?: HttpAnswer;
  }
}

/** Sends an answer as it is, and lets no cache keep it: it is for one asker. */
export function replyWith(reply: FastifyReply, answer: HttpAnswer): FastifyReply {
  const { status, contentType, body, headers } = answer;
  reply.answer = answer;
  if (answer.release) {
    if (reply.raw.destroyed) answer.release();
    else reply.raw.once('close', answer.release);
  }
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers });
  if (contentType !== '') reply.type(contentType);
  return body.byteLength === 0 ? reply.send() : reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/** Sends JSON, and lets no cache keep it. */
export function replyWithJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(value));
}
