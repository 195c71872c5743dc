import type { FastifyBaseLogger } from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeDataDir } from '#gateway/dataDir.ts';
import { createDispatch } from '#gateway/calls/dispatch.ts';
import { keyGenerationOf } from '#gateway/calls/keyGeneration.ts';
import { openLedger, openLedgerReader, pruneDaily } from '#gateway/ledger/openLedger.ts';
import { createMetrics } from '#gateway/metrics/metrics.ts';
import { createReplyBudget } from '#gateway/upstream/replyBudget.ts';
import { addRoutes, createApp } from '#gateway/server.ts';
import { type Settings, isOpenDemo } from '#gateway/settings/settings.ts';
import { openEnrolment } from '#gateway/devices/openEnrolment.ts';
import { makeLocalToken } from '#gateway/http/fromHere.ts';
import { siteWarning } from '#gateway/site/site.ts';
import type { LineLog } from '#gateway/http/lineLog.ts';
import { createSiteEditor } from '#gateway/site/siteEditor.ts';
import { openSiteSource } from '#gateway/site/siteSource.ts';
import { type Standin, createStandin } from '#gateway/standin/standin.ts';
import { openTlsSource } from '#gateway/edge/tlsSource.ts';
import { listen, shownHost } from '#gateway/listen.ts';
import { pathOfPage } from '#gateway/pages/page.ts';
import { type UpstreamTls, openUpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import { standinKnowledge, startUpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';

const PROJECT_DIR = join(import.meta.dirname, '..', '..');

/** A running gateway. */
export interface Gateway {
  /** Where it listens, such as `http://localhost:8080`. */
  readonly url: string;
  /** `stand-in`, or the service's address. */
  readonly upstream: string;
  /** Where a supervisor goes on, as long as nobody has said what the service's answers mean. */
  readonly setUpAt?: string;
  /** Where the training app is, where there is one. */
  readonly trainingUrl?: string;
  /** Reads the site's file and the certificate's again; a wrong one is logged and changes nothing. */
  reload(): void;
  /** Forwards nothing new, lets the running calls end (bounded by the upstream timeout), and closes. */
  close(): Promise<void>;
}

/** Where a gateway's app and log are, where not as usual. */
export interface GatewayPlaces {
  readonly distDir?: string;
  readonly logTo?: NodeJS.WritableStream;
}

/**
 * Starts everything: ledger, stand-in where there is no service, server.
 *
 * @throws CannotStart with one line on what is wrong.
 */
export async function startGateway(settings: Settings, places: GatewayPlaces = {}): Promise<Gateway> {
  const { distDir = join(PROJECT_DIR, 'dist'), logTo = process.stderr } = places;
  // What was opened last is closed first, also where the start fails half-way.
  await using opening = new AsyncDisposableStack();
  const opened: Opened = (part) => {
    if (part) opening.defer(async () => void (await part.close()));
    return part;
  };
  const lines: LineLog = { info: (line) => app.log.info(line), error: (line) => app.log.error(line) };
  const tls = opened(settings.tls && (await openTlsSource(settings.tls, lines)));
  opening.defer(takeDataDir(settings.dataDir));
  const app = createApp(settings.logLevel, logTo, tls, settings.trustedProxies);
  const site = opened(openSiteSource(settings, lines));
  const training = opened(settings.trainingPort === undefined ? undefined : await startTraining(settings, places));
  const doubts = [siteWarning(settings), tls?.warning(), ...(settings.doubts ?? [])];
  for (const doubt of doubts) if (doubt !== undefined) app.log.warn(doubt);

  const upstreamTls = opened(openUpstreamTls(settings.upstreamTrust, lines));
  const work = await openWork(settings, app.log, opened, upstreamTls);
  const { ledger, dispatch, facts } = work;
  const own = training && { trainingPort: Number(new URL(training.url).port) };
  const enrolment = opened(openEnrolment(settings, lines.error));
  const { metricsToken, supervisorPassword } = settings;
  await addRoutes(app, {
    ...work,
    enrolment,
    metricsToken,
    supervisorPassword,
    facts: {
      ...facts,
      site: () => ({ ...site.current(), ...own }),
      siteState: site.state,
      certificates: () => [tls?.certificate(), upstreamTls.certificate()].filter((one) => one !== undefined),
    },
    calls: { ...settings, knowledge: work.knowledge, isStandin: work.standin !== undefined },
    setup: settings.isTraining
      ? undefined
      : { settings, check: work.check, upstreamTls, editor: createSiteEditor(settings, site.reload) },
    provision: { keyThere: settings.upstreamApiKey !== undefined, now: Date.now },
    isShared: settings.databaseUrl !== undefined,
    local: { token: makeLocalToken(settings.dataDir), isOpen: isOpenDemo(settings) },
    distDir,
    edge: settings,
  });
  opening.defer(() => app.close());
  opening.defer(() => dispatch.drain());
  opening.defer(pruneDaily(ledger, app.log));
  const port = await listen(app, settings);
  const running = { version: facts.version, upstream: facts.upstreamKind, epoch: ledger.epoch };
  const kept = settings.databaseUrl === undefined ? 'sqlite' : 'postgres';
  app.log.info({ ...running, ledger: kept, host: settings.host, port, tls: tls !== undefined }, 'started');
  const parts = opening.move();
  const url = `${tls ? 'https' : 'http'}://${shownHost(settings.host)}:${port}`;
  const isNew = settings.upstreamUrl !== undefined && site.current().answerRules.length === 0;
  return {
    url,
    ...(isNew && { setUpAt: url + pathOfPage('setup') }),
    upstream: settings.upstreamUrl?.href ?? 'stand-in',
    ...(training && { trainingUrl: training.url }),
    reload() {
      for (const part of [site, tls, upstreamTls, training]) part?.reload();
    },
    async close() {
      app.log.info({ running: dispatch.running() }, 'stopping');
      await parts.disposeAsync();
      app.log.info({}, 'stopped');
    },
  };
}

/** Notes that a part has to be closed. @returns the part. */
type Opened = <T extends { close(): unknown } | undefined>(part: T) => T;

/** What does the work: the ledger, the service or the stand-in, and what sends to it. */
async function openWork(settings: Settings, log: FastifyBaseLogger, opened: Opened, upstreamTls: UpstreamTls) {
  const say = (line: string): void => log.error(line);
  const ledger = opened(await openLedger(settings, say));
  const reader = opened(openLedgerReader(settings));
  const keyGeneration = await keyGenerationOf(settings);
  const standin = opened(settings.upstreamUrl ? undefined : await startStandin(settings, say));
  const metrics = createMetrics();
  const upstream = settings.upstreamUrl ?? standin?.url ?? new URL('http://localhost');
  const budget = createReplyBudget();
  const ports = { ...settings, ledger, budget, upstream, upstreamTls, now: Date.now, log, metrics };
  const dispatch = createDispatch(ports);
  const check = opened(
    settings.upstreamUrl && startUpstreamCheck({ ...settings, upstream: settings.upstreamUrl, upstreamTls, log }),
  );
  const facts = {
    ledger,
    upstreamKind: standin ? ('stand-in' as const) : ('service' as const),
    version: readVersion(),
    keyGeneration,
    upstreamCheck: check?.report,
    upstreamHeld: check?.held,
    now: Date.now,
    running: dispatch.running,
    replyBytes: budget.bytes,
    isDraining: dispatch.isDraining,
  };
  return {
    ledger,
    reader,
    metrics,
    dispatch,
    facts,
    check,
    knowledge: check ?? standinKnowledge(settings.names),
    ...(standin && { standin: { ...standin, isOpen: settings.isTraining } }),
  };
}

function startStandin(settings: Settings, log: (line: string) => void): Promise<Standin> {
  const { namespace, partnerOperation } = settings.names;
  return createStandin({ dataDir: settings.dataDir, namespace, partnerOperation, port: 0, log });
}

/**
 * The training app: the same files on another port, and so of another origin for a browser, with a stand-in and a ledger
 * in a folder of their own. Nothing that is done there can come into the queue, the ledger or the service of this one.
 */
function startTraining(settings: Settings, places: GatewayPlaces): Promise<Gateway> {
  const { host, tls, names, logLevel, upstreamTimeoutMs, trainingPort: port = 0 } = settings;
  const { trustedProxies, allowedHosts, requestsPerSecond, connectionsPerAddress, forwardGet } = settings;
  const edge = { trustedProxies, allowedHosts, requestsPerSecond, connectionsPerAddress, forwardGet };
  const dataDir = join(settings.dataDir, 'training');
  const service = { upstreamBinding: 'http-post', upstreamTrust: {}, upstreamTimeoutMs } as const;
  const rest = { ...service, dataDir, isTraining: true } as const;
  return startGateway({ ...edge, ...rest, port, host, tls, names, logLevel }, places);
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as { version: string };
  return version;
}
