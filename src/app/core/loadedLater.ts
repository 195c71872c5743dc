import { once } from '#contract/once.ts';
import type { StorageGuard } from './storage.ts';
import type { AnswerCues } from './answerCues.ts';
import type { Cues } from '#device/cues.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/** The storage guard, loaded by the first look or failure: what was saved before, the look reads from the disk. */
export function guardStorageLater(load: () => Promise<StorageGuard>): StorageGuard {
  const guard = once(load);
  const orNone = (): Promise<StorageGuard | undefined> => guard().catch(() => undefined);
  return {
    reopened: () => guard.loaded()?.reopened(),
    look: async () => (await orNone())?.look(),
    ask: async () => (await orNone())?.ask(),
    saved: (seq) => guard.loaded()?.saved(seq),
    failed: (error) => void orNone().then((made) => made?.failed(error)),
    copied: async () => (await orNone())?.copied(),
    acknowledgeCopied: () => guard.loaded()?.acknowledgeCopied(),
    acknowledge: () => guard.loaded()?.acknowledge(),
  };
}

/** The signals of answers, loaded with the first call. @param waiting - how many calls wait */
export function createAnswerSignals(cues: Cues, waiting: () => number) {
  const load = once(async () => {
    const { createAnswerCues } = await import('./answerCues.ts');
    return createAnswerCues(cues, waiting);
  });
  function use(tell: (answerCues: AnswerCues) => void): void {
    load().then(tell, () => undefined);
  }
  return {
    saved: (seq: number) => use((answerCues) => answerCues.saved(seq)),
    settled: (queued: QueuedCall) => use((answerCues) => answerCues.settled(queued)),
  };
}
