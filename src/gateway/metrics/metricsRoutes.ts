import { Counter, Gauge } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import { groupNames } from '#contract/catalogue.ts';
import type { HealthFacts } from './healthRoutes.ts';
import type { PrintCounts } from '#ledger/printRows.ts';
import type { LedgerCounts } from '#ledger/ledger.ts';
import { type Metrics, addSamples } from './metrics.ts';
import type { ConnectionsStanding } from '#ledger/connections.ts';
import { rarely, together } from '#ledger/within.ts';

/** Milliseconds between two questions to the ledger, however often it is scraped, and until it is given up. */
const COUNT_EVERY_MS = 5_000;
const COUNT_LIMIT_MS = 2_000;

/** Adds `/gateway/metrics`, which Prometheus scrapes. */
export function addMetricsRoute(app: FastifyInstance, metrics: Metrics, facts: HealthFacts): void {
  addStateSamples(metrics, facts);
  addProcessSamples(metrics);
  const read = together(() => metrics.registry.metrics());
  app.get('/gateway/metrics', async (_request, reply) => {
    const text = await read();
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text);
  });
}

function addStateSamples(metrics: Metrics, facts: HealthFacts): void {
  const counts = rarely(() => facts.ledger.counts(), COUNT_EVERY_MS, COUNT_LIMIT_MS);
  const counted = (): Promise<LedgerCounts | undefined> => counts().catch(() => undefined);
  const site = facts.siteState;
  const gauge = addSamples.bind(undefined, metrics, Gauge);

  gauge(['scanline_info', 'What runs here.', 'version', 'upstream'], () => [
    [1, { version: facts.version, upstream: facts.upstreamKind }],
  ]);
  gauge(['scanline_calls_running', 'Requests that the service has at this moment.'], () => [[facts.running()]]);
  const held = '1: calls to the group are held: what is known of the service does not agree with the settings.';
  gauge(['scanline_service_held', held, 'group'], () =>
    groupNames.map((group) => [facts.check?.held(group) === undefined ? 0 : 1, { group }]),
  );
  const { check } = facts;
  gauge(['scanline_service_reachable', '1: the service answered the last time it was asked or called.'], async () => {
    await check?.look();
    return [[!check || check.reachability.isReachable() === true ? 1 : 0]];
  });
  gauge(
    ['scanline_service_last_answer_seconds', 'When the service answered last, Unix time; 0: it has not.'],
    async () => {
      await check?.look();
      return [[(check?.reachability.lastAnswerAt() ?? 0) / 1000]];
    },
  );
  const ends = 'When a certificate ends, Unix time: the own one, and the one of the service that was seen last.';
  gauge(['scanline_certificate_expires_seconds', ends, 'owner'], () =>
    facts.certificates().map(({ owner, expiresAt }) => [expiresAt / 1000, { owner }]),
  );
  const ahead = 'The service’s clock less this machine’s, by its last answer to a check.';
  gauge(['scanline_service_clock_ahead_seconds', ahead], () => {
    const { clockAheadMs } = facts.check?.report()?.read ?? {};
    return clockAheadMs === undefined ? [] : [[clockAheadMs / 1_000]];
  });
  gauge(['scanline_reply_bytes', 'Bytes of large replies that are held.'], () => [[facts.replyBytes()]]);
  gauge(['scanline_draining', '1: the gateway is stopping.'], () => [[facts.isDraining() ? 1 : 0]]);
  gauge(['scanline_ledger_up', '1: the ledger could be read.'], async () => [[(await counted()) ? 1 : 0]]);
  gauge(['scanline_ledger_calls', 'Calls in the ledger that are not answered, by state.', 'state'], async () =>
    Object.entries((await counted()) ?? {}).map(([state, count]) => [count, { state }]),
  );
  const labels = rarely(facts.labels, COUNT_EVERY_MS, COUNT_LIMIT_MS);
  const waiting = 'Labels that wait for a printer, are being printed, or of which nobody knows, by state.';
  gauge(['scanline_labels', waiting, 'state'], async () => {
    const known = await labels().catch(() => new Map<string, PrintCounts>());
    return (['queued', 'sending', 'unknown'] as const).map((state) => [
      [...known.values()].reduce((sum, one) => sum + one[state], 0),
      { state },
    ]);
  });
  gauge(['scanline_site_config_good', '1: the site file as it is now is in use.'], () => [[site().problem ? 0 : 1]]);
  gauge(['scanline_site_config_differs', '1: another gateway of the ledger has another site file.'], () => [
    [site().differs === true ? 1 : 0],
  ]);
  gauge(['scanline_site_config_read_seconds', 'When the one in use was read, Unix time.'], () => [
    [site().readAt / 1000],
  ]);
  const { connections, alerts } = facts;
  if (alerts) {
    const stand = 'Alerts that are open, and messages of them that wait for a receiver, as this gateway saw last.';
    gauge(['scanline_alerts', stand, 'state'], () =>
      Object.entries(alerts.standing()).map(([state, count]) => [count, { state }]),
    );
  }
  if (connections) addConnectionSamples(metrics, connections);
  addSamples(metrics, Counter, ['scanline_lines_lost_total', 'Lines that an output could not take.', 'output'], () =>
    facts.losses().map(({ output, count }) => [count, { output }]),
  );
  addSamples(metrics, Counter, ['scanline_site_config_errors_total', 'Site files that could not be used.'], () => [
    [site().errors],
  ]);
}

/** Adds the metrics of the connections to PostgreSQL. */
function addConnectionSamples(metrics: Metrics, standing: () => ConnectionsStanding): void {
  const said =
    'Connections to the database beside the one that holds its place there: those that it may have, has, and waits for.';
  addSamples(metrics, Gauge, ['scanline_database_connections', said, 'state'], () => {
    const { most, open, waiting } = standing();
    return Object.entries({ most, open, waiting }).map(([state, count]) => [count, { state }]);
  });
  const short = '1: connections to the database are short, or were within the last minute.';
  addSamples(metrics, Gauge, ['scanline_database_connections_short', short], () => [
    [standing().short === undefined ? 0 : 1],
  ]);
  const refused = 'Connections that the database refused, as it had no more.';
  addSamples(metrics, Counter, ['scanline_database_connections_refused_total', refused], () => [[standing().refused]]);
}

/** Adds the process's metrics by the names that Prometheus's clients use. Source: Prometheus, "Writing client libraries". */
function addProcessSamples(metrics: Metrics): void {
  const startedAt = Date.now() / 1000 - process.uptime();
  const families = [
    [Gauge, 'process_start_time_seconds', 'When it started, Unix time.', () => startedAt],
    [Counter, 'process_cpu_seconds_total', 'Time on a processor.', cpuSeconds],
    [Gauge, 'process_resident_memory_bytes', 'Memory in use.', () => process.memoryUsage.rss()],
    [Gauge, 'nodejs_heap_size_used_bytes', 'Memory of the heap in use.', () => process.memoryUsage().heapUsed],
    [Counter, 'nodejs_eventloop_active_seconds_total', 'Time with work.', () => loopSeconds('active')],
    [Counter, 'nodejs_eventloop_idle_seconds_total', 'Time without work.', () => loopSeconds('idle')],
  ] as const;
  for (const [Kind, name, help, read] of families) addSamples(metrics, Kind, [name, help], () => [[read()]]);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function loopSeconds(which: 'active' | 'idle'): number {
  return performance.eventLoopUtilization()[which] / 1000;
}
