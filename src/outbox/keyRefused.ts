import { judge } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/** Tells whether a call that ended not understood has not run, as the site's rules know its answer for a refused key by now. */
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
