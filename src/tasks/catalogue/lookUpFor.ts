import { type Call, makeCall } from '#contract/call.ts';
import { questionOf, readBackOf } from '#contract/readBack.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/**
 * The question whose answer shows what became of a write: the site's read-back, else for a bag the bag's own details.
 * Assumption: the latter by name only; the interface description pairs no read with a write.
 */
export function lookUpFor(
  call: Pick<QueuedCall, 'operation' | 'parameters' | 'scans'>,
  { readBacks }: Pick<SiteConfiguration, 'readBacks'>,
): Call | undefined {
  const readBack = readBackOf(readBacks, call.operation);
  if (readBack) return questionOf(readBack, call);
  const bagCode = call.scans[0]?.text;
  if (call.operation !== 'CompleteBag' && call.operation !== 'AgainOpenBag') return undefined;
  return bagCode === undefined ? undefined : makeCall('GetBagDetailByBagCode', { bagCode });
}
