import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { words } from '#i18n/words.ts';

/** One sentence about where the call stands, and what is to be done about it. */
export function meaningOf({ state, result, inDoubt }: QueuedCall): string {
  const { meaning } = words('call');
  if (state === 'answered') return meaning[result?.verdict ?? 'unclassified'];
  return meaning[state === 'waiting' && inDoubt ? 'doubt' : state];
}
