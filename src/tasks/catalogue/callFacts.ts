import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import type { Mark } from '#ui/Row.tsx';
import { words } from '#i18n/words.ts';

/** A call's state as picture, word and mood. An answer that no rule knows is never green. */
export function markOf({ state, result }: Pick<QueuedCall, 'state' | 'result'>): Mark {
  switch (state) {
    case 'waiting':
      return { icon: 'waiting', word: words('state').states.waiting, mood: 'plain' };
    case 'asking':
      return { icon: 'print', word: words('state').states.asking, mood: 'check' };
    case 'sending':
      return { icon: 'sending', word: words('state').states.sending, mood: 'next' };
    case 'unconfirmed':
      return { icon: 'unconfirmed', word: words('state').states.unconfirmed, mood: 'check' };
    case 'held':
      return { icon: 'held', word: words('state').states.held, mood: 'bad' };
    case 'answered':
      return answeredMark(result?.verdict ?? 'unclassified');
    case 'cancelled':
      return { icon: 'close', word: words('state').states.cancelled, mood: 'plain' };
    case 'discarded':
      return { icon: 'trash', word: words('state').states.discarded, mood: 'plain' };
    case 'handed-over':
      return { icon: 'handOver', word: words('state').states['handed-over'], mood: 'next' };
  }
}

function answeredMark(verdict: NonNullable<QueuedCall['result']>['verdict']): Mark {
  const word = words('state').verdicts[verdict];
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

/** What the call is about: the codes that were scanned for it, or else its values. */
export function subjectOf({ scans, parameters }: Pick<QueuedCall, 'scans' | 'parameters'>): string {
  const texts = scans.length > 0 ? scans.map(({ text }) => text) : parameters.map(([, text]) => text);
  return texts.join(' → ');
}
