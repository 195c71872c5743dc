import type { GatewayReach } from './drainPorts.ts';
import type { OutboxView } from './outboxPorts.ts';
import type { Totals } from '#outbox/store/database.ts';
import { openStates } from '#outbox/state/queuedCall.ts';

/** Counts the calls that still want something: the network, the service, or a person. The one place that sums them. */
export function openCalls(totals: Totals): number {
  return openStates.reduce((sum, state) => sum + totals[state], 0);
}

/** Tells whether no call gets to the service now. */
export function isAway(gateway: OutboxView['gateway']): gateway is Exclude<GatewayReach, 'reachable'> {
  return gateway !== 'unknown' && gateway !== 'reachable';
}

/** Tells whether no gateway answers: nothing does, or something else. */
export function hasNoGateway(gateway: OutboxView['gateway']): boolean {
  return gateway === 'unreachable' || gateway === 'stranger';
}
