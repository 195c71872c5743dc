import type { Totals } from '#outbox/store/database.ts';
import { openStates } from '#outbox/state/queuedCall.ts';

/** How many calls still want something: the network, the service, or a person. The one place that sums them. */
export function openCalls(totals: Totals): number {
  return openStates.reduce((sum, state) => sum + totals[state], 0);
}
