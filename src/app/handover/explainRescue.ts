import { explain } from '#tasks/task/explain.ts';
import { UnreadableQueue } from '#outbox/handover/queueFields.ts';
import { StillSending } from '#outbox/handover/rescue.ts';
import { words } from '#i18n/words.ts';

/** One sentence for the operator about an error of a hand-over. */
export function explainRescue(error: unknown): string {
  if (error instanceof UnreadableQueue)
    return words('rescue').unreadable[error.code]?.({ english: error.message }) ?? error.message;
  if (error instanceof StillSending) return words('rescue').sending({ sending: error.calls });
  return explain(error);
}
