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
import { faultAnswer, refusal, replyWith } from '#gateway/http/answer.ts';
import { addCallRoutes } from '#gateway/calls/callRoutes.ts';
import { trustIn } from '#gateway/http/clientAddress.ts';
import type { CallSettings } from '#gateway/calls/callRequest.ts';
import { limitConnections } from '#gateway/edge/connectionLimit.ts';
import type { Dispatch } from '#gateway/calls/dispatch.ts';
import { MOST_HEADERS, addEdgeGuards } from '#gateway/edge/edgeGuards.ts';
import { addDevicesPage } from '#gateway/devices/devicesPage.ts';
import { addEnrolRoutes } from '#gateway/devices/enrolRoutes.ts';
import type { Enrolment } from '#gateway/devices/enrolment.ts';
import { createEnrolmentGate } from '#gateway/devices/enrolmentGate.ts';
import { type Lives, rotateIn } from '#gateway/devices/lives.ts';
import type { Floor } from '#gateway/floor/floor.ts';
import { addFloorRoutes, sawOn } from '#gateway/floor/floorRoutes.ts';
import { UnreadBody, readBody } from '#gateway/http/body.ts';
import { limitFirstRequest } from '#gateway/edge/firstRequest.ts';
import { type LocalProof, proveLocal } from '#gateway/http/fromHere.ts';
import { addSecurityHeaders, refuseOtherSites, securityHeaders } from '#gateway/http/headers.ts';
import { type HealthFacts, addHealthRoutes } from '#gateway/metrics/healthRoutes.ts';
import type { LedgerReader } from '#gateway/ledger/ledgerReader.ts';
import type { Holders } from '#gateway/ledger/holders.ts';
import { addDecisionRoutes } from '#gateway/calls/decisionRoutes.ts';
import { addLedgerRoutes } from '#gateway/journal/ledgerRoutes.ts';
import { refusedIn } from '#gateway/journal/reading.ts';
import type { Metrics } from '#gateway/metrics/metrics.ts';
import { addMetricsRoute } from '#gateway/metrics/metricsRoutes.ts';
import { type OwnFacts, addOwnRoutes } from '#gateway/site/ownRoutes.ts';
import { addProvisionRoutes } from '#gateway/devices/provisionRoutes.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { addSetupRoutes } from '#gateway/setup/setupRoutes.ts';
import type { SetupParts } from '#gateway/setup/siteParts.ts';
import type { RepliesInPlace } from '#gateway/upstream/repliesInPlace.ts';
import type { Standin } from '#gateway/standin/standin.ts';
import { createExportLimit } from '#gateway/people/exportLimit.ts';
import { addAuditPage } from '#gateway/people/auditPage.ts';
import { createGuard } from '#gateway/people/guard.ts';
import type { PeopleParts } from '#gateway/people/people.ts';
import { addPeoplePage } from '#gateway/people/peoplePage.ts';
import { addPersonPages } from '#gateway/people/personPages.ts';
import { createPersonTurns } from '#gateway/people/personTurns.ts';
import { guardRoutes } from '#gateway/people/routeGuard.ts';
import { addSignInRoutes } from '#gateway/people/signInRoutes.ts';
import { STANDIN_CONTROLS, addStandinRoutes } from '#gateway/site/standinRoutes.ts';
import { serveStaticFiles } from '#gateway/site/staticFiles.ts';
import type { TlsSource } from '#gateway/edge/tlsSource.ts';

/** The largest request body beside the calls, in bytes. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** The milliseconds after which a slow client is cut off. */
const SLOW_CLIENT_LIMITS = { headersTimeout: 8_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 };
/** The server's options. A request without a host is refused by our own rule, in our own words. */
const SERVER_OPTIONS = { ...SLOW_CLIENT_LIMITS, requireHostHeader: false };
const HANDSHAKE_LIMIT_MS = 8_000;

