import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { collectBytes } from '#gateway/http/bytes.ts';

/** A body that is not read on. The message is one sentence for whoever sent it. */
export class UnreadBody extends Error {
  readonly statusCode = 400;
}

/** Reads a body as a parser of Fastify's, once the edge has taken the length that its head says. */
export function readBody(
  { headers }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const body = collectBytes(Number(headers['content-length']));
  const take = (piece: Buffer): void => {
    if (body.add(piece) === undefined) return;
    end(new UnreadBody('The body comes in too many pieces.'));
  };
  const end = (error?: Error): void => {
    payload.off('data', take).off('end', end).off('error', end);
    done(error ?? null, body.bytes());
  };
  payload.on('data', take).once('end', end).once('error', end);
}
