import type { FastifyRequest } from 'fastify';

/** What a proxy adds to what it passes on. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** From this machine itself, and not by way of a proxy on it. */
export function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

/**
 * Whether it was also asked for by a name of this machine: what a proxy passes on without a word, and a foreign name
 * that was made to point here, say another one.
 */
export function isForThisMachine({ headers }: FastifyRequest): boolean {
  return /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?$/i.test(headers.host ?? '');
}

/** A program on this machine, and no page in a browser on it: browsers say where their requests come from. */
export function isProgramHere(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return origin === undefined && site === undefined && isLocal(request) && isForThisMachine(request);
}
