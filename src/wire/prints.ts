import { isObject, jsonOfReply } from '#contract/json.ts';
import {
  type KnownBy,
  type PrintCause,
  type PrintJob,
  type PrintState,
  type PrintWord,
  type PrinterStanding,
  printCauses,
} from '#contract/printJob.ts';
import type { TriedAt } from './hello.ts';
import { postJson } from './postJson.ts';
import { readProblem } from './problem.ts';

/**
 * The paths at which handhelds ask for labels on paper. `PRINTS_PATH`: makes a job. `ASKED_PATH`: how jobs stand. `WORD_PATH`: a person's
 * word on one. `PRINTERS_PATH`: how the printers stand. `GRANT_PATH` and `PRINTED_PATH`: for a printer that hangs at the handheld.
 */
export const PRINTS_PATH = '/gateway/prints';
export const ASKED_PATH = '/gateway/prints/asked';
export const WORD_PATH = '/gateway/prints/word';
export const PRINTERS_PATH = '/gateway/prints/printers';
export const GRANT_PATH = '/gateway/prints/grant';
export const PRINTED_PATH = '/gateway/prints/printed';
/** The path at which a label is drawn: its text goes there, an SVG comes back. */
export const DRAWN_PATH = '/gateway/labels/picture';

/** The most jobs that are asked about at once, and the longest that the gateway waits for one of them to change, in milliseconds. */
export const PRINTS_ASKED = { jobs: 100, waitMs: 20_000 } as const;

/** Statuses of the gateway's own word about a print; whatever else comes is asked again. */
export const PRINT_STATUS = { refused: 422, 'no-call': 409, late: 410 } as const;

/** The label of a call that is wanted on paper: asked twice it is one job. */
export interface PrintAsked {
  /** The idempotency key of the call. */
  readonly call: string;
  /** From 1; another one than the first takes a person's word, which `sayOfPrint` says. */
  readonly copy: number;
  /** The code on the printer's sticker. */
  readonly printer: string;
  /** The worker's id; empty: nobody is signed in. */
  readonly by: string;
  /** The time at which it was first asked for; absent: a handheld of before, or one that was told no time. */
  readonly tried?: TriedAt;
}

/**
 * The gateway's word. `no-call`: its ledger does not have the answer yet, or no more. `refused`: it makes no job, with a sentence for IT;
 * `late`: the job is past that. `older`: it knows of no printers. `away`: nobody answers, or it can do nothing now; it may be asked again.
 */
export type PrintAnswer =
  | { readonly is: 'job'; readonly job: PrintJob }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'no-call' | 'late' | 'older' | 'away' };

/** The standing of a job as a handheld has it. */
export type PrintKnown = Pick<PrintJob, 'id' | 'state' | 'cause' | 'decided'>;

/** The jobs that were asked about. */
export interface PrintsHeard {
  readonly jobs: readonly PrintJob[];
  /** Ids of jobs that the ledger does not have. */
  readonly gone: readonly string[];
}

/** A person's word on a job. */
export interface PrintSaid {
  readonly id: string;
  readonly word: PrintWord;
  /** The worker's id. */
  readonly by: string;
  /** The code of the printer that it goes to; present with `move`, and with `again` where it is another one. */
  readonly printer?: string;
}

/** A label that is given out to the handheld that has its printer, once: the job is `sending` since. */
export interface PrintGrant {
  readonly id: string;
  /** By it alone the handheld says what came of it. */
  readonly ticket: string;
  readonly text: string;
  /** The labels that it makes; absent: it was not to be read. */
  readonly labels?: number;
  /** The number that the printer is asked to send back. */
  readonly number: string;
}

/** A handheld's word on a grant. `leaves`: bytes of it leave from now on. `waits`: what keeps the printer that has it. Others end it. */
export type GrantWord =
  | { readonly is: 'leaves'; readonly again: boolean }
  | { readonly is: 'waits'; readonly cause?: PrintCause | undefined }
  | { readonly is: 'kept-back' | 'unknown'; readonly cause: PrintCause; readonly detail?: string }
  | { readonly is: 'printed'; readonly knownBy: KnownBy };

