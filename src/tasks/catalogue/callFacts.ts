import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import type { Mark } from '#ui/Row.tsx';
import { words } from '#i18n/words.ts';

type Look = Omit<Mark, 'word'>;

const ofStates: Readonly<Record<Exclude<State, 'answered'>, Look>> = {
  waiting: { icon: 'waiting', mood: 'plain' },
  asking: { icon: 'print', mood: 'check' },
  sending: { icon: 'sending', mood: 'next' },
  unconfirmed: { icon: 'unconfirmed', mood: 'check' },
  held: { icon: 'held', mood: 'bad' },
  cancelled: { icon: 'close', mood: 'plain' },
  discarded: { icon: 'trash', mood: 'plain' },
  'handed-over': { icon: 'handOver', mood: 'next' },
};

const ofVerdicts: Readonly<Record<NonNullable<QueuedCall['result']>['verdict'], Look>> = {
  accepted: { icon: 'accepted', mood: 'good' },
  'by-person': { icon: 'done', mood: 'plain' },
  'by-rule': { icon: 'done', mood: 'plain' },
  refused: { icon: 'refused', mood: 'bad' },
  'key-refused': { icon: 'refused', mood: 'bad' },
  unclassified: { icon: 'unclassified', mood: 'plain' },
};

/** A call's state as picture, word and mood. An answer that no rule knows is never green. */
export function markOf({ state, result }: Pick<QueuedCall, 'state' | 'result'>): Mark {
  const { states, verdicts } = words('state');
  if (state !== 'answered') return { ...ofStates[state], word: states[state] };
  const verdict = result?.verdict ?? 'unclassified';
  return { ...ofVerdicts[verdict], word: verdicts[verdict] };
}

/** What the call is about: the codes that were scanned for it, or else its values. */
export function subjectOf({ scans, parameters }: Pick<QueuedCall, 'scans' | 'parameters'>): string {
  const texts = scans.length > 0 ? scans.map(({ text }) => text) : parameters.map(([, text]) => text);
  return texts.join(' → ');
}
