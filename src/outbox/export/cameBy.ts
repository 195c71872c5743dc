import type { ScanNote } from '#outbox/state/queuedCall.ts';

/** How a scan came, as it is named to people. */
export function cameBy({ source, shared }: ScanNote): ScanNote['source'] | 'shared' {
  return shared ? 'shared' : source;
}
