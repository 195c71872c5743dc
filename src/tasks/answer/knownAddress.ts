import { operationOf } from '#contract/catalogue.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/** The path of the screen with what is known of a code. */
export const KNOWN_SCREEN = '/known';

/** Returns the address of what is known of a code. */
export function knownAddress(code: string): string {
  return `${KNOWN_SCREEN}?${new URLSearchParams({ code })}`;
}

/** Returns the code of the thing that a call is about: what was scanned first for it, else the value that names its object. */
export function codeOfCall({
  operation,
  scans,
  parameters,
}: Pick<QueuedCall, 'operation' | 'scans' | 'parameters'>): string | undefined {
  const { lane } = operationOf(operation);
  return scans[0]?.text ?? (lane === undefined ? undefined : new Map(parameters).get(lane));
}
