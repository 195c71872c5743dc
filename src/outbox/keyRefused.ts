import { judge } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/** Whether a call ended not understood, and the site knows by now that its answer says: the key is refused. So it has not run. */
export function isKeyRefused(
  site: SiteConfiguration,
  { state, operation, result }: Pick<QueuedCall, 'state' | 'operation' | 'result'>,
): boolean {
  return (
    state === 'answered' &&
    result?.verdict === 'unclassified' &&
    judge(site, operation, result.text ?? null) === 'key-refused'
  );
}
