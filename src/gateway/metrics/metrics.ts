import type { NoAnswerCause } from '#contract/outcome.ts';
import { operationNames } from '#contract/catalogue.ts';
import { type CallOutcome, callOutcomes } from './callFacts.ts';
import { type Family, counterOf, histogramOf } from './metricText.ts';

/** What the gateway counts while it works. Nothing of a parameter's value is ever a label, and labels are few. */
export interface Metrics {
  /** A request on a group path was answered. @param ms - from its first byte to the last of the answer. */
  called(operation: string, outcome: CallOutcome, ms: number): void;
  /** The service had a request for so long, in milliseconds. */
  serviceTook(operation: string, ms: number): void;
  /** Something else than an answer came of asking the service. */
  serviceFailed(cause: NoAnswerCause | 'not-reached'): void;
  /** A supervisor's sign-in was refused. */
  signInRefused(): void;
  /** All of it, as a scrape reads it. */
  text(): string;
}

const causes = Object.keys({
  'no-reply': true,
  'timed-out': true,
  'cut-off': true,
  'too-large': true,
  redirected: true,
  status: true,
  'not-xml': true,
  malformed: true,
  foreign: true,
  'not-reached': true,
} satisfies Record<NoAnswerCause | 'not-reached', true>);

/**
 * Every counter is there from the start, each call's by operation and outcome too: some 300 lines, and an alert on the
 * first call of unknown outcome is none where its series begins with it. The histograms begin with their first event:
 * they would be a thousand lines, and nothing is to be said of how long no call took.
 */
export function createMetrics(): Metrics {
  const calls = counterOf(
    'scanline_calls_total',
    'Requests on the group paths, by what came of them.',
    ['operation', 'outcome'],
    [...operationNames, 'other'].flatMap((operation) => callOutcomes.map((outcome) => [operation, outcome])),
  );
  const lasted = histogramOf('scanline_call_duration_seconds', 'How long the gateway had a request.', 'operation');
  const service = histogramOf('scanline_service_duration_seconds', 'How long the service had a request.', 'operation');
  const failures = counterOf(
    'scanline_service_errors_total',
    'What came instead of an answer of the service, by cause; not-reached: proved not to have run.',
    ['cause'],
    causes.map((cause) => [cause]),
  );
  const signIns = counterOf('scanline_sign_in_failures_total', "A supervisor's sign-ins that were refused.");
  const families: readonly Family[] = [calls, lasted, service, failures, signIns];
  return {
    called(operation, outcome, ms) {
      calls.add(operation, outcome);
      lasted.observe(ms / 1000, operation);
    },
    serviceTook: (operation, ms) => service.observe(ms / 1000, operation),
    serviceFailed: (cause) => failures.add(cause),
    signInRefused: () => signIns.add(),
    text: () => families.map((family) => family.text()).join(''),
  };
}
