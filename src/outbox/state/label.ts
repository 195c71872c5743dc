import { type LabelStands, type QueuedCall, isPrint } from './queuedCall.ts';

/** A beginning of a label in ZPL, or of a PDF in Base64, wherever an answer has it. */
const LABEL = /\^XA|JVBERi0/;

/** Tells whether an answer holds a label that this handheld is to hand over: the service has printed none itself. */
export function holdsLabel(text: string | null): boolean {
  return text !== null && LABEL.test(text);
}

/** Returns where the label stands that has just come: it is due until a person has handed it over, or has said no. */
export function labelAfter(
  call: Pick<QueuedCall, 'operation'>,
  { text, verdict }: { readonly text: string | null; readonly verdict: string },
): { readonly label?: LabelStands } {
  const isBad = verdict === 'refused' || verdict === 'key-refused';
  return isPrint(call) && !isBad && holdsLabel(text) ? { label: { is: 'due' } } : {};
}

/** Tells whether the label of a call was fetched, and nobody has handed it over or said no since. */
export function isLabelDue({ state, label }: Pick<QueuedCall, 'state' | 'label'>): boolean {
  return state === 'answered' && label?.is === 'due';
}
