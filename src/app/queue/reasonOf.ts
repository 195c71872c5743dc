import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/**
 * The service's words without the codes of the call: what forty refusals have in common is one reason.
 *
 * @returns an empty text where the service said nothing.
 */
export function reasonOf({ scans, parameters, result }: Pick<QueuedCall, 'scans' | 'parameters' | 'result'>): string {
  const values = [...scans.map(({ text }) => text), ...parameters.map(([, text]) => text)];
  const longestFirst = values.filter((text) => text.length > 1).sort((one, other) => other.length - one.length);
  return longestFirst.reduce((text, value) => text.replaceAll(value, '…'), result?.text ?? '').trim();
}

/** The calls by their reason, in the order in which the reasons come first. */
export function byReason(calls: readonly QueuedCall[]): ReadonlyMap<string, readonly QueuedCall[]> {
  const groups = new Map<string, QueuedCall[]>();
  for (const call of calls) {
    const reason = reasonOf(call);
    const group = groups.get(reason) ?? [];
    groups.set(reason, [...group, call]);
  }
  return groups;
}
