import type { Cue } from '#device/cueNames.ts';
import type { Cues } from '#device/cues.ts';
import { isOwn } from '#outbox/state/owed.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/** The least first: of several that come at once the last of this list is told. */
const bySeverity = ['accepted', 'unclassified', 'queue', 'refused'] as const satisfies readonly Cue[];
type AnswerCue = (typeof bySeverity)[number];

/** In ms. */
const EVERY_MS = 2_000;
const GAP_MS = 120;
/** With more calls than this still waiting a replay runs: what went well is not told one by one. */
const REPLAY = 3;

export type AnswerCues = ReturnType<typeof createAnswerCues>;

/**
 * Tells of answers to calls of the shown screen, and of others that need a person; never into a scan's signal. @param
 * waiting - how many calls wait @param worker - whoever is at work: a call of another one is none of his
 */
export function createAnswerCues(
  { play, freeAt }: Pick<Cues, 'play' | 'freeAt'>,
  waiting: () => number,
  worker: () => string,
) {
  let here = '';
  const madeHere = new Set<number>();
  let due: AnswerCue | undefined;
  let isTimed = false;
  let quietUntil = 0;

  function tell(): void {
    const waitMs = Math.max(quietUntil, freeAt() === 0 ? 0 : freeAt() + GAP_MS) - performance.now();
    if (waitMs > 0) {
      isTimed = true;
      setTimeout(tell, waitMs); // looked at again then: another scan may have come
      return;
    }
    isTimed = false;
    if (due === undefined) return;
    quietUntil = performance.now() + EVERY_MS;
    play(due);
    due = undefined;
  }

  return {
    saved(seq: number): void {
      if (here !== location.pathname) madeHere.clear();
      here = location.pathname;
      madeHere.add(seq);
    },

    settled(queued: QueuedCall): void {
      const isMadeHere = madeHere.has(queued.seq) && here === location.pathname;
      const cue = cueOf(queued, isMadeHere, waiting() > REPLAY);
      if (queued.state !== 'waiting') madeHere.delete(queued.seq);
      if (!cue || !(worker() === '' || isOwn(worker(), queued))) return;
      if (due === undefined || bySeverity.indexOf(cue) > bySeverity.indexOf(due)) due = cue;
      if (!isTimed) tell();
    },
  };
}

function cueOf({ state, result }: QueuedCall, isMadeHere: boolean, isReplay: boolean): AnswerCue | undefined {
  if (state === 'unconfirmed') return 'queue';
  if (state === 'held' || result?.verdict === 'refused') return isMadeHere ? 'refused' : 'queue';
  if (state !== 'answered' || !isMadeHere || isReplay) return undefined;
  return result?.verdict === 'accepted' ? 'accepted' : 'unclassified';
}
