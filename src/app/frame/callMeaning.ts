import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { callWords as words } from '#i18n/en/call.ts';

/** One sentence about where the call stands. */
export function meaningOf({ state, result, inDoubt }: QueuedCall): string {
  if (state === 'waiting' && inDoubt) return words.meaning.doubt;
  if (state === 'answered' && result?.verdict === 'by-person') return words.meaning.byPerson;
  if (state === 'answered' && result?.verdict === 'by-rule') return words.meaning.byRule;
  return words.meaning[state];
}
