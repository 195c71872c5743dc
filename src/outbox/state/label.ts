import { type LabelStands, type QueuedCall, isPrint } from './queuedCall.ts';

/** A beginning of a label in ZPL, or of a PDF in Base64, wherever an answer has it. */
const LABEL = /\^XA|JVBERi0/;

/** Tells whether an answer holds a label that this handheld is to hand over: the service has printed none itself. */
export function holdsLabel(text: string | null): boolean {
  return text !== null && LABEL.test(text);
}

/** Returns where the label stands that has just come: it is due until it goes to a printer, or a person has handed it over, or has said no. */
export function labelAfter(
  call: Pick<QueuedCall, 'operation' | 'printer'>,
  { text, verdict }: { readonly text: string | null; readonly verdict: string },
): { readonly label?: LabelStands } {
  const isBad = verdict === 'refused' || verdict === 'key-refused';
  if (!isPrint(call) || isBad || !holdsLabel(text)) return {};
  return { label: { is: 'due', ...(call.printer !== undefined && { printer: call.printer }) } };
}

type Labelled = Pick<QueuedCall, 'state' | 'label'>;

/** Tells whether the label of a call wants a person: it was fetched and goes to no printer, or nobody knows that it came out, or it was refused. */
export function isLabelDue({ state, label }: Labelled): boolean {
  if (state !== 'answered' || !label) return false;
  return label.is === 'unknown' || label.is === 'refused' || (label.is === 'due' && label.printer === undefined);
}

/** Tells whether the label of a call goes to a printer of the site, and is not surely there. */
export function goesToPrinter({ state, label }: Labelled): boolean {
  if (state !== 'answered' || !label) return false;
  const { is, printer, job } = label;
  return (
    is === 'printing' ||
    ((is === 'unknown' || is === 'refused') && job !== undefined) ||
    (is === 'due' && printer !== undefined)
  );
}
