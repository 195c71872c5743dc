import type { LoadPlan, LoadReport } from './run.ts';

/** Returns what is wrong with a run, one sentence each; none: every call is accounted for. */
export function failuresOf(report: LoadReport, { calls, kills }: LoadPlan): readonly string[] {
  const { answered, unconfirmed, unconfirmedThatRan, executed, twice, untrue, others, underWay, unknownInLedger } =
    report;
  return [
    ...twice.map((code) => `FAILED: ${code} ran twice.`),
    ...untrue.map((what) => `FAILED: ${what}.`),
    ...others.map((what) => `FAILED: left in a queue: ${what}.`),
    ...(answered + unconfirmed === calls ? [] : [`FAILED: ${calls} calls, ${answered + unconfirmed} accounted for.`]),
    ...(executed === answered + unconfirmedThatRan ? [] : ['FAILED: executions are not what the queues say.']),
    ...(unconfirmed === unknownInLedger ? [] : [`FAILED: the ledger says that ${unknownInLedger} are unknown.`]),
    ...(underWay.length === kills ? [] : [`FAILED: ${underWay.length} of ${kills} kills came before the end.`]),
  ];
}

/** A run in words. */
export function linesOf(report: LoadReport): readonly string[] {
  const { calls, seconds, executed, answered, unconfirmed, unconfirmedThatRan, twice, atGateway, underWay } = report;
  return [
    `${calls} calls in ${seconds.toFixed(1)} s (${Math.round(calls / seconds)}/s); the gateways had ${atGateway.join(' and ')} requests.`,
    `Killed by SIGKILL with ${underWay.join(', ')} call(s) under way, and started again.`,
    `Executed ${executed}, of these twice: ${twice.length}.`,
    `Answered ${answered}; shown as unconfirmed ${unconfirmed}, of which ${unconfirmedThatRan} had run.`,
  ];
}
