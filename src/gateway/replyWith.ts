import type { FastifyReply } from 'fastify';
import type { Answer } from '#gateway/answer.ts';

/** Sends an answer as it is. Nothing of it may be kept by a cache: calls and the gateway's word are for one asker. */
export function replyWith(reply: FastifyReply, { status, contentType, body, headers }: Answer): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers });
  if (contentType !== '') reply.type(contentType);
  return body.byteLength === 0 ? reply.send() : reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/** Sends JSON that nobody keeps. */
export function replyWithJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(value));
}
