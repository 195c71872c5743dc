import type { FastifyRequest } from 'fastify';

/** From this machine itself, and not by way of a proxy on it. */
export function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined) return false;
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

/**
 * Whether it was also asked for by a name of this machine: what a proxy passes on without a word, and a foreign name
 * that was made to point here, say another one.
 */
export function isForThisMachine({ headers }: FastifyRequest): boolean {
  return /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?$/i.test(headers.host ?? '');
}
