import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { mistakeWords } from '#i18n/words/mistake.ts';

/** Returns what a row says of a call's mistake; `undefined`: nobody has said that it was one. */
export function mistakeSaid({ mistake }: Pick<QueuedCall, 'mistake'>): string | undefined {
  return mistake && mistakeWords().row[mistake.stands?.is ?? 'mistake'];
}
