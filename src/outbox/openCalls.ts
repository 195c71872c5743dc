import type { Totals } from '#outbox/store/database.ts';
import { openStates } from '#outbox/state/queuedCall.ts';

/** How many calls still want something: the network, the service, or a person. The one place that sums them. */
export function openCalls(totals: Totals): number {
  return openStates.reduce((sum, state) => sum + totals[state], 0);
}

/** How many calls want a person: what nobody knows, what needs correcting, a label to ask about, a refusal nobody has seen. */
export function needPerson(totals: Totals, unseen: readonly number[]): number {
  return totals.unconfirmed + totals.asking + totals.held + unseen.length;
}
