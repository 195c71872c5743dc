import type { SiteConfiguration } from '#site/site.ts';
import { workerName } from '#device/workers.ts';
import { isOwn } from '#outbox/state/owed.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/** Returns the name of the worker whose call it is, where that is not the one who is at work. */
export function whoseOf(
  call: Pick<QueuedCall, 'operator'>,
  userId: string,
  { workers }: Pick<SiteConfiguration, 'workers'>,
): string | undefined {
  return isOwn(userId, call) ? undefined : workerName(workers, call.operator);
}

/** Joins what a row says beside its code. */
export function saidBeside(...parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined && part !== '');
  return said.length === 0 ? undefined : said.join(' · ');
}
