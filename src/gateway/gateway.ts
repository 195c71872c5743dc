import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CannotStart } from '#gateway/settings/cannotStart.ts';
import { takeDataDir } from '#gateway/dataDir.ts';
import { createDispatch } from '#gateway/calls/dispatch.ts';
import { keyGenerationOf } from '#gateway/calls/keyGeneration.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import { openLedger, openLedgerReader } from '#gateway/ledger/openLedger.ts';
import { createMetrics } from '#gateway/metrics/metrics.ts';
import { createReplyBudget } from '#gateway/upstream/replyBudget.ts';
import { addRoutes, createApp } from '#gateway/server.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { createEnrolment } from '#gateway/devices/enrolment.ts';
import { makeLocalToken } from '#gateway/http/fromHere.ts';
import { openPostgresDevices } from '#gateway/devices/postgresDevices.ts';
import { siteWarning } from '#gateway/site/site.ts';
import type { LineLog } from '#gateway/http/lineLog.ts';
import { openSiteSource } from '#gateway/site/siteSource.ts';
import { openSqliteDevices } from '#gateway/devices/sqliteDevices.ts';
import { type Standin, createStandin } from '#gateway/standin/standin.ts';
import { openTlsSource } from '#gateway/edge/tlsSource.ts';
import { standinKnowledge, startUpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';

const PRUNE_EVERY_MS = 24 * 60 * 60 * 1000;
const PROJECT_DIR = join(import.meta.dirname, '..', '..');

/** A running gateway. */
export interface Gateway {
  /** Where it listens, such as `http://localhost:8080`. */
  readonly url: string;
  /** `stand-in`, or the service's address. */
  readonly upstream: string;
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
  const closers: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const lines: LineLog = { info: (line) => app.log.info(line), error: (line) => app.log.error(line) };
    const tls = settings.tls && openTlsSource(settings.tls, lines);
    if (tls) closers.push(() => tls.close());
    closers.push(takeDataDir(settings.dataDir));
    const app = createApp(settings.logLevel, logTo, tls);
    const log = (line: string): void => app.log.error(line);
    const site = openSiteSource(settings, lines);
    closers.push(() => site.close());
    const training = settings.trainingPort !== undefined ? await startTraining(settings, places) : undefined;
    if (training) closers.push(() => training.close());
    const own = training && { trainingPort: Number(new URL(training.url).port) };
    const warning = siteWarning(settings);
    for (const doubt of [warning, ...(settings.doubts ?? [])]) if (doubt !== undefined) app.log.warn(doubt);
    const ledger = await openLedger(settings, log);
    const reader = openLedgerReader(settings);
    closers.push(
      () => ledger.close(),
      () => reader.close(),
    );
    const keyGeneration = await keyGenerationOf(settings);
    const standin = settings.upstreamUrl ? undefined : await startStandin(settings, log);
    if (standin) closers.push(() => standin.close());
    const metrics = createMetrics();
    const upstream = settings.upstreamUrl ?? standin?.url ?? new URL('http://localhost');
    const budget = createReplyBudget();
    const dispatch = createDispatch({
      ledger,
      budget,
      upstream,
      upstreamTimeoutMs: settings.upstreamTimeoutMs,
      ...(settings.upstreamApiKey !== undefined && { upstreamApiKey: settings.upstreamApiKey }),
      names: settings.names,
      now: Date.now,
      log: app.log,
      metrics,
    });
    const check =
      settings.upstreamUrl && startUpstreamCheck({ ...settings, upstream: settings.upstreamUrl, log: app.log });
    if (check) closers.push(() => check.close());
    const facts = {
      ledger,
      site: () => ({ ...site.current(), ...own }),
      upstreamKind: standin ? ('stand-in' as const) : ('service' as const),
      version: readVersion(),
      ...(keyGeneration !== undefined && { keyGeneration }),
      now: Date.now,
      running: dispatch.running,
      replyBytes: budget.bytes,
      isDraining: dispatch.isDraining,
      siteState: site.state,
      ...(check && { upstreamCheck: check.report, upstreamHeld: check.held }),
    };
    const calls = {
      ...settings,
      knowledge: check ?? standinKnowledge(settings.names),
      isStandin: standin !== undefined,
    };
    const { supervisorPassword } = settings;
    const enrolment = openEnrolment(settings, log);
    if (enrolment) closers.push(() => enrolment.close());
    const provision = {
      keyThere: settings.upstreamApiKey !== undefined,
      now: Date.now,
    };
    const parts = {
      dispatch,
      calls,
      facts,
      metrics,
      reader,
      ...(settings.metricsToken !== undefined && { metricsToken: settings.metricsToken }),
      provision,
      isShared: settings.databaseUrl !== undefined,
      ...(supervisorPassword !== undefined && { supervisorPassword }),
      ...(enrolment && { enrolment }),
      local: { token: makeLocalToken(settings.dataDir), isOpen: isOpenDemo(settings) },
      distDir,
      edge: settings,
      ...(standin && { standin: { ...standin, isOpen: settings.isTraining } }),
    };
    await addRoutes(app, parts);
    closers.push(
      () => app.close(),
      () => dispatch.drain(),
      pruneDaily(ledger, app),
    );
    const port = await listen(app, settings);
    const running = { version: facts.version, upstream: facts.upstreamKind, epoch: ledger.epoch };
    const kept = settings.databaseUrl === undefined ? 'sqlite' : 'postgres';
    app.log.info({ ...running, ledger: kept, host: settings.host, port, tls: tls !== undefined }, 'started');
    const url = `${tls ? 'https' : 'http'}://${shownHost(settings.host)}:${port}`;
    return {
      url,
      upstream: settings.upstreamUrl?.href ?? 'stand-in',
      ...(training && { trainingUrl: training.url }),
      reload() {
        site.reload();
        tls?.reload();
        training?.reload();
      },
      async close() {
        app.log.info({ running: dispatch.running() }, 'stopping');
        await closeAll();
        app.log.info({}, 'stopped');
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/**
 * Whether this is the demo that its own machine may look into without a proof: the stand-in, listening to this machine
 * alone, and nothing set that would be worth keeping or says that a proxy stands before it.
 */
function isOpenDemo(settings: Settings): boolean {
  const { upstreamUrl, upstreamApiKey, supervisorPassword, databaseUrl, tls, trustedProxies, isTraining } = settings;
  const real = upstreamUrl ?? upstreamApiKey ?? supervisorPassword ?? databaseUrl ?? tls ?? trustedProxies;
  return real === undefined && !isTraining && /^(?:127\.[0-9.]+|::1|localhost)$/.test(settings.host);
}

/** The list of enrolled handhelds, where the gateway holds the key and asks for a token before it uses it. */
function openEnrolment(
  { upstreamApiKey, enrolment: mode = 'auto', databaseUrl, dataDir }: Settings,
  log: (line: string) => void,
) {
  if (upstreamApiKey === undefined || mode === 'off') return undefined;
  const devices = databaseUrl === undefined ? openSqliteDevices(dataDir, log) : openPostgresDevices(databaseUrl);
  return { desk: createEnrolment({ devices, now: Date.now, log }), mode, close: devices.close };
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
  return startGateway(
    {
      port,
      host,
      ...(trustedProxies && { trustedProxies }),
      ...(allowedHosts && { allowedHosts }),
      requestsPerSecond,
      connectionsPerAddress,
      forwardGet,
      dataDir: join(settings.dataDir, 'training'),
      upstreamBinding: 'http-post',
      upstreamTimeoutMs,
      names,
      ...(tls && { tls }),
      isTraining: true,
      logLevel,
    },
    places,
  );
}

/** @returns stops it. */
function pruneDaily(ledger: Ledger, app: FastifyInstance): () => void {
  const timer = setInterval(() => {
    ledger.prune().catch((error: unknown) => app.log.error({ err: error }, 'the ledger cannot be pruned'));
  }, PRUNE_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** @returns the port, also where PORT is 0. */
async function listen(app: FastifyInstance, { host, port, isTraining }: Settings): Promise<number> {
  const { level } = app.log;
  app.log.level = 'silent'; // Fastify would announce its address beside ours
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const variable = isTraining ? 'TRAINING_PORT' : 'PORT';
    const why: Readonly<Record<string, string>> = {
      EADDRINUSE: `${variable}: ${port} on ${host} is in use by another program.`,
      EACCES: `${variable}: ${port} may not be used by this user.`,
      EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
      ENOTFOUND: `HOST: ${host} is not an address of this machine.`,
    };
    throw new CannotStart(why[code ?? ''] ?? `The gateway cannot listen on ${host}:${port}: ${message}.`, {
      cause: error,
    });
  } finally {
    app.log.level = level;
  }
  return (app.server.address() as AddressInfo).port;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** What a person types: this machine's every address and its loopback are `localhost`. */
function shownHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
