import { type PrintJob, printIdOf } from '#contract/printJob.ts';
import {
  type LabelJob,
  type LabelStands,
  type NoPrint,
  type QueuedCall,
  type Told,
  idempotencyKey,
} from '#outbox/state/queuedCall.ts';

/** Returns the label as a job was asked for: what is asked for twice under this id is one job. `undefined`: it goes to no printer. */
export function labelAsked(
  label: LabelStands,
  call: Pick<QueuedCall, 'callId' | 'generation'>,
  told?: Told,
): LabelStands | undefined {
  const { is, printer } = label;
  if (is !== 'due' || printer === undefined) return undefined;
  const job = { id: printIdOf(idempotencyKey(call), 1), copy: 1, printer, ...(told && { told }) };
  return { is: 'printing', printer, job };
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
