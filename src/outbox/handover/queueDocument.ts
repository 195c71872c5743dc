import { type Parameters, makeCall } from '#contract/call.ts';
import { type OperationName, isOperationName, operationOf } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { crc32 } from './checksum.ts';
import {
  type Fields,
  UnreadableQueue,
  isFields,
  fields,
  isPair,
  isId,
  isTime,
  isCount,
  broken,
  shown,
} from './queueFields.ts';
import type {
  Attempt,
  HandedOver,
  QueuedCall,
  ReadAnswer,
  ScanNote,
  Tried,
  Trouble,
} from '#outbox/state/queuedCall.ts';

/**
 * A call on its way from one handheld to another: everything that it is, but for its place on either. The state is
 * what it was before; the lane follows from operation and parameters.
 */
export interface CarriedCall extends Pick<
  QueuedCall,
  'callId' | 'generation' | 'operation' | 'parameters' | 'operator' | 'scans' | 'enqueuedAt' | 'tries' | 'inDoubt'
> {
  readonly state: Exclude<HandedOver['from'], 'asking'>;
  readonly tried?: Tried;
  readonly trouble?: Trouble;
  readonly readAnswers?: readonly ReadAnswer[];
  /** Every document that the call went by, this one included. */
  readonly passed: readonly string[];
}

/** A try, which names its call by its id, as keys of rows differ from handheld to handheld. */
export type CarriedAttempt = Omit<Attempt, 'id' | 'seq'> & { readonly callId: string };

/** A queue on its way to another handheld. There is no access key in it: every handheld has its own. */
export interface QueueDocument {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** Names the hand-over. */
  readonly id: string;
  /** Unix ms of the hand-over. */
  readonly at: number;
  readonly calls: readonly CarriedCall[];
  readonly attempts: readonly CarriedAttempt[];
}

const FORMAT = 'scanline-queue';
const EXPORT_FORMAT = 'scanline-export';
const VERSION = 1;
/** What the gateway takes as a key, without room for a generation at its end. */
const CALL_ID = /^[A-Za-z0-9._-]{8,88}$/;
const sources = ['wedge', 'camera', 'typed'] as const satisfies readonly ScanNote['source'][];
const states = ['waiting', 'unconfirmed', 'held'] as const satisfies readonly CarriedCall['state'][];

/** The document as text, with a checksum at its end: what breaks off or was edited is noticed. */
export function writeQueue(content: Pick<QueueDocument, 'id' | 'at' | 'calls' | 'attempts'>): string {
  const { id, at, calls, attempts } = content;
  return JSON.stringify({ format: FORMAT, version: VERSION, id, at, calls, attempts, sum: sumOf(content) });
}

function sumOf({ id, at, calls, attempts }: Pick<QueueDocument, 'id' | 'at'> & { calls: unknown; attempts: unknown }) {
  return crc32(new TextEncoder().encode(JSON.stringify([id, at, calls, attempts])));
}

/** Reads a document strictly. @throws UnreadableQueue naming the first thing that is wrong. */
export function readQueue(text: string): QueueDocument {
  const file = parse(text);
  if (file['format'] === EXPORT_FORMAT) {
    throw new UnreadableQueue('export', 'This is an export, not a queue that was handed over.');
  }
  if (file['format'] !== FORMAT) throw new UnreadableQueue('no-queue', 'This is not a queue of Scanline.');
  if (file['version'] !== VERSION) {
    throw new UnreadableQueue(
      'version',
      'This queue was written by another version of Scanline: update both handhelds.',
    );
  }
  const { id, at, calls, attempts, sum } = file;
  if (!isId(id) || !isTime(at) || !Array.isArray(calls) || !Array.isArray(attempts)) throw broken('its head');
  if (sum !== sumOf({ id, at, calls, attempts })) {
    throw new UnreadableQueue('damaged', 'The queue was changed or damaged on the way: hand it over again.');
  }
  const read = calls.map((call, index) => readCall(call, `call ${index + 1}`, id));
  const ids = new Set(read.map(({ callId }) => callId));
  if (ids.size !== read.length) throw new UnreadableQueue('broken', 'The queue holds a call twice.');
  const tries = attempts.map((attempt, index) => readAttempt(attempt, `try ${index + 1}`, ids));
  return { format: FORMAT, version: VERSION, id, at, calls: read, attempts: tries };
}

function parse(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw text.includes(`"${FORMAT}"`)
      ? new UnreadableQueue('cut-off', 'The queue breaks off in the middle: copy the file again.')
      : new UnreadableQueue('no-queue', 'This is not a queue of Scanline.');
  }
  if (!isFields(value)) throw new UnreadableQueue('no-queue', 'This is not a queue of Scanline.');
  return value;
}

