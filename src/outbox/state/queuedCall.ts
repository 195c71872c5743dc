import { operationOf } from '#contract/catalogue.ts';
import { type Mistake, type MistakeStands, keyOf } from '#contract/decision.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { PrintCause, PrintJob } from '#contract/printJob.ts';
import type { Of } from '#contract/schema.ts';
import type { Verdict } from '#site/judging.ts';
import type { carriedCall, readEvidence, scanNote, told, tried, trouble } from './callSchema.ts';

export type ScanNote = Of<typeof scanNote>;
export type Tried = Of<typeof tried>;
export type Told = Of<typeof told>;
export type ReadEvidence = Of<typeof readEvidence>;
export type Trouble = Of<typeof trouble>;
export type CarriedCall = Of<typeof carriedCall>;

/** States in which something is still owed to the service or to a person. `asking`: a print that a person has to start. */
export const openStates = ['waiting', 'asking', 'sending', 'unconfirmed', 'held'] as const;
/** States in which nothing is owed any more; the row stays as history. */
export const endedStates = ['answered', 'cancelled', 'discarded', 'handed-over'] as const;

export const allStates = [...openStates, ...endedStates];

export type OpenState = (typeof openStates)[number];
export type State = (typeof allStates)[number];

export function isOpen(state: State): state is OpenState {
  return (openStates as readonly State[]).includes(state);
}

/**
 * Tells whether a call keeps its place before younger ones of its lane, also while the word that it was done can be taken
 * back. A print that asks holds nothing up: nobody may come.
 */
export function standsInLane({ state, undo }: Pick<QueuedCall, 'state' | 'undo'>): boolean {
  return undo !== undefined || (isOpen(state) && state !== 'asking');
}

/** Returns the way a scan came, as it is named to people. */
export function cameBy({ source, shared }: ScanNote): ScanNote['source'] | 'shared' {
  return shared ? 'shared' : source;
}

/** Tells whether the scan came by this code: it was taken whole, or in part. */
export function isScanOf({ text, raw }: ScanNote, code: string): boolean {
  return (raw ?? text) === code;
}

/** Returns the scan with one more repeat of it that was held back. */
export function onceMore(scan: ScanNote): ScanNote {
  return { ...scan, repeated: (scan.repeated ?? 0) + 1 };
}

/** The page or worker that is sending the call. Only the holder of `token` may settle it. */
export interface Claim {
  readonly owner: string;
  readonly token: string;
  /** Unix ms. */
  readonly at: number;
}

/** The service's answer, or a person's or a site rule's word that the call was done (`text` is then absent). */
export interface Result {
  readonly text?: string | null;
  readonly verdict: Verdict | 'by-person' | 'by-rule';
}

/** Returns the trouble of a send that brought no answer: a code, and the sentence in English. */
export function troubleOf(outcome: Exclude<Outcome, { kind: 'answered' }>): Trouble {
  const { kind, reason } = outcome;
  const code = kind === 'no-answer' ? outcome.cause : 'code' in outcome ? outcome.code : undefined;
  return { code: code ?? kind, reason };
}

/** A call's way to another handheld, with its state before: `takenBack` makes it that again. */
export interface HandedOver {
  /** The document it went by. */
  readonly id: string;
  readonly operator: string;
  /** Unix ms. */
  readonly at: number;
  readonly from: Exclude<OpenState, 'sending'>;
  readonly trouble?: Trouble;
}

/**
 * The reason why no printer has a label: a word for a job, or that there is none. `no-call`: the gateway does not have the answer. `older`: it
 * knows of no printers. `said`: it refused, in a sentence for IT.
 */
export type NoPrint = PrintCause | 'no-call' | 'older' | 'said';

/** The job of a label at a printer of the site, as this handheld has heard of it last; without a state it has heard nothing yet. */
export interface LabelJob
  extends Pick<PrintJob, 'id' | 'copy' | 'printer' | 'detail' | 'knownBy'>, Partial<Pick<PrintJob, 'state'>> {
  readonly cause?: NoPrint;
  /** The time that this handheld was told last before the job was first asked for; absent: it was told none, or a gateway has told of the job. */
  readonly told?: Told;
}

/**
 * A label that was fetched. `due` until it goes to a printer, or a person has `handed` it over for printing, or has `left` it unprinted.
 * `printing`: a job was asked for, which may be at the printer. It ends as `printed`; of `unknown` and `refused` a person says what is next.
 */
export interface LabelStands {
  readonly is: 'due' | 'printing' | 'printed' | 'unknown' | 'refused' | 'handed' | 'left';
  readonly operator?: string;
  /** Unix ms. */
  readonly at?: number;
  /** The code of the printer that it is to come out of, where one was chosen when it was asked for. */
  readonly printer?: string;
  /** There once a job was asked for. */
  readonly job?: LabelJob;
}

