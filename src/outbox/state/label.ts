import { type PrintJob, printIdOf } from '#contract/printJob.ts';
import {
  type LabelJob,
  type LabelStands,
  type NoPrint,
  type QueuedCall,
  idempotencyKey,
  isPrint,
} from './queuedCall.ts';

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

/** Returns the label as a job was asked for: what is asked for twice under this id is one job. `undefined`: it goes to no printer. */
export function labelAsked(
  label: LabelStands,
  call: Pick<QueuedCall, 'callId' | 'generation'>,
): LabelStands | undefined {
  const { is, printer } = label;
  if (is !== 'due' || printer === undefined) return undefined;
  return { is: 'printing', printer, job: { id: printIdOf(idempotencyKey(call), 1), copy: 1, printer } };
}

/** Returns the label as its job stands. A job of another copy is none of it. */
export function labelHeard(label: LabelStands, job: PrintJob): LabelStands | undefined {
  const isFollowed = label.is === 'printing' || label.is === 'unknown' || label.is === 'refused';
  return isFollowed && label.job?.id === job.id ? withJob(label, job) : undefined;
}

/** Returns the label with the job of another copy, which a person has asked for, or with its job at another printer. */
export function withJob({ at, operator }: LabelStands, job: PrintJob): LabelStands {
  const { id, copy, printer, state, cause, detail, knownBy } = job;
  const kept: LabelJob = {
    id,
    copy,
    printer,
    state,
    ...(cause && { cause }),
    ...(detail !== undefined && { detail }),
    ...(knownBy && { knownBy }),
  };
  const is = state === 'queued' || state === 'sending' ? 'printing' : state;
  return { is, printer, job: kept, ...(at !== undefined && { at }), ...(operator !== undefined && { operator }) };
}

/** Returns the label as the gateway makes no job of it. */
export function labelRefused(label: LabelStands, cause: NoPrint, detail?: string): LabelStands | undefined {
  const { job, is } = label;
  if (is !== 'printing' || !job) return undefined;
  return { ...label, is: 'refused', job: { ...job, cause, ...(detail !== undefined && { detail }) } };
}

/** Returns what keeps a label that is on its way to a printer; `undefined`: nothing that was heard of. */
export function keptBy({ is, job }: LabelStands): NoPrint | undefined {
  return is === 'printing' ? job?.cause : undefined;
}
