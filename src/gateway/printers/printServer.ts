import type { Socket } from 'node:net';
import type { PrintCause } from '#contract/printJob.ts';
import type { PrintingEnd, PrintingPorts } from '#label/printing.ts';
import { type PrinterPlace, type SitePrinter, printerPlaceOf } from '#site/printers.ts';
import { type IppAnswer, type IppAsked, type IppWay, askIpp, ippOperations } from './askIpp.ts';
import {
  type IppGroup,
  hasNoIppValue,
  ippBoolean,
  ippGroup,
  ippGroups,
  ippNumber,
  ippTags,
  ippText,
  ippNumberOf,
  ippTextsOf,
} from './ippMessage.ts';
import { plain, standingAsked, takesPdf, whyItWaits, whyNotTaken } from './serverStanding.ts';

/** The ports of handing a document over. */
export interface HandOverPorts extends Pick<PrintingPorts, 'mayLeave' | 'waitsFor' | 'now' | 'wait' | 'signal'> {
  /** Opens a connection to a print server, once its address was resolved and allowed. @throws where nobody takes it, or none is opened there */
  readonly connect: (place: PrinterPlace) => Promise<Socket>;
}

/** The end of handing a document over. `refused`: the server said that it made no job of it, or the job ended before it was begun. */
export type HandedEnd = PrintingEnd | { readonly is: 'refused'; readonly detail?: string };

/** Milliseconds before each try of a server that takes no job just now; the last one goes on. */
const BUSY_MS = [1_000, 2_000, 5_000, 10_000];
/** Milliseconds after which a server that takes no job is believed not to. */
const MOST_BUSY_MS = 300_000;
/** Milliseconds before each look for a job whose request was cut: a server may have to notice the cut first. */
const LOOKS_MS = [500, 3_000, 10_000];
/** Milliseconds before each look at a job; the last one goes on. */
const PAUSES_MS = [300, 700, 1_000, 2_000, 5_000];
/** Milliseconds in which something has to become of a job that nothing is said to keep. */
const QUIET_MS = 600_000;
/** The most jobs that are looked through. */
const MOST_JOBS = 1_000;

/** Statuses of a server that made no job and may later. Source: RFC 8011, B.1.5. */
const passing: ReadonlyMap<number, string> = new Map([
  [0x0502, 'server-error-service-unavailable'],
  [0x0506, 'server-error-not-accepting-jobs'],
  [0x0507, 'server-error-busy'],
  [0x050b, 'server-error-too-many-jobs'],
]);

/** Statuses of a server that made no job and will not. Any other of its own errors leaves open whether it did. Source: RFC 8011, B.1.4 and B.1.5. */
const refusing: ReadonlyMap<number, string> = new Map([
  [0x0400, 'client-error-bad-request'],
  [0x0401, 'client-error-forbidden'],
  [0x0402, 'client-error-not-authenticated'],
  [0x0403, 'client-error-not-authorized'],
  [0x0404, 'client-error-not-possible'],
  [0x0406, 'client-error-not-found'],
  [0x0408, 'client-error-request-entity-too-large'],
  [0x040a, 'client-error-document-format-not-supported'],
  [0x0501, 'server-error-operation-not-supported'],
  [0x0503, 'server-error-version-not-supported'],
  [0x050a, 'server-error-printer-is-deactivated'],
]);

const NOT_FOUND = 0x0406;
const [FIRST_CLIENT_ERROR, LAST_CLIENT_ERROR] = [0x0400, 0x04ff];
const LAST_SUCCESS = 0x00ff;

/** The states of a job. Source: RFC 8011, 5.3.7. */
const jobStates = { held: 4, canceled: 7, aborted: 8, completed: 9 } as const;

const unknown = (cause: PrintCause, detail?: string): HandedEnd => ({
  is: 'unknown',
  cause,
  ...(detail !== undefined && { detail }),
});
const keptBack = (cause: PrintCause, detail?: string): HandedEnd => ({
  is: 'kept-back',
  cause,
  ...(detail !== undefined && { detail }),
});
const refused = (detail: string): HandedEnd => ({ is: 'refused', detail });

/**
 * Hands a PDF over to a print server once, and looks on until its job has ended there.
 *
 * - Nothing is sent where the printer is stopped, tells what keeps it, or takes no PDF.
 * - A job that is completed was handed over: the server says no more of the paper.
 * - A request that was cut is never sent again: the job is looked for by its name, which is the print's id. Where it is not there, nobody knows.
 * - A server that says of itself that it made no job (it is busy) is asked again, as it has nothing of the label.
 * - A job that was cancelled or aborted may have printed: only of one that never began (`time-at-processing` has no value) is it sure that it did
 *   not. `job-impressions-completed` is not believed, as servers count 0 where their driver counts nothing.
 *
 * @param id - at most 255 letters. @throws whatever `mayLeave` throws before the first byte; never by what a server says.
 */
