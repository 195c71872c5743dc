import { explain } from '#app/core/explain.ts';
import { UnreadableQueue } from '#outbox/handover/queueFields.ts';
import { StillSending } from '#outbox/handover/rescue.ts';
import { rescueWords } from '#i18n/en/rescue.ts';

/** One sentence for the operator about an error of a hand-over. */
export function explainRescue(error: unknown): string {
  if (error instanceof UnreadableQueue) return rescueWords.unreadable[error.code](error.message);
  if (error instanceof StillSending) return rescueWords.sending(error.calls);
  return explain(error);
}
