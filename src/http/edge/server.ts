import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { faultAnswer, refusal, replyWith } from '#http/answer.ts';
import { UnreadBody, readBody } from '#http/body.ts';
import { trustIn } from '#http/clientAddress.ts';
import { securityHeaders } from '#http/headers.ts';
import { MOST_HEADERS } from './edgeGuards.ts';
import { limitFirstRequest } from './firstRequest.ts';
import type { TlsSource } from './tlsSource.ts';

/** The largest request body beside the calls, in bytes. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** The milliseconds after which a slow client is cut off. */
const SLOW_CLIENT_LIMITS = { headersTimeout: 8_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 };
/** The server's options. A request without a host is refused by our own rule, in our own words. */
const SERVER_OPTIONS = { ...SLOW_CLIENT_LIMITS, requireHostHeader: false };
const HANDSHAKE_LIMIT_MS = 8_000;

/** Options of the log by which a line's time is ISO 8601, and its level a word: most shippers read these by themselves. */
const IN_WORDS = {
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
};

/** Takes the lines of the log. */
export interface LogTo {
  write(line: string): unknown;
}

/** Makes an empty server with its limits and its log. Of a request only method, path and outcome are ever logged. */
export function createApp(
  log: { readonly level: string; readonly format: 'numbers' | 'words' },
  logTo: LogTo,
  tls: TlsSource | undefined,
  proxies: readonly string[] = [],
): FastifyInstance {
  const options = {
    logger: {
      level: log.level,
      stream: logTo,
      serializers: { err: describeError },
      ...(log.format === 'words' && IN_WORDS),
    },
    logController: new LogController({ disableRequestLogging: true }), // callRoutes.ts writes a line for each call
    childLoggerFactory: (logger: FastifyBaseLogger) => logger, // no line names a request, so none needs a logger of its own
    trustProxy: trustIn(proxies),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: SLOW_CLIENT_LIMITS.requestTimeout,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
    frameworkErrors: (_error: FastifyError, _request: unknown, reply: unknown) => {
      // No hook runs for these, so the headers are put on here.
      const bare = (reply as FastifyReply).headers(securityHeaders(tls !== undefined));
      replyWith(bare, refusal('The address cannot be read.'));
    },
    clientErrorHandler: refuseUnreadable,
  };
  // Over TLS the instance differs in its type alone.
  const app = tls
    ? (fastify<HttpsServer>({
        ...options,
        https: { ...tls.first, ...SERVER_OPTIONS, handshakeTimeout: HANDSHAKE_LIMIT_MS },
      }) as unknown as FastifyInstance)
    : fastify({ ...options, http: SERVER_OPTIONS });
  tls?.follow((pair) => (app.server as unknown as HttpsServer).setSecureContext(pair));
  if (tls) limitFirstRequest(app.server, refuseUnreadable);
  app.server.maxHeadersCount = MOST_HEADERS;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', readBody);
  app.setErrorHandler(answerError);
  return app;
}

/**
 * Learns which methods each address takes, from the routes that are added after. @returns the value of `Allow` for a
 * path, without a query.
 */
export function learnMethods(app: FastifyInstance): (path: string) => string {
  const methods = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  return (path) => {
    const [, first = ''] = path.split('/');
    const known = methods.get(path) ?? methods.get(`/${first}/*`) ?? methods.get('/*') ?? [];
    return [...new Set(known)].toSorted().join(', ');
  };
}

/** Answers an error: a refusal where Fastify refuses before a handler runs, else a fault, which does not say whether a call ran. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 500 } = error;
  if (statusCode >= 400 && statusCode < 500) {
    const detail = error instanceof UnreadBody ? error.message : 'The request cannot be read.';
    replyWith(reply, refusal(detail, statusCode));
    return;
  }
  request.log.error({ err: error }, 'the gateway failed');
  replyWith(reply, faultAnswer());
}

/** Answers a client whose bytes are no HTTP, or come too slowly. Its bytes are not logged: they may hold a key. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400;
  const { contentType, body } = refusal('The request cannot be read.', status);
  const headers = {
    ...securityHeaders('encrypted' in socket),
    'cache-control': 'no-store',
    'content-type': contentType,
    'content-length': String(body.byteLength),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  socket.end(head + Buffer.from(body).toString());
}

/** Describes an error for the log by its words and place, and without properties, which may hold bytes of a request. */
function describeError(error: Error): { type: string; message: string; stack: string } {
  return { type: error.name, message: error.message, stack: error.stack ?? '' };
}