export async function handOver(
  printer: SitePrinter,
  pdf: Uint8Array,
  id: string,
  ports: HandOverPorts,
): Promise<HandedEnd> {
  const place = printerPlaceOf(printer);
  if (!place) return keptBack('away');
  const way: IppWay = { place, connect: ports.connect, signal: ports.signal };
  const ask = (asked: IppAsked): Promise<IppAnswer> => askIpp(way, asked);
  const why = whyNot(await ask(aboutPrinter));
  if (why) return ports.signal.aborted ? keptBack('stopped') : why;
  const made = await makeJob(ask, pdf, id, ports);
  return typeof made === 'number' ? await follow(ask, made, ports) : made;
}

type Ask = (asked: IppAsked) => Promise<IppAnswer>;

const aboutPrinter: IppAsked = {
  operation: ippOperations.getPrinterAttributes,
  attributes: [requested(standingAsked)],
};

function requested(names: readonly string[]) {
  return ['requested-attributes', ...names.map((name) => ippText(ippTags.keyword, name))] as const;
}

/** Returns why nothing is sent to a printer that answers so; `undefined`: nothing keeps it. */
function whyNot(answer: IppAnswer): HandedEnd | undefined {
  if (answer.is === 'unasked') return keptBack('away', answer.detail);
  if (answer.is === 'refused') return keptBack('fault', answer.detail);
  if (answer.is !== 'said') return keptBack('silent');
  const { status } = answer;
  if (status > LAST_SUCCESS) return keptBack(passing.has(status) ? 'busy' : 'fault', wordOf(status));
  const printer = groupOf(answer, ippGroups.printer);
  if (!printer) return keptBack('silent');
  const kept = whyNotTaken(printer);
  if (kept) return keptBack(kept.cause, kept.detail);
  return takesPdf(printer) ? undefined : refused('client-error-document-format-not-supported');
}

/** Has the server make a job of the document. @returns the job's number there, or the end. @throws whatever `mayLeave` throws the first time */
async function makeJob(ask: Ask, pdf: Uint8Array, id: string, ports: HandOverPorts): Promise<number | HandedEnd> {
  const from = ports.now();
  let isWaiting = false;
  try {
    for (let tries = 0; ; tries += 1) {
      const answer = await send(ask, pdf, id, ports, tries > 0);
      if (answer.is === 'forbidden') return { is: 'lost' };
      if (answer.is === 'refused') return refused(answer.detail);
      if (answer.is === 'unsaid') return await findJob(ask, id, ports, unknown('cut'));
      if (answer.is === 'unasked' && tries === 0)
        return ports.signal.aborted ? keptBack('stopped') : keptBack('away', answer.detail);
      const why = answer.is === 'unasked' ? answer.detail : passing.get(answer.status);
      if (answer.is === 'said' && (why === undefined || jobIdOf(answer) !== undefined))
        return await jobOf(ask, answer, id, ports);
      if (ports.signal.aborted || ports.now() - from > MOST_BUSY_MS) return refused(why ?? '');
      if (!isWaiting) ports.waitsFor('busy');
      isWaiting = true;
      await ports.wait(atMost(BUSY_MS, tries));
    }
  } finally {
    if (isWaiting) ports.waitsFor(undefined);
  }
}

/** Sends the document once, where it may leave. @param isAgain - the server said that it made no job of it before. */
async function send(ask: Ask, pdf: Uint8Array, id: string, ports: HandOverPorts, isAgain: boolean): Promise<IppAnswer> {
  const asked: IppAsked = {
    operation: ippOperations.printJob,
    attributes: [
      ['job-name', ippText(ippTags.name, id)],
      ['document-format', ippText(ippTags.mimeType, 'application/pdf')],
    ],
    job: ippGroup(ippGroups.job, [['copies', ippNumber(ippTags.integer, 1)]]), // a queue may have another number of its own
    document: pdf,
    mayLeave: () => ports.mayLeave(isAgain),
  };
  if (!isAgain) return await ask(asked);
  return await ask(asked).catch((error: unknown) => ({ is: 'unasked', detail: String(error) }));
}

/** Returns the number of the job that a server says it made, or why there is none. */
async function jobOf(ask: Ask, answer: Said, id: string, ports: HandOverPorts): Promise<number | HandedEnd> {
  const jobId = jobIdOf(answer);
  if (jobId !== undefined) return jobId;
  const { status } = answer;
  const isRefused = refusing.has(status) || (status >= FIRST_CLIENT_ERROR && status <= LAST_CLIENT_ERROR);
  if (isRefused) return refused(wordOf(status));
  return await findJob(ask, id, ports, status > LAST_SUCCESS ? unknown('not-taken', wordOf(status)) : unknown('cut'));
}

/** The last one has CUPS read a job that it keeps on its disk alone: it leaves the name of such a job out where nothing else is asked (2.4.2). */
const jobsAsked = ['job-id', 'job-name', 'job-impressions-completed'] as const;

