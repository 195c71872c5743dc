import { goesToPrinter, isLabelDue } from '#outbox/state/label.ts';
import type { LabelStands, QueuedCall, State } from '#outbox/state/queuedCall.ts';
import type { Mark } from '#ui/Row.tsx';
import { icons } from '#ui/icons.ts';
import { printingWords } from '#i18n/words/printing.ts';
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
  const atPrinter = label && labelMark({ state, label }, result?.verdict);
  if (atPrinter) return atPrinter;
  if (isLabelDue({ state, label })) return { ...ofStates.asking, word: states.asking }; // fetched is not printed
  if (state !== 'answered') return { ...ofStates[state], word: states[state] };
  const verdict = result?.verdict ?? 'unclassified';
  return { ...ofVerdicts[verdict], word: verdicts[verdict] };
}

/** Returns the mark of a label that goes to a printer of the site, came out of it, or was left there unprinted; `undefined`: it is none. */
function labelMark(
  { state, label }: { readonly state: State; readonly label: LabelStands },
  verdict: NonNullable<QueuedCall['result']>['verdict'] | undefined,
): Mark | undefined {
  if (state !== 'answered') return undefined;
  const { states, known } = printingWords();
  const { knownBy = 'count', cause, state: stands = 'queued' } = label.job ?? {};
  if (label.is === 'printed') {
    if (verdict === 'unclassified') return undefined; // its answer is looked at first
    const isSure = knownBy === 'count' || knownBy === 'person';
    return { icon: icons.print, word: known[knownBy], mood: isSure ? 'good' : 'plain' };
  }
  if (label.is === 'left' && label.job && stands !== 'unknown') return { ...ofStates.cancelled, word: states.refused };
  if (!goesToPrinter({ state, label })) return undefined;
  if (label.is === 'unknown') return { icon: icons.unconfirmed, word: states.unknown, mood: 'check' };
  if (label.is === 'refused') return { icon: icons.refused, word: states.refused, mood: 'bad' };
  const isSending = stands === 'sending';
  const icon = isSending ? icons.print : icons.waiting;
  return { icon, word: states[isSending ? 'sending' : 'queued'], mood: cause ? 'check' : 'plain' };
}

/** Returns the codes that were scanned for a call, or else its values, as one text. */
export function subjectOf({ scans, parameters }: Pick<QueuedCall, 'scans' | 'parameters'>): string {
  const texts = scans.length > 0 ? scans.map(({ text }) => text) : parameters.map(([, text]) => text);
  return texts.join(' → ');
}
