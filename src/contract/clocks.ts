/** The milliseconds that two clocks may differ: a reply's Date has whole seconds, and is late by its way. */
const APART_MS = 30_000;

/** The seconds by which the service's clock is ahead of this machine's, where that is worth a word; `undefined`: it is not, or nobody knows. */
export function secondsApart(clockAheadMs: number | undefined): number | undefined {
  if (clockAheadMs === undefined || Math.abs(clockAheadMs) < APART_MS) return undefined;
  return Math.round(clockAheadMs / 1_000);
}
