import type { AnswerCues } from './answerCues.ts';
import { once } from './once.ts';
import type { Cues } from '#device/cues.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/**
 * The signals of answers, loaded with the first call that is saved or answered: a start does without. Where they are not
 * to be had now the screen says it, and the next call tries again.
 *
 * @param waiting - how many calls wait.
 */
export function createAnswerSignals(cues: Cues, waiting: () => number) {
  const load = once(async () => {
    const { createAnswerCues } = await import('./answerCues.ts');
    return createAnswerCues({
      ...cues,
      waiting,
      now: () => performance.now(),
      place: () => location.pathname,
      setTimeout: (work, ms) => setTimeout(work, ms),
    });
  });
  function use(tell: (answerCues: AnswerCues) => void): void {
    load().then(tell, () => undefined);
  }
  return {
    saved: (seq: number) => use((answerCues) => answerCues.saved(seq)),
    settled: (queued: QueuedCall) => use((answerCues) => answerCues.settled(queued)),
  };
}