/** Looks for a job by its name, as what came of its request is not known. @param otherwise - the end where it is not found. */
async function findJob(
  ask: Ask,
  id: string,
  { wait, signal }: HandOverPorts,
  otherwise: HandedEnd,
): Promise<number | HandedEnd> {
  for (const pauseMs of LOOKS_MS) {
    await wait(pauseMs);
    // In this order: one that ends meanwhile is in the second.
    for (const which of ['not-completed', 'completed']) {
      if (signal.aborted) return unknown('stopped');
      const answer = await ask({
        operation: ippOperations.getJobs,
        attributes: [
          ['limit', ippNumber(ippTags.integer, MOST_JOBS)],
          requested(jobsAsked),
          ['which-jobs', ippText(ippTags.keyword, which)],
          ['my-jobs', ippBoolean(true)],
        ],
      });
      const jobs = answer.is === 'said' ? answer.groups.filter(({ tag }) => tag === ippGroups.job) : [];
      const found = ippNumberOf(
        jobs.find((job) => ippTextsOf(job, 'job-name')[0] === id),
        'job-id',
      );
      if (found !== undefined) return found;
    }
  }
  return otherwise;
}

/** Looks at a job until it has ended, or nothing becomes of it. */
async function follow(ask: Ask, jobId: number, ports: HandOverPorts): Promise<HandedEnd> {
  let newAt = ports.now();
  let last = '';
  let waitsFor: PrintCause | undefined;
  try {
    for (let looks = 0; ; looks += 1) {
      await ports.wait(atMost(PAUSES_MS, looks));
      const answer = await ask(aboutJob(jobId));
      if (ports.signal.aborted) return unknown('stopped');
      if (answer.is === 'said' && answer.status === NOT_FOUND) return unknown('no-end', wordOf(NOT_FOUND));
      const job = groupOf(answer, ippGroups.job);
      const ended = job && endOf(job);
      if (ended) return ended;
      const printer = groupOf(await ask(aboutPrinter), ippGroups.printer);
      if (ports.signal.aborted) return unknown('stopped');
      const told = job && printer && (isHeld(job) ? 'paused' : whyItWaits(printer)?.cause);
      const kept = told ?? (job && printer ? undefined : 'away');
      const now = ports.now();
      const said = JSON.stringify([movesOf(job, jobAsked), movesOf(printer, standingAsked)]);
      if (said !== last || told !== undefined) newAt = now;
      last = said;
      if (now - newAt > QUIET_MS) return unknown('no-end');
      if (kept !== waitsFor) ports.waitsFor((waitsFor = kept));
    }
  } finally {
    if (waitsFor !== undefined) ports.waitsFor(undefined);
  }
}

const jobAsked = ['job-state', 'job-state-reasons', 'job-impressions-completed', 'time-at-processing'] as const;

function aboutJob(jobId: number): IppAsked {
  return {
    operation: ippOperations.getJobAttributes,
    jobId: ippNumber(ippTags.integer, jobId),
    attributes: [requested(jobAsked)],
  };
}

/** Returns the end of a job; `undefined`: it has none yet. */
function endOf(job: IppGroup): HandedEnd | undefined {
  const state = ippNumberOf(job, 'job-state');
  const reasons = ippTextsOf(job, 'job-state-reasons');
  if (state === jobStates.completed) {
    const withErrors = reasons.find((reason) => reason === 'job-completed-with-errors');
    return withErrors === undefined ? { is: 'printed', knownBy: 'handed' } : unknown('fault', withErrors);
  }
  if (state !== jobStates.canceled && state !== jobStates.aborted) return undefined;
  const detail = plain(
    reasons.find((reason) => reason !== 'none') ?? (state === jobStates.aborted ? 'aborted' : 'canceled'),
  );
  return hasNoIppValue(job, 'time-at-processing') ? refused(detail) : unknown('not-taken', detail);
}

function isHeld(job: IppGroup): boolean {
  return ippNumberOf(job, 'job-state') === jobStates.held;
}

/** Returns what is seen to move in a group. */
function movesOf(group: IppGroup | undefined, names: readonly string[]): readonly unknown[] {
  return names.map((name) => ippNumberOf(group, name) ?? ippTextsOf(group, name));
}

type Said = Extract<IppAnswer, { is: 'said' }>;

function jobIdOf(answer: Said): number | undefined {
  return ippNumberOf(groupOf(answer, ippGroups.job), 'job-id');
}

/** Returns the first group of a kind in an answer that is no error. */
function groupOf(answer: IppAnswer, tag: number): IppGroup | undefined {
  return answer.is === 'said' && answer.status <= LAST_SUCCESS
    ? answer.groups.find((group) => group.tag === tag)
    : undefined;
}

/** Returns the name of a status. Source: RFC 8011, B.1. */
function wordOf(status: number): string {
  return passing.get(status) ?? refusing.get(status) ?? `IPP 0x${status.toString(16).padStart(4, '0')}`;
}

function atMost(pausesMs: readonly number[], index: number): number {
  return pausesMs[Math.min(index, pausesMs.length - 1)] ?? 0;
}