/** A word on a grant as it is told. */
export interface GrantTold {
  readonly id: string;
  readonly ticket: string;
  readonly word: GrantWord;
}

/** Asks for a label on paper. Never throws. */
export function askPrint(fetch: typeof globalThis.fetch, asked: PrintAsked, timeoutMs: number): Promise<PrintAnswer> {
  return askOne(fetch, PRINTS_PATH, asked, timeoutMs);
}

/** Says a person's word on a job. Never throws. @returns the job that it is about now: of `again` the new copy. */
export function sayOfPrint(fetch: typeof globalThis.fetch, said: PrintSaid, timeoutMs: number): Promise<PrintAnswer> {
  return askOne(fetch, WORD_PATH, said, timeoutMs);
}

async function askOne(
  fetch: typeof globalThis.fetch,
  path: string,
  value: object,
  timeoutMs: number,
): Promise<PrintAnswer> {
  try {
    return await postJson(fetch, path, value, timeoutMs, async (reply): Promise<PrintAnswer> => {
      if (!reply.ok) return wordIn(reply);
      const body = await jsonOfReply(reply);
      const job = printJobIn(isObject(body) ? body['job'] : undefined);
      return job ? { is: 'job', job } : { is: 'away' };
    });
  } catch {
    return { is: 'away' };
  }
}

/** Reads what a reply without a job says. What is not the gateway's own word says nothing. */
async function wordIn(reply: Response): Promise<PrintAnswer> {
  const problem = readProblem(await reply.text());
  if (!problem) return { is: reply.status === 404 || reply.status === 405 ? 'older' : 'away' };
  if (reply.status === PRINT_STATUS['no-call']) return { is: 'no-call' };
  if (reply.status === PRINT_STATUS.late) return { is: 'late' };
  if (reply.status === PRINT_STATUS.refused || reply.status === 400) return { is: 'refused', why: problem.detail };
  return { is: 'away' };
}

/**
 * Asks how jobs stand. The gateway answers when one of them stands otherwise than is known here, and at the end of the wait. Never throws.
 *
 * @param waitMs - the longest that the gateway waits, milliseconds; 0: it tells at once. @param ended - gives the question up.
 * @returns `undefined` where nobody answers, or something that knows of no printers.
 */
export async function askPrints(
  fetch: typeof globalThis.fetch,
  known: readonly PrintKnown[],
  waitMs: number,
  timeoutMs: number,
  ended?: AbortSignal,
): Promise<PrintsHeard | undefined> {
  const jobs = known
    .slice(0, PRINTS_ASKED.jobs)
    .map(({ id, state, cause, decided }) => ({ id, state, ...(cause && { cause }), ...(decided && { decided }) }));
  const read = async (reply: Response) => (reply.ok ? heardIn(await jsonOfReply(reply)) : undefined);
  try {
    return await postJson(fetch, ASKED_PATH, { jobs, waitMs }, waitMs + timeoutMs, read, ended);
  } catch {
    return undefined;
  }
}

function heardIn(value: unknown): PrintsHeard | undefined {
  const { jobs, gone } = isObject(value) ? value : {};
  if (!Array.isArray(jobs) || !Array.isArray(gone)) return undefined;
  return {
    jobs: jobs.flatMap((one: unknown) => printJobIn(one) ?? []),
    gone: gone.filter((one) => typeof one === 'string'),
  };
}

