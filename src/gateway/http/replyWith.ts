import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** What it was answered with, for logs and metrics. */
    answer?: Answer;
  }
}

/** Sends an answer as it is. Nothing of it may be kept by a cache: calls and the gateway's word are for one asker. */
export function replyWith(reply: FastifyReply, answer: Answer): FastifyReply {
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

/** Sends JSON that nobody keeps. */
export function replyWithJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(value));
}