/** A person's word that a finished call was a mistake, as the call's row keeps it. */
export interface SaidMistake extends Mistake {
  /** Unix ms. */
  readonly at: number;
  /** The ledger's last word about it; absent: it was not told yet. */
  readonly stands?: MistakeStands;
}

/** A call in the outbox. Source: docs/adr/2026-11-21-doubt-ends-with-the-ledger.md. Operation and parameters are never rewritten. */
export interface QueuedCall extends Omit<CarriedCall, 'state' | 'tried' | 'told' | 'passed'> {
  /** Order of enqueueing; the key of the row. */
  readonly seq: number;
  readonly lane: string;
  /** Unix ms of the last change of state. */
  readonly changedAt: number;
  readonly state: State;
  readonly tried?: Tried | undefined;
  readonly told?: Told | undefined;
  /** True where another handheld may hold it as well; absent: where it has gone by a hand-over. See `mayHaveCopy`. */
  readonly copied?: boolean | undefined;
  /** Lost answers in a row, the last try's included; `code` says how the last one was lost. */
  readonly alike?: { readonly code: string; readonly times: number } | undefined;
  /** Unix ms before which the call is not tried again; a value further off than any back-off is ignored. */
  readonly notBefore: number;
  readonly claim?: Claim;
  readonly result?: Result | undefined;
  /** The person who ended it, with the reason; nobody where a confirmed rule of the site did so untapped. */
  readonly endedBy?: { readonly operator: string; readonly reason: string } | undefined;
  /** Decisions about its key that held at the ledger, as this handheld has heard; absent: none. */
  readonly version?: number | undefined;
  /** There while a person's word that it was done can be taken back: until when (Unix ms), and its trouble before. */
  readonly undo?: { readonly until: number; readonly trouble?: Trouble | undefined } | undefined;
  /** There where a person has said that it was a mistake. */
  readonly mistake?: SaidMistake | undefined;
  /** The code of the printer that its label is to come out of, where the worker had chosen one. */
  readonly printer?: string | undefined;
  /** There where its answer brought a label. */
  readonly label?: LabelStands | undefined;
  /** There while the call is `handed-over`. */
  readonly handedOver?: HandedOver | undefined;
  readonly passed?: CarriedCall['passed'];
}

/** Tells whether a call stands until a person decides about it; what comes after it in its lane waits. */
export function needsDecision(call: Pick<QueuedCall, 'state'> | undefined): boolean {
  return call?.state === 'unconfirmed' || call?.state === 'held';
}

/** Tells whether each run of it makes one more label: it is sent because a person asks now, and never by itself later. */
export function isPrint({ operation }: Pick<QueuedCall, 'operation'>): boolean {
  return operationOf(operation).effect === 'print';
}

/**
 * Tells whether another handheld may send a copy of it: it has gone by a document, which may be taken over twice, or
 * its storage was copied. It stays so when a person has it sent anew: the copy's person gives it the same key.
 */
export function mayHaveCopy({ copied, passed = [] }: Pick<QueuedCall, 'copied' | 'passed'>): boolean {
  return copied ?? passed.length > 0;
}

/** A time of no ledger: for a call that was saved before any time was told. */
export const NEVER_TOLD: Told = { epoch: 'none', at: 0 };

/** Returns the idempotency key of the call's present generation. */
export function idempotencyKey(queued: Pick<QueuedCall, 'callId' | 'generation'>): string {
  return keyOf(queued.callId, queued.generation);
}

/** Tells whether `token` may settle the call: it is being sent under this very claim. Anybody later only adds evidence. */
export function holdsClaim(queued: Pick<QueuedCall, 'state' | 'claim'> | undefined, token: string): boolean {
  return queued?.state === 'sending' && queued.claim?.token === token;
}

/**
 * A try's progress, as far as is known: `claimed` until it ends, and for ever where its owner died; `not-forwarded`
 * never reached the service; after `no-reply` it may have; `replied` had an answer, or something in its place.
 */
export type Phase = 'claimed' | 'not-forwarded' | 'no-reply' | 'replied';

/** Returns the phase that an outcome shows. */
export function phaseOf(outcome: Outcome): Phase {
  if (outcome.kind === 'not-forwarded') return 'not-forwarded';
  if (outcome.kind !== 'no-answer' || outcome.evidence || outcome.cause === 'redirected') return 'replied';
  return 'no-reply';
}

/** One try: written before the request leaves, completed with what came of it, late evidence included. */
export interface Attempt {
  readonly id: number;
  readonly seq: number;
  readonly idempotencyKey: string;
  readonly token: string;
  readonly owner: string;
  /** Unix ms. */
  readonly startedAt: number;
  /** Unix ms; absent while it runs, and for ever where its owner died. */
  readonly endedAt?: number;
  readonly outcome?: Outcome;
  /** Absent on tries of versions before it was kept. */
  readonly phase?: Phase;
  /** True where the outcome came after the claim had passed to another. */
  readonly late?: boolean;
}