/** Asks how the printers of the site stand. Never throws. @returns `undefined` where nobody answers, or something that knows of none. */
export async function askPrinters(
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<readonly PrinterStanding[] | undefined> {
  const read = async (reply: Response) => (reply.ok ? printersIn(await jsonOfReply(reply)) : undefined);
  try {
    return await postJson(fetch, PRINTERS_PATH, {}, timeoutMs, read);
  } catch {
    return undefined;
  }
}

function printersIn(value: unknown): readonly PrinterStanding[] | undefined {
  const list = isObject(value) ? value['printers'] : undefined;
  return Array.isArray(list) ? list.flatMap((one: unknown) => standingIn(one) ?? []) : undefined;
}

function standingIn(value: unknown): PrinterStanding | undefined {
  const { printer, is, cause, queued, unknown, heardAt } = isObject(value) ? value : {};
  if (typeof printer !== 'string' || !standings.includes(is)) return undefined;
  return {
    printer,
    is: is as PrinterStanding['is'],
    ...(isCause(cause) && { cause }),
    queued: Number(queued) || 0,
    unknown: Number(unknown) || 0,
    ...(typeof heardAt === 'number' && { heardAt }),
  };
}

/**
 * Takes the label of a job whose printer hangs at this handheld. Never throws.
 *
 * @returns `late`: it is another one's, or past that. `away`: nobody answers; the label may be given out all the same, so the job is looked
 * at before anything else is done.
 */
export async function takeGrant(
  fetch: typeof globalThis.fetch,
  id: string,
  timeoutMs: number,
): Promise<PrintGrant | 'late' | 'away'> {
  try {
    return await postJson(fetch, GRANT_PATH, { id }, timeoutMs, async (reply) => {
      if (!reply.ok) return reply.status === PRINT_STATUS.late ? 'late' : 'away';
      return grantIn(await jsonOfReply(reply)) ?? 'away';
    });
  } catch {
    return 'away';
  }
}

function grantIn(value: unknown): PrintGrant | undefined {
  const { id, ticket, text, labels, number } = isObject(value) ? value : {};
  if (typeof id !== 'string' || typeof ticket !== 'string' || typeof text !== 'string' || typeof number !== 'string')
    return undefined;
  return { id, ticket, text, number, ...(typeof labels === 'number' && { labels }) };
}

/**
 * Tells what comes of a grant. Never throws.
 *
 * @returns `lost`: the job is not this grant's any more, and no byte of it may leave. `later`: nobody has taken the word.
 */
export async function tellPrinted(
  fetch: typeof globalThis.fetch,
  told: GrantTold,
  timeoutMs: number,
): Promise<'taken' | 'lost' | 'later'> {
  try {
    const status = await postJson(fetch, PRINTED_PATH, told, timeoutMs, (reply) => reply.status);
    return status === 204 ? 'taken' : status === PRINT_STATUS.late ? 'lost' : 'later';
  } catch {
    return 'later';
  }
}

const states: readonly unknown[] = ['queued', 'sending', 'printed', 'unknown', 'refused'] satisfies PrintState[];
const ways: readonly unknown[] = ['count', 'taken', 'handed', 'person'] satisfies KnownBy[];
const standings: readonly unknown[] = ['ready', 'printing', 'waits', 'unheard'] satisfies PrinterStanding['is'][];
const causes: readonly unknown[] = printCauses;

const isCause = (value: unknown): value is PrintCause => causes.includes(value);

/** Reads a job. @returns `undefined`: it is none, or in a state that is not known here. */
function printJobIn(value: unknown): PrintJob | undefined {
  const { id, call, copy, operation, printer, state, cause, detail, knownBy, labels, decided, madeAt, settledAt } =
    isObject(value) ? value : {};
  if (typeof id !== 'string' || typeof call !== 'string' || typeof copy !== 'number') return undefined;
  if (typeof printer !== 'string' || typeof madeAt !== 'number' || !states.includes(state)) return undefined;
  return {
    id,
    call,
    copy,
    operation: typeof operation === 'string' ? operation : '',
    printer,
    state: state as PrintState,
    ...(isCause(cause) && { cause }),
    ...(typeof detail === 'string' && { detail }),
    ...(ways.includes(knownBy) && { knownBy: knownBy as KnownBy }),
    ...(typeof labels === 'number' && { labels }),
    ...(decided === 'lost' && { decided }),
    madeAt,
    ...(typeof settledAt === 'number' && { settledAt }),
  };
}
