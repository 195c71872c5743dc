import { isLabelDue } from '#outbox/state/label.ts';
import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import type { Mark } from '#ui/Row.tsx';
import { icons } from '#ui/icons.ts';
import { stateWords } from '#i18n/words/state.ts';

type MarkStyle = Omit<Mark, 'word'>;

const ofStates: Readonly<Record<Exclude<State, 'answered'>, MarkStyle>> = {
  waiting: { icon: icons.waiting, mood: 'plain' },
  asking: { icon: icons.print, mood: 'check' },
  sending: { icon: icons.sending, mood: 'next' },
  unconfirmed: { icon: icons.unconfirmed, mood: 'check' },
  held: { icon: icons.held, mood: 'bad' },
  cancelled: { icon: icons.undo, mood: 'plain' },
  discarded: { icon: icons.trash, mood: 'plain' },
  'handed-over': { icon: icons.handOver, mood: 'next' },
};

const ofVerdicts: Readonly<Record<NonNullable<QueuedCall['result']>['verdict'], MarkStyle>> = {
  accepted: { icon: icons.accepted, mood: 'good' },
  'by-person': { icon: icons.done, mood: 'plain' },
  'by-rule': { icon: icons.done, mood: 'plain' },
  refused: { icon: icons.refused, mood: 'bad' },
  'key-refused': { icon: icons.refused, mood: 'bad' },
  unclassified: { icon: icons.unclassified, mood: 'plain' },
};

/** A call's state as picture, word and mood. An answer that no rule knows is never green. */
export function markOf({ state, result, label }: Pick<QueuedCall, 'state' | 'result' | 'label'>): Mark {
  const { states, verdicts } = stateWords();
  if (isLabelDue({ state, label })) return { ...ofStates.asking, word: states.asking }; // fetched is not printed
  if (state !== 'answered') return { ...ofStates[state], word: states[state] };
  const verdict = result?.verdict ?? 'unclassified';
  return { ...ofVerdicts[verdict], word: verdicts[verdict] };
}

/** Returns the codes that were scanned for a call, or else its values, as one text. */
export function subjectOf({ scans, parameters }: Pick<QueuedCall, 'scans' | 'parameters'>): string {
  const texts = scans.length > 0 ? scans.map(({ text }) => text) : parameters.map(([, text]) => text);
  return texts.join(' → ');
}
