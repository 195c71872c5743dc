import type { Call } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { readBackOf, readBackQuestion } from '#site/readBack.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import type { Store } from '#outbox/store/store.ts';

/**
 * Asks, just before a write is sent, what its read-back will be asked after it, where the site wants that, and keeps the
 * answer with the call: with nothing to compare, a look after a lost answer proves little. Asked once; no answer is no
 * reason to wait.
 *
 * @param read - sends a read once; never throws.
 */
export async function readBefore(
  queued: QueuedCall,
  { noteRead }: Pick<Store, 'noteRead'>,
  { readBacks }: Pick<SiteConfiguration, 'readBacks'>,
  read: (question: Call) => Promise<Outcome>,
): Promise<void> {
  const readBack = readBackOf(readBacks, queued.operation);
  const question = readBack?.before ? readBackQuestion(readBack, queued) : undefined;
  if (!question) return;
  const outcome = await read(question);
  if (outcome.kind !== 'answered') return;
  await noteRead(queued.seq, { when: 'before', question, text: outcome.text, at: Date.now() });
}