export interface ServerParts {
  readonly settings: Settings;
  readonly dispatch: Dispatch;
  readonly holders: Holders;
  readonly calls: CallSettings;
  readonly facts: Omit<OwnFacts, 'isEnrolled' | 'rotate' | 'saw'> & HealthFacts;
  readonly metrics: Metrics;
  readonly reader: LedgerReader;
  readonly inPlace: RepliesInPlace;
  /** Absent in the training app: it has no site of its own. */
  readonly setup?: Pick<SetupParts, 'upstreamTls' | 'editor'> | undefined;
  /** Absent where no handheld is asked for a token. */
  readonly enrolment?: Enrolment | undefined;
  readonly lives: Lives;
  readonly people: PeopleParts;
  readonly floor: Floor;
  readonly local: LocalProof;
  readonly distDir: string;
  /** Present where the upstream is the stand-in. */
  readonly standin?: Standin | undefined;
}

/** Takes the lines of the log. */
export interface LogTo {
  write(line: string): unknown;
}

/** Makes an empty server with its limits and its log. Of a request only method, path and outcome are ever logged. */
export function createApp(
  logLevel: string,
  logTo: LogTo,
  tls: TlsSource | undefined,
  proxies: readonly string[] = [],
): FastifyInstance {
  const options = {
    logger: { level: logLevel, stream: logTo, serializers: { err: describeError } },
    logController: new LogController({ disableRequestLogging: true }), // `callRoutes.ts` writes a line for each call
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

/** Adds everything the gateway serves. */
export async function addRoutes(app: FastifyInstance, parts: ServerParts): Promise<void> {
  const { settings, metrics, facts, enrolment } = parts;
  proveLocal(app, parts.local);
  const isExempt = trustIn([...(settings.trustedProxies ?? []), '127.0.0.0/8', '::1']);
  limitConnections(app.server, isExempt, settings.connectionsPerAddress);
  const allowOf = learnMethods(app);
  addSecurityHeaders(app, () => facts.site().imageHosts);
  addEdgeGuards(app, settings);
  // A page of documentation or a WSDL may be opened from anywhere; what may change something may not.
  refuseOtherSites(app, (request) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const { url = '' } = request.routeOptions; // the route, not the address as it was written
    return !reads || url.includes('.asmx/') || url.startsWith(STANDIN_CONTROLS);
  });
  const gate = createEnrolmentGate(enrolment, settings.enrolment);
  const { audit } = parts.people;
  const people = { ...parts.people, onRefused: metrics.signInRefused };
  const guard = createGuard({ ...people, certificates: facts.certificates });
  const turns = createPersonTurns();
  guardRoutes(app, { ...settings, guard, turns, stranger: gate.stranger });
  const pages = addPersonPages(app, guard, audit);
  addCallRoutes(app, parts.dispatch, parts.calls, gate.stranger, metrics);
  addDecisionRoutes(app, { ...facts, holders: parts.holders });
  addHealthRoutes(app, facts);
  const saw = sawOn(parts.floor, facts.site);
  addOwnRoutes(app, { ...facts, isEnrolled: gate.isEnrolled, rotate: rotateIn(parts.lives), saw });
  addSignInRoutes(app, { ...people, guard });
  addPeoplePage(pages, people.accounts);
  const tooMany = createExportLimit(() => performance.now());
  addAuditPage(app, pages, audit, { guard, turns, tooMany });
  addFloorRoutes(app, pages, parts.floor, {
    enrolment,
    site: facts.site,
    toCheck: parts.reader.unconfirmedByAsker,
    decidedAtDesk: parts.reader.decidedAtDesk,
    hasRefused: refusedIn(parts.reader, facts.site, parts.calls.names),
    now: facts.ledger.tell,
    guard,
  });
  const exporting = { guard, turns, audit, tooMany };
  addLedgerRoutes(app, pages, { ...facts, ...parts.calls, ...exporting, reader: parts.reader, enrolment });
  addMetricsRoute(app, metrics, facts);
  addProvisionRoutes(pages, settings.upstreamApiKey !== undefined, enrolment, facts.site);
  addEnrolRoutes(app, audit, enrolment);
  addDevicesPage(pages, enrolment, parts.lives, parts.floor.seen);
  if (parts.setup) addSetupRoutes(app, pages, { ...parts, ...facts, ...parts.setup });
  if (parts.standin) addStandinRoutes(app, parts.standin);
  await serveStaticFiles(app, parts.distDir, allowOf, facts.site);
}

/**
 * Learns which methods each address takes, from the routes that are added after. @returns the value of `Allow` for a
 * path, without a query.
 */
function learnMethods(app: FastifyInstance): (path: string) => string {
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
