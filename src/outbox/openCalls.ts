import type { Totals } from '#outbox/database.ts';

/** How many calls still want something: the network, the service, or a person. */
export function openCalls({ waiting, asking, sending, unconfirmed, held }: Totals): number {
  return waiting + asking + sending + unconfirmed + held;
}
