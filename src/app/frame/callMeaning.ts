import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { words } from '#i18n/words.ts';

/** One sentence about where the call stands. */
export function meaningOf({ state, result, inDoubt }: QueuedCall): string {
  if (state === 'waiting' && inDoubt) return words('call').meaning.doubt;
  if (state === 'answered' && result?.verdict === 'by-person') return words('call').meaning.byPerson;
  if (state === 'answered' && result?.verdict === 'by-rule') return words('call').meaning.byRule;
  return words('call').meaning[state];
}
