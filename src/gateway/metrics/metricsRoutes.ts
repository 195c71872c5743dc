import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { groupPaths, type GroupName } from '#contract/catalogue.ts';
import type { HealthFacts } from './healthRoutes.ts';
import { METRICS_MEDIA_TYPE, samplesOf } from './metricText.ts';
import type { Metrics } from './metrics.ts';
import { rarely } from '#gateway/http/rarely.ts';
import type { Supervisor } from '#gateway/pages/supervisorRoutes.ts';

/** What the metrics are made of. */
export interface MetricsParts {
  readonly metrics: Metrics;
  readonly facts: HealthFacts;
  /** METRICS_TOKEN; absent: they are for this machine, or for a supervisor who is signed in. */
  readonly token?: string;
}

const groupNames = Object.keys(groupPaths) as readonly GroupName[];

/** However often it is scraped, the ledger is asked this rarely, in milliseconds. */
const COUNT_EVERY_MS = 5_000;
const COUNT_LIMIT_MS = 2_000;

/** `/gateway/metrics`: what Prometheus scrapes. */
export function addMetricsRoute(app: FastifyInstance, supervisor: Supervisor, parts: MetricsParts): void {
  const { metrics, facts, token } = parts;
  const counts = rarely(() => facts.ledger.counts(), COUNT_EVERY_MS, COUNT_LIMIT_MS);
  const startedAt = Date.now() / 1000 - process.uptime();

  app.get('/gateway/metrics', async (request, reply) => {
    if (!isBearer(request, token) && !supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    const counted = await counts().catch(() => undefined);
    const { errors, readAt, problem } = facts.siteState();
    const text =
      samplesOf('scanline_info', 'What runs here.', [[1, { version: facts.version, upstream: facts.upstreamKind }]]) +
      metrics.text() +
      samplesOf('scanline_calls_running', 'Requests that the service has at this moment.', [[facts.running()]]) +
      samplesOf(
        'scanline_service_held',
        '1: calls to the group are held: what is known of the service does not agree with the settings.',
        groupNames.map((group) => [facts.upstreamHeld?.(group) === undefined ? 0 : 1, { group }]),
      ) +
      samplesOf('scanline_reply_bytes', 'Bytes of large replies that are held.', [[facts.replyBytes()]]) +
      samplesOf('scanline_draining', '1: the gateway is stopping.', [[facts.isDraining() ? 1 : 0]]) +
      samplesOf('scanline_ledger_up', '1: the ledger could be read.', [[counted ? 1 : 0]]) +
      samplesOf(
        'scanline_ledger_calls',
        'Calls in the ledger that are not answered, by state.',
        Object.entries(counted ?? {}).map(([state, count]) => [count, { state }]),
      ) +
      samplesOf('scanline_site_config_good', '1: the site file as it is now is in use.', [[problem ? 0 : 1]]) +
      samplesOf('scanline_site_config_read_seconds', 'When the one in use was read, Unix time.', [[readAt / 1000]]) +
      samplesOf('scanline_site_config_errors_total', 'Site files that could not be used.', [[errors]], 'counter') +
      processSamples(startedAt);
    return reply.header('cache-control', 'no-store').type(METRICS_MEDIA_TYPE).send(text);
  });
}

/** By the names that Prometheus's own clients use. Source: Prometheus, "Writing client libraries", process metrics. */
function processSamples(startedAt: number): string {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  return (
    samplesOf('process_start_time_seconds', 'When it started, Unix time.', [[startedAt]]) +
    samplesOf('process_cpu_seconds_total', 'Time on a processor.', [[(user + system) / 1e6]], 'counter') +
    samplesOf('process_resident_memory_bytes', 'Memory in use.', [[rss]]) +
    samplesOf('nodejs_heap_size_used_bytes', 'Memory of the heap in use.', [[heapUsed]]) +
    samplesOf('nodejs_eventloop_active_seconds_total', 'Time with work.', [[active / 1000]], 'counter') +
    samplesOf('nodejs_eventloop_idle_seconds_total', 'Time without work.', [[idle / 1000]], 'counter')
  );
}

function isBearer({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** Of one length, so that the comparison takes one time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
