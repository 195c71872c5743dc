import { randomInt } from 'node:crypto';

/** Room for tickets within a millisecond. Two gateways that draw the same one do no harm: it counts with its key. */
const PER_MS = 1024;

/** The first ticket of a millisecond; tickets are whole numbers that JavaScript and a `bigint` column both hold. */
export function ticketAt(unixMs: number): number {
  return unixMs * PER_MS;
}

/** Makes tickets: each dispatch has its own, so that only whoever dispatched a call can settle it. Later is larger. */
export function createTickets(): (unixMs: number) => number {
  let last = 0;
  return (unixMs) => {
    last = Math.max(last + 1, ticketAt(unixMs) + randomInt(PER_MS));
    return last;
  };
}
