import type { Ledger } from '#ledger/ledger.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { takeDataDir } from './dataDir.ts';
import type { FrontReply } from '#site/frontReply.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { createDispatch } from '#gateway/calls/dispatch.ts';
import { keyGenerationOf } from '#gateway/calls/keyGeneration.ts';
import { type Forget, forgetInSlices } from '#ledger/forgetting.ts';
import { createHolders } from '#ledger/holders.ts';
import { createMistakes } from '#ledger/mistakes.ts';
import { createCallNotes } from '#ledger/callNotes.ts';
import { openPrinting } from '#gateway/printers/openPrinting.ts';
import type { NoPrinter } from '#gateway/printers/printerPlace.ts';
import { type Database, openDatabase } from '#ledger/connections.ts';
import { openLedger, openLedgerReader } from '#ledger/openLedger.ts';
import { startAlerts } from '#gateway/alerts/alerts.ts';
import { createMetrics } from '#gateway/metrics/metrics.ts';
import { createRepliesInPlace } from '#gateway/upstream/repliesInPlace.ts';
import { createReplyBudget } from '#gateway/upstream/replyBudget.ts';
import { type LogTo, createApp } from '#http/edge/server.ts';
import { refuseToLeaveBehind } from './leftBehind.ts';
import { addRoutes } from './server.ts';
import { type Settings, isOpenDemo, readSettings } from '#settings/settings.ts';
import { type Enrolment, openEnrolment } from '#gateway/enrolment/enrolment.ts';
import { openLives } from '#gateway/enrolment/lives.ts';
import { openFloor } from '#office/floor/floor.ts';
import { makeLocalToken } from '#http/fromHere.ts';
import { type SiteState, namesInUse, siteWarning, openSiteSource } from '#gateway/served/siteFile.ts';
import { createAskedUpdates } from '#gateway/served/askedUpdates.ts';
import { createDeskAsks } from '#gateway/served/deskAsks.ts';
import { createKeylessAnswer } from '#gateway/served/keylessAnswer.ts';
import type { LineLog } from '#settings/files.ts';
import { freeBytesOf } from '#settings/diskRoom.ts';
import { ownOutput } from '#settings/lineOutput.ts';
import type { PasswordCost } from '#office/people/passwords.ts';
import { createPeople } from '#office/people/people.ts';
import { type SharedSite, openSharedSite } from '#gateway/served/sharedSite.ts';
import { type Office, createOffice } from '#office/office.ts';
import { createAskedService } from '#gateway/calls/askedService.ts';
import { standinSite } from '#standin/site.ts';
import { type Standin, createStandin } from '#standin/standin.ts';
import { openTlsSource } from '#http/edge/tlsSource.ts';
import { pathOfPage } from '#office/pages/page.ts';
import { type UpstreamTls, openUpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import { standinKnowledge, startUpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';
import type { AddressInfo } from 'node:net';
import { CannotStart } from '#settings/cannotStart.ts';
import { DIST_DIR, readVersion } from './version.ts';

export interface Gateway {
  /** The address that it listens at, such as `http://localhost:8080`. */
  readonly url: string;
  /** `stand-in`, or the service's address. */
  readonly upstream: string;
  /** The address of the set-up, as long as no rule says what the service's answers mean. */
  readonly setUpAt?: string;
  readonly trainingUrl?: string;
  /** Reads the site's file and the certificate's again; a wrong one is logged and changes nothing. */
  reload(): void;
  /** Forwards nothing new, lets the running calls end (bounded by the upstream timeout), and closes. */
  close(): Promise<void>;
}

/** The places of a gateway's app and log that are not as usual, a password's cost, and a time. */
export interface GatewayPlaces {
  readonly distDir?: string;
  readonly logTo?: LogTo;
  readonly passwordCost?: PasswordCost;
  /** Milliseconds for which a decision of the desk can be undone, where they are not as usual. */
  readonly undoMs?: number;
  /** `true`: label printers are on this machine's loopback, as a test's are. */
  readonly printersHere?: boolean;
  /** Puts another office in the place of the gateway's, or none: calls go on all the same. */
  readonly officeInstead?: (office: Office) => Office | undefined;
}

/** Starts ledger, server, and a stand-in where there is no service. @throws CannotStart with one line on why it cannot. */
export async function startGateway(settings: Settings, places: GatewayPlaces = {}): Promise<Gateway> {
  const { distDir = DIST_DIR, logTo = ownOutput('stderr') } = places;
  // The last part to open is the first to close, also where the start fails half-way.
  await using opening = new AsyncDisposableStack();
  const opened: Opened = (part) => {
    if (part) opening.defer(async () => void (await part.close()));
    return part;
  };
  const lines: LineLog = { info: (line) => app.log.info(line), error: (line) => app.log.error(line) };
  const tls = opened(settings.tls && (await openTlsSource(settings.tls, lines, settings.allowedHosts)));
  opening.use(takeDataDir(settings.dataDir));
  const app = createApp(settings.log, logTo, tls, settings.trustedProxies);
  const site = opened(openSiteSource(settings, standinSite, lines));
  const training = opened(settings.trainingPort === undefined ? undefined : await startTraining(settings, places));
  for (const doubt of [tls?.warning(), ...(settings.doubts ?? [])]) if (doubt !== undefined) app.log.warn(doubt);

  const upstreamTls = opened(openUpstreamTls(settings.upstreamTrust, lines));
  const inUse = { ...settings, names: namesInUse(settings, site.current) };
  await refuseToLeaveBehind(settings);
  const database = opened(settings.databaseUrl === undefined ? undefined : openDatabase(settings.databaseUrl));
  const work = await openWork(inUse, database, app.log, opened, upstreamTls, () => site.current().frontReplies ?? []);
  const { ledger, dispatch } = work;
  const version = readVersion(distDir);
  const shared =
    database === undefined || settings.isTraining
      ? undefined
      : opened(await openSharedSite({ ...settings, database }, { ...site, log: lines }));
  const unread = siteWarning(settings); // now that the database's file is here
  if (unread !== undefined) app.log.warn(unread);
  const people = createPeople(settings, ledger, app.log, places.passwordCost);
  const enrolment = opened(openEnrolment(settings, database, ledger.notes, lines.error));
  const served = servedSite(site, shared, training);
  const lives = opened(openLives({ ...settings, database }, lines.error));
  const floor = opened(openFloor({ ...settings, database }, lines.error));
  const own = { port: settings.port };
  const printing = opened(openPrinters(inUse, work, own, served.current, app.log, places.printersHere));
  const certificates = () => [tls?.certificate(), upstreamTls.certificate()].filter((one) => one !== undefined);
  const noted = createNoted(ledger, version);
  const facts = {
    ...work.facts,
    ...noted,
    version,
    site: served.current,
    losses: () => [ownOutput('stdout').losses(), ownOutput('stderr').losses(), people.audit.losses()],
    freeBytes: () => freeBytesOf(settings.dataDir),
    siteState: served.state,
    labels: printing.counts,
    certificates,
  };
  const calls = callSettings(inUse, work, site.current);
  const office = createOffice({
    settings: inUse,
    ledger,
    reader: work.reader,
    people,
    floor,
    certificates,
    enrolment,
    copied: lives.copied,
    site: served,
    service: createAskedService({ ...settings, calls, dispatch, check: facts.check, upstreamTls }),
    inPlace: work.inPlace,
    ...noted,
    onSignInRefused: work.metrics.signInRefused,
    undoMs: places.undoMs,
    printers: { ...printing.desk, papers: work.standin?.printer.papers },
  });
  const officeInUse = places.officeInstead ? places.officeInstead(office) : office;
  const alertPorts = { ledger, facts, labels: printing.counts, handhelds: officeInUse?.troubled, log: app.log };
  const alerts = opened(settings.alerts && startAlerts({ settings: settings.alerts, ...alertPorts }));
  await addRoutes(app, {
    settings: inUse,
    gateway: { ...work, calls, facts: { ...facts, alerts }, enrolment, lives, printing },
    office: officeInUse,
    standin: work.standin,
    local: { token: makeLocalToken(settings.dataDir), isOpen: isOpenDemo(settings) },
    distDir,
  });
  opening.defer(() => app.close());
  opening.defer(() => dispatch.drain());
  opening.defer(printing.release);
  const port = (own.port = await listen(app, settings));
  opening.defer(forgetByAge({ ...work, printing, noted }, people.forgets, enrolment, app.log));
  const running = { version, upstream: facts.upstreamKind, epoch: ledger.epoch };
  const kept = settings.databaseUrl === undefined ? 'sqlite' : 'postgres';
  app.log.info({ ...running, ledger: kept, host: settings.host, port, tls: tls !== undefined }, 'started');
  const parts = opening.move();
  return {
    ...shownOf(settings, site.current(), port),
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

/** Returns the addresses that the start shows. */
function shownOf({ upstreamUrl, tls, host }: Settings, { answerRules }: SiteConfiguration, port: number) {
  const url = `${tls ? 'https' : 'http'}://${shownHost(host)}:${port}`;
  const isNew = upstreamUrl !== undefined && answerRules.length === 0;
  return { url, upstream: upstreamUrl?.href ?? 'stand-in', ...(isNew && { setUpAt: url + pathOfPage('setup') }) };
}

/** Returns what calls are read by. */
function callSettings<S extends Settings>(
  settings: S,
  { knowledge, standin }: Awaited<ReturnType<typeof openWork>>,
  site: () => SiteConfiguration,
) {
  const isStandin = standin !== undefined;
  return { ...settings, knowledge, isStandin, keepsCodes: () => site().ledgerKeepsCodes === true };
}

/** Opens what prints labels. @param own - the gateway's own port: no label may go there. */
function openPrinters(
  settings: Settings,
  { ledger, standin }: Awaited<ReturnType<typeof openWork>>,
  own: { readonly port: number },
  site: () => SiteConfiguration,
  log: FastifyBaseLogger,
  mayBeHere: boolean | undefined,
) {
  return openPrinting({
    ledger,
    names: settings.names,
    printers: () => site().printers ?? [],
    isShared: settings.databaseUrl !== undefined,
    noPrinters: () => noPrinters(settings, own.port),
    openDemo: standin?.printer.open,
    mayBeHere,
    log,
  });
}

/** Returns what listens somewhere and is no printer: no label may go there, whoever writes the site file. */
function noPrinters({ databaseUrl, upstreamUrl, trainingPort }: Settings, ownPort: number): readonly NoPrinter[] {
  const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'http:' ? 80 : 443));
  const own = [ownPort, ...(trainingPort === undefined ? [] : [trainingPort])];
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  return [
    ...own.map((port) => ({ what: 'the gateway', host: '', port })),
    ...(database
      ? [{ what: 'the ledger’s database', host: database.hostname, port: Number(database.port || 5432) }]
      : []),
    ...(upstreamUrl ? [{ what: 'the service', host: upstreamUrl.hostname, port: portOf(upstreamUrl) }] : []),
  ];
}

/** Notes that a part has to be closed. @returns the part. */
type Opened = <T extends { close(): unknown } | undefined>(part: T) => T;

/** Makes the site as it is served: that of the file, with what the gateway adds. */
function servedSite(
  site: ReturnType<typeof openSiteSource>,
  shared: SharedSite | undefined,
  training: Gateway | undefined,
) {
  const own = training && { trainingPort: Number(new URL(training.url).port) };
  return {
    current: (): SiteConfiguration => ({ ...site.current(), ...own }),
    state: (): SiteState => ({ ...site.state(), ...(shared?.differs() && { differs: true }) }),
    reload: site.reload,
    store: shared?.store,
  };
}

/** Makes what the gateways of a ledger note for each other. */
function createNoted(ledger: Ledger, version: string) {
  const { notes } = ledger;
  return {
    desk: createDeskAsks(ledger),
    keyless: createKeylessAnswer(notes),
    updates: createAskedUpdates(notes, version, () => performance.now()),
  };
}

/** Opens the ledger, the service or the stand-in, and the dispatcher that sends to it. */
async function openWork(
  settings: Settings,
  database: Database | undefined,
  log: FastifyBaseLogger,
  opened: Opened,
  upstreamTls: UpstreamTls,
  frontReplies: () => readonly FrontReply[],
) {
  const say = (line: string): void => log.error(line);
  const ledger = opened(await openLedger(settings, database, say));
  const reader = opened(openLedgerReader(settings.dataDir, database));
  const keyGeneration = await keyGenerationOf(settings, database);
  const standin = opened(settings.upstreamUrl ? undefined : await startStandin(settings, say));
  const metrics = createMetrics();
  const upstream = settings.upstreamUrl ?? standin?.url ?? new URL('http://localhost');
  const budget = createReplyBudget();
  const check = opened(
    settings.upstreamUrl && startUpstreamCheck({ ...settings, upstream: settings.upstreamUrl, upstreamTls, log }),
  );
  const reachability = check?.reachability;
  const ports = {
    ...settings,
    ledger,
    budget,
    upstream,
    upstreamTls,
    reachability,
    now: Date.now,
    log,
    metrics,
    frontReplies,
    inPlace: createRepliesInPlace(Date.now),
  };
  const beside = { holders: createHolders(ledger), mistakes: createMistakes(ledger), notes: createCallNotes(ledger) };
  const dispatch = createDispatch({ ...ports, holders: beside.holders });
  const facts = {
    ledger,
    upstreamKind: standin ? ('stand-in' as const) : ('service' as const),
    keyGeneration,
    check,
    running: dispatch.running,
    replyBytes: budget.bytes,
    isDraining: dispatch.isDraining,
    connections: database?.standing,
  };
  const knowledge = check ?? standinKnowledge;
  return { ledger, reader, metrics, dispatch, ...beside, facts, knowledge, standin, inPlace: ports.inPlace };
}

/** The parts that forget beside the calls. */
interface Forgetting extends Awaited<ReturnType<typeof openWork>> {
  readonly printing: Pick<ReturnType<typeof openPrinters>, 'forget'>;
  readonly noted: Pick<ReturnType<typeof createNoted>, 'desk'>;
}

/** Begins to forget what is old, of every part. @returns what ends it. */
function forgetByAge(
  { ledger, holders, notes, facts, printing, noted }: Forgetting,
  forgets: Readonly<Record<string, Forget>>,
  enrolment: Enrolment | undefined,
  log: FastifyBaseLogger,
) {
  const beside = {
    ...forgets,
    holders: holders.forget,
    notes: notes.forget,
    'labels on paper': printing.forget,
    'what the desk asked': noted.desk.forget,
    ...(enrolment && { 'set-up codes': enrolment.forget }),
  };
  return forgetInSlices(ledger, { heard: () => facts.check?.heardAt(), beside, log });
}

function startStandin(settings: Settings, log: (line: string) => void): Promise<Standin> {
  const { namespace, partnerOperation } = settings.names;
  return createStandin({ dataDir: settings.dataDir, namespace, partnerOperation, port: 0, log });
}

/**
 * Starts the training app: the same files on another port, which is another origin to a browser, with a stand-in and a
 * ledger in a folder of their own. Nothing that is done there can reach the queue, the ledger or the service of this one.
 */
function startTraining(settings: Settings, places: GatewayPlaces): Promise<Gateway> {
  const { trainingPort: port = 0, host, tls, names, log, upstreamTimeoutMs } = settings;
  const { trustedProxies, allowedHosts, requestsPerSecond, connectionsPerAddress, forwardGet } = settings;
  const edge = { trustedProxies, allowedHosts, requestsPerSecond, connectionsPerAddress, forwardGet };
  const usual = readSettings({ DATA_DIR: join(settings.dataDir, 'training') });
  return startGateway({ ...usual, ...edge, port, host, tls, names, log, upstreamTimeoutMs, isTraining: true }, places);
}

/** Begins to answer. @returns the port, also where PORT is 0. @throws CannotStart */
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

/** Returns the host that a person types: `localhost` for all addresses of this machine and for its loopback. */
function shownHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
