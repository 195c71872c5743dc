import type { StorageGuard } from './storage.ts';
import type { AnswerCues } from './answerCues.ts';
import type { Cues } from '#device/cues.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/** Loads a part of the app at its first use, and once; where that fails the next use tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** The storage guard, loaded by the first look or failure: what was saved before, the look reads from the disk. */
export function guardStorageLater(load: () => Promise<StorageGuard>): StorageGuard {
  let guard: StorageGuard | undefined;
  const loadOnce = once(async () => (guard = await load()));
  const loaded = (): Promise<StorageGuard | undefined> => loadOnce().catch(() => undefined);

  return {
    reopened: () => guard?.reopened(),
    look: async () => (await loaded())?.look(),
    ask: async () => (await loaded())?.ask(),
    saved: (seq) => guard?.saved(seq),
    failed: (error) => void loaded().then((made) => made?.failed(error)),
    acknowledge: () => guard?.acknowledge(),
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
