import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/** A decision without its maker, who is the one at work. */
type DistributiveOmit<E, K extends string> = E extends unknown ? Omit<E, K> : never;
export type Decision = DistributiveOmit<Extract<QueueEvent, { operator: string }>, 'operator'>;
