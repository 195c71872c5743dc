import { type Call, makeCall } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { questionOf, readBackOf } from '#contract/readBack.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { QueuedCall } from '#outbox/queuedCall.ts';
import type { Mark } from '#ui/Row.tsx';
import { callWords as words } from '#ui/callMessages.ts';

/** A call's state as picture, word and mood. An answer that no rule knows is never green. */
export function markOf({ state, result }: Pick<QueuedCall, 'state' | 'result'>): Mark {
  switch (state) {
    case 'waiting':
      return { icon: 'waiting', word: words.states.waiting, mood: 'plain' };
    case 'asking':
      return { icon: 'print', word: words.states.asking, mood: 'check' };
    case 'sending':
      return { icon: 'sending', word: words.states.sending, mood: 'next' };
    case 'unconfirmed':
      return { icon: 'unconfirmed', word: words.states.unconfirmed, mood: 'check' };
    case 'held':
      return { icon: 'held', word: words.states.held, mood: 'bad' };
    case 'answered':
      return answeredMark(result?.verdict ?? 'unclassified');
    case 'cancelled':
      return { icon: 'close', word: words.states.cancelled, mood: 'plain' };
    case 'discarded':
      return { icon: 'trash', word: words.states.discarded, mood: 'plain' };
    case 'handed-over':
      return { icon: 'handOver', word: words.states['handed-over'], mood: 'next' };
  }
}

function answeredMark(verdict: NonNullable<QueuedCall['result']>['verdict']): Mark {
  const word = words.verdicts[verdict];
  switch (verdict) {
    case 'accepted':
      return { icon: 'accepted', word, mood: 'good' };
    case 'by-person':
    case 'by-rule':
      return { icon: 'done', word, mood: 'plain' };
    case 'refused':
    case 'key-refused':
      return { icon: 'refused', word, mood: 'bad' };
    case 'unclassified':
      return { icon: 'unclassified', word, mood: 'plain' };
  }
}

/** One sentence about where the call stands. */
export function meaningOf({ state, result, inDoubt }: QueuedCall): string {
  if (state === 'waiting' && inDoubt) return words.meaning.doubt;
  if (state === 'answered' && result?.verdict === 'by-person') return words.meaning.byPerson;
  if (state === 'answered' && result?.verdict === 'by-rule') return words.meaning.byRule;
  return words.meaning[state];
}

/** What a worker calls the operation; its own name where no task has one for it. */
export function labelOf(operation: OperationName): string {
  return words.operations[operation] ?? operation;
}

/** What the call is about: the codes that were scanned for it, or else its values. */
export function subjectOf({ scans, parameters }: Pick<QueuedCall, 'scans' | 'parameters'>): string {
  const texts = scans.length > 0 ? scans.map(({ text }) => text) : parameters.map(([, text]) => text);
  return texts.join(' → ');
}

/**
 * The question whose answer shows what became of a write: the site's read-back, else for a bag the bag's own details.
 * Assumption: the latter by name only; the interface description pairs no read with a write.
 */
export function lookUpFor(
  call: Pick<QueuedCall, 'operation' | 'parameters' | 'scans'>,
  { readBacks }: Pick<SiteConfiguration, 'readBacks'>,
): Call | undefined {
  const readBack = readBackOf(readBacks, call.operation);
  if (readBack) return questionOf(readBack, call);
  const bagCode = call.scans[0]?.text;
  if (call.operation !== 'CompleteBag' && call.operation !== 'AgainOpenBag') return undefined;
  return bagCode === undefined ? undefined : makeCall('GetBagDetailByBagCode', { bagCode });
}