function readCall(value: unknown, where: string, documentId: string): CarriedCall {
  const call = fields(value, where);
  const { callId, generation, operation, operator, enqueuedAt, tries, inDoubt, state, passed } = call;
  const { tried, trouble, readAnswers } = call;
  if (typeof callId !== 'string' || !CALL_ID.test(callId)) throw broken(`${where}: its id`);
  if (typeof operation !== 'string' || !isOperationName(operation)) {
    throw new UnreadableQueue(
      'version',
      `The queue cannot be taken over: this Scanline knows no operation “${shown(operation)}”.`,
    );
  }
  if (operationOf(operation).effect === 'read') {
    throw new UnreadableQueue(
      'broken',
      `The queue cannot be taken over: ${operation} is a read, and reads are never queued.`,
    );
  }
  if (!isCount(generation) || generation < 1) throw broken(`${where}: its generation`);
  if (typeof operator !== 'string' || !isTime(enqueuedAt)) throw broken(`${where}: who made it and when`);
  if (!isCount(tries) || typeof inDoubt !== 'boolean') throw broken(`${where}: its tries`);
  const known = states.find((name) => name === state);
  if (!known) throw broken(`${where}: its state`);
  if (!Array.isArray(passed) || !passed.every(isId) || passed[passed.length - 1] !== documentId)
    throw broken(`${where}: its way`);
  return {
    callId,
    generation,
    operation,
    parameters: readParameters(operation, call['parameters'], where),
    operator,
    scans: readScans(call['scans'], where),
    enqueuedAt,
    tries,
    inDoubt,
    state: known,
    ...(tried !== undefined && { tried: readTried(tried, where) }),
    ...(trouble !== undefined && { trouble: readTrouble(trouble, where) }),
    ...(readAnswers !== undefined && { readAnswers: readReadAnswers(readAnswers, where) }),
    passed,
  };
}

/** The parameters as they were: names and their order must be the catalogue's, and every value one of its type. */
function readParameters(operation: OperationName, value: unknown, where: string): Parameters {
  if (!Array.isArray(value) || !value.every(isPair)) throw broken(`${where}: its parameters`);
  let made: Parameters;
  try {
    made = makeCall(operation, Object.fromEntries(value)).parameters;
  } catch (error) {
    throw new UnreadableQueue('broken', `The queue cannot be taken over: ${where}: ${(error as Error).message}`);
  }
  if (JSON.stringify(made) !== JSON.stringify(value)) throw broken(`${where}: its parameters`);
  return made;
}

function readScans(value: unknown, where: string): readonly ScanNote[] {
  if (!Array.isArray(value)) throw broken(`${where}: its scans`);
  return value.map((scan) => {
    const { text: code, raw, source, shared, symbology, at, repeated } = fields(scan, where);
    const known = sources.find((name) => name === source);
    const isNamed = symbology === undefined || typeof symbology === 'string';
    const isWhole = raw === undefined || typeof raw === 'string';
    if (typeof code !== 'string' || !known || !isTime(at) || !isNamed || !isWhole) throw broken(`${where}: its scans`);
    return {
      text: code,
      source: known,
      ...(shared === true && { shared }),
      at,
      ...(symbology !== undefined && { symbology }),
      ...(raw !== undefined && { raw }),
      ...(typeof repeated === 'number' && { repeated }),
    };
  });
}

function readTried(value: unknown, where: string): Tried {
  const { epoch, at, last, told } = fields(value, where);
  if (typeof epoch !== 'string' || !isTime(at)) throw broken(`${where}: when it was first tried`);
  return { epoch, at, ...(isTime(last) && { last }), ...(isTime(told) && { told }) };
}

function readTrouble(value: unknown, where: string): Trouble {
  const { code, reason } = fields(value, where);
  if (typeof code !== 'string' || typeof reason !== 'string') throw broken(`${where}: what is known of it`);
  return { code, reason };
}

function readReadAnswers(value: unknown, where: string): readonly ReadAnswer[] {
  if (!Array.isArray(value)) throw broken(`${where}: what was read about it`);
  return value.map((answer) => {
    const { when, question, text, at } = fields(answer, where);
    const { operation, parameters } = fields(question, where);
    const isKnown = typeof operation === 'string' && isOperationName(operation);
    const isText = text === null || typeof text === 'string';
    if (!isKnown || !isText || !isTime(at) || (when !== 'before' && when !== 'after')) {
      throw broken(`${where}: what was read about it`);
    }
    return { when, question: { operation, parameters: readParameters(operation, parameters, where) }, text, at };
  });
}

/** A try is evidence: what a later version adds to it is kept. */
function readAttempt(value: unknown, where: string, callIds: ReadonlySet<string>): CarriedAttempt {
  const attempt = fields(value, where);
  const { callId, token, owner, idempotencyKey, startedAt, endedAt, outcome } = attempt;
  if (typeof callId !== 'string' || !callIds.has(callId)) throw broken(`${where}: it is of no call here`);
  const isNamed = [token, owner, idempotencyKey].every((name) => typeof name === 'string' && name !== '');
  if (!isNamed || !isTime(startedAt) || (endedAt !== undefined && !isTime(endedAt))) throw broken(where);
  if (outcome !== undefined && !isOutcome(outcome)) throw broken(`${where}: what came of it`);
  const { id: _id, seq: _seq, ...rest } = attempt;
  return rest as unknown as CarriedAttempt;
}

function isOutcome(value: unknown): value is Outcome {
  if (!isFields(value)) return false;
  if (value['kind'] === 'answered') return value['text'] === null || typeof value['text'] === 'string';
  return typeof value['kind'] === 'string' && typeof value['reason'] === 'string';
}
