import { Counter, type Gauge, Histogram, Registry } from 'prom-client';
import { type NoAnswerCause, noAnswerCauses } from '#contract/outcome.ts';
import { operationNames } from '#contract/catalogue.ts';
import type { FastifyReply } from 'fastify';
import type { HttpAnswer } from '#http/answer.ts';
import { type ProblemCode, problems } from '#wire/problem.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** A sample, with its labels where it has some. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** The histograms' bounds in seconds: from a reply out of the ledger to one that ASP.NET's own limit ended. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 130];

/**
 * Makes the counters of the gateway's work. No value of a parameter is ever a label, and labels are few.
 *
 * Every counter is there from the start, by operation and outcome too (some 300 lines): an alert on the first call of
 * unknown outcome needs a series that began before it. The histograms begin with their first event, as they would be a
 * thousand lines.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: 'scanline_calls_total',
    help: 'Requests on the group paths, by what came of them.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  for (const operation of [...operationNames, 'other']) {
    for (const outcome of callOutcomes) calls.inc({ operation, outcome }, 0);
  }
  const durationOf = (name: string, help: string): Histogram<'operation'> =>
    new Histogram({ name, help, labelNames: ['operation'], buckets: BUCKETS, registers });
  const lasted = durationOf('scanline_call_duration_seconds', 'How long the gateway had a request.');
  const service = durationOf('scanline_service_duration_seconds', 'How long the service had a request.');
  const failures = new Counter({
    name: 'scanline_service_errors_total',
    help: 'What came instead of an answer of the service, by cause; not-reached: proved not to have run.',
    labelNames: ['cause'],
    registers,
  });
  for (const cause of [...noAnswerCauses, 'not-reached']) failures.inc({ cause }, 0);
  const signIns = new Counter({
    name: 'scanline_sign_in_failures_total',
    help: "A supervisor's sign-ins that were refused.",
    registers,
  });
  return {
    /** Counts an answered request on a group path. @param ms - from its first byte to the last of the answer. */
    called(operation: string, outcome: CallOutcome, ms: number): void {
      calls.inc({ operation, outcome });
      lasted.observe({ operation }, ms / 1000);
    },
    /** Notes how long the service had a request, in milliseconds. */
    serviceTook: (operation: string, ms: number): void => service.observe({ operation }, ms / 1000),
    /** Counts a request to the service that had no answer. */
    serviceFailed: (cause: NoAnswerCause | 'not-reached'): void => failures.inc({ cause }),
    signInRefused: (): void => signIns.inc(),
    /** The registry of all metrics; `addSamples` adds what is read at each scrape. */
    registry,
  };
}

/** Adds a metric that is read at each scrape. @param read - returns its samples, with the labels that are named here. */
export function addSamples(
  { registry }: Metrics,
  Kind: typeof Counter | typeof Gauge,
  [name, help, ...labelNames]: readonly [name: string, help: string, ...labelNames: readonly string[]],
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): void {
  const family: Counter | Gauge = new Kind({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const samples = await read();
      family.reset();
      for (const [value, labels = {}] of samples) family.inc(labels, value);
    },
  });
}

/**
 * The outcome of a request on a group path, for logs and metrics.
 *
 * - `answered`, `rejected`: the service's word, sent for this asker. `replayed`: the same word out of the ledger.
 *   `joined`: the word of a call that ran already when this asker came.
 * - `unknown`: nobody knows whether it ran. `in-progress`, `not-forwarded`, `busy`, `key-reuse`, `key-expired`,
 *   `not-enrolled`, `refused`: the gateway's own word.
 * - `passed`: sent on without the ledger, whatever came back. `failed`: a fault of the gateway.
 */
export type CallOutcome =
  | NonNullable<HttpAnswer['how']>
  | 'unknown'
  | Exclude<ProblemCode, 'outcome-unknown'>
  | 'passed'
  | 'failed';

const ownWords = (Object.keys(problems) as ProblemCode[]).filter((code) => code !== 'outcome-unknown');
const otherWords = ['answered', 'rejected', 'replayed', 'joined', 'unknown', 'passed', 'failed'] as const;
const callOutcomes: readonly CallOutcome[] = [...otherWords, ...ownWords];

/** Returns the outcome of a request by the answer that it was given. */
export function outcomeOf({ answer, statusCode }: Pick<FastifyReply, 'answer' | 'statusCode'>): CallOutcome {
  if (answer?.how) return answer.how;
  if (answer?.code) return answer.code === 'outcome-unknown' ? 'unknown' : answer.code;
  if (answer?.serviceMs !== undefined) return 'passed';
  return statusCode >= 500 ? 'failed' : 'refused';
}
