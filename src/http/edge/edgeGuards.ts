import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HttpAnswer, problemAnswer, refusal, replyWith } from '#http/answer.ts';
import { clientOf, networkOf } from '#http/clientAddress.ts';
import { isProgramHere } from '#http/fromHere.ts';
import type { Settings } from '#settings/settings.ts';
import { createRateLimit } from './rateLimit.ts';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The number of headers at which a request is refused: Node drops what is beyond, and that may be the one that counts. */
export const MOST_HEADERS = 64;

/** The headers that may come once: whoever reads the other of two sees another request. */
const SAID_ONCE = ['host', 'content-type', 'content-length', 'transfer-encoding', 'idempotency-key'];

/** The statuses of those who may not ask, or not here, or not so often: these refusals are logged. */
const MAY_NOT: ReadonlySet<number> = new Set([401, 403, 421, 429]);
const LENGTH_REQUIRED = 411;
/** The refusals of one network that are logged, so that a flood of them fills no disk. */
const REFUSALS_SAID = { perSecond: 0.1, burst: 20 };

/** The bytes that all bodies may have at once, beside the first ones of each, which are free. */
const BODIES = { mostBytes: 16 * 1024 * 1024, freeBytes: 16 * 1024 };

/** The most unanswered requests of one connection, as each may have a whole reply in memory. Browsers and proxies wait for each. */
const MOST_UNANSWERED = 16;

/** The milliseconds after which a client is cut off: one that has not taken its whole reply, and one that takes nothing. */
const REPLY_LIMITS = { wholeMs: 120_000, nothingMs: 6_000 };

/** Adds what every request must keep to before anything else looks at it. What is refused here has proof that it did not run. */
export function addEdgeGuards(
  app: FastifyInstance,
  { allowedHosts, requestsPerSecond }: Pick<Settings, 'allowedHosts' | 'requestsPerSecond'>,
): void {
  const rate = { perSecond: requestsPerSecond, burst: 10 * requestsPerSecond };
  const limit = requestsPerSecond > 0 ? createRateLimit(rate, () => performance.now()) : undefined;
  const unanswered = new WeakMap<Socket, number>();
  let bodyBytes = 0;

  /** Refuses a request by its head, before a byte of its body is kept, or counts it and returns `undefined`. */
  function refusalOf(request: FastifyRequest, { raw }: FastifyReply): HttpAnswer | undefined {
    const { rawHeaders, headersDistinct, socket } = request.raw;
    const before = unanswered.get(socket) ?? 0;
    if (before >= MOST_UNANSWERED)
      return problemAnswer('busy', 'Too many requests came behind each other.', { retryAfterS: 1 });
    unanswered.set(socket, before + 1);
    raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (rawHeaders.length >= 2 * MOST_HEADERS) return refusal('Too many headers.', 431);
    const twice = SAID_ONCE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
    if (twice !== undefined) return refusal(`${twice}: it is there more than once.`);
    const wrong = wrongHost(request.raw, allowedHosts) ?? wrongBody(request);
    if (wrong) return wrong;
    const seconds = limit && !isProgramHere(request) ? limit.take(networkOf(clientOf(request).address)) : 0;
    if (seconds > 0)
      return problemAnswer('busy', 'Too many requests come from this address.', { retryAfterS: seconds });
    const counted = Math.max(0, lengthOf(request) - BODIES.freeBytes);
    if (counted === 0) return undefined;
    if (bodyBytes + counted > BODIES.mostBytes)
      return problemAnswer('busy', 'Too many large requests are being read.', { retryAfterS: 1 });
    bodyBytes += counted;
    raw.once('close', () => (bodyBytes -= counted));
    return undefined;
  }

  // Each request passes here, and a promise would cost as much as the look: so a callback.
  app.addHook('onRequest', (request, reply, done) => {
    const answer = refusalOf(request, reply);
    if (!answer) return done();
    // Nothing more is read of such a connection.
    if (answer.status !== 429) reply.header('connection', 'close');
    if (answer.status === LENGTH_REQUIRED) readNoFurther(request, reply);
    replyWith(reply, answer);
  });
  const said = createRateLimit(REFUSALS_SAID, () => performance.now());
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { answer, statusCode: status } = reply;
    const { address } = clientOf(request);
    if (!answer || !MAY_NOT.has(status) || said.take(networkOf(address)) > 0) return;
    // The route is logged, and not the address as it was written, which may hold values.
    const { method, device, routeOptions } = request;
    request.log.warn({ address, device, status, method, path: routeOptions.url }, 'a request was refused');
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A body that nobody has read is not read to reach the next request.
    if (!request.raw.complete && lengthOf(request) > 0) reply.header('connection', 'close');
    cutSlowReader(request, reply);
    done();
  });
}

/**
 * Reads no more of a connection, and closes it once the refusal has left: to read 64 kB of one-byte chunks away costs
 * more than twenty ordinary requests.
 */
function readNoFurther({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): void {
  socket.pause();
  raw.once('finish', () => socket.destroy());
}

/**
 * Refuses a body that is packed, comes in chunks or is too large. Everybody must see one end of it, and its length must be
 * known before it comes: chunks tell it at their end, and each may be of one byte.
 */
function wrongBody(request: FastifyRequest): HttpAnswer | undefined {
  const { headers, routeOptions } = request;
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    return refusal('Content-Encoding: nothing is unpacked here.', 415);
  if (headers['transfer-encoding'] !== undefined)
    return refusal('Transfer-Encoding: a body needs a Content-Length in its place.', LENGTH_REQUIRED);
  const { bodyLimit } = routeOptions;
  if (lengthOf(request) <= bodyLimit) return undefined;
  return refusal(`The body is larger than ${bodyLimit} bytes.`, 413);
}

/** Returns a body's length in bytes, as the head says it. Node takes no request whose length is no number. */
function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

/** Cuts a client that does not take its reply: it would keep bytes and a connection for ever. */
function cutSlowReader({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): void {
  const timer = setTimeout(() => socket.destroy(), REPLY_LIMITS.wholeMs);
  timer.unref();
  socket.setTimeout(REPLY_LIMITS.nothingMs); // Node's server closes a socket after once or twice this time
  raw.once('close', () => clearTimeout(timer));
}

/** The names by which programs on the machine itself ask. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** A Host header: a name or an address, and maybe a port. Source: RFC 9110, section 7.2. */
const HOST = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/** The paths that balancers and Prometheus ask for by address: they tell a page of another name nothing. */
const FOR_CHECKS = /^\/gateway\/(?:health(?:\/(?:live|ready))?|metrics)(?:\?|$)/;

/**
 * Refuses a request by the host that it names. One that the request line names too is refused, as others may read the
 * other place.
 *
 * @param allowed - ALLOWED_HOSTS in lower case; absent: any name.
 */
function wrongHost(
  { headers, httpVersion, url = '' }: IncomingMessage,
  allowed: readonly string[] | undefined,
): HttpAnswer | undefined {
  if (!url.startsWith('/')) return refusal('The address must be a path.');
  const { host = '' } = headers;
  // Health checks of HTTP 1.0 name no host.
  if (host === '' && httpVersion === '1.0' && !allowed) return undefined;
  const name = HOST.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return refusal('Host: it cannot be read.');
  if (!allowed || allowed.includes(name) || OWN_NAMES.includes(name) || FOR_CHECKS.test(url)) return undefined;
  return refusal('The gateway is not known by this name.', 421);
}
