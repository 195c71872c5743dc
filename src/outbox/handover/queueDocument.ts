import { attempt } from '#contract/attempt.ts';
import { type Parameters, makeCall } from '#contract/call.ts';
import { type OperationName, isOperationName, operationOf } from '#contract/catalogue.ts';
import { crc32 } from './checksum.ts';
import { type SchemaOf, readBy } from '#contract/schema.ts';
import { carriedAttempt, carriedCall, documentHead } from '#outbox/state/callSchema.ts';
import { isObject, parseJson } from '#contract/json.ts';
import { UnreadableQueue, broken } from './unreadableQueue.ts';
import type { Attempt, CarriedCall } from '#outbox/state/queuedCall.ts';

/** A try, which names its call by its id, as keys of rows differ from handheld to handheld. */
export type CarriedAttempt = Omit<Attempt, 'id' | 'seq'> & { readonly callId: string };

/** A queue on its way to another handheld. There is no access key in it: every handheld has its own. */
export interface QueueDocument {
  readonly id: string;
  /** Unix ms of the hand-over. */
  readonly at: number;
  readonly calls: readonly CarriedCall[];
  readonly attempts: readonly CarriedAttempt[];
}

const FORMAT = 'scanline-queue';
const EXPORT_FORMAT = 'scanline-export';
const VERSION = 1;
/** Values of a document, at most: of the calls of weeks without a network. */
const MOST_QUEUED = 4_000_000;

/** The document as text, with a checksum at its end: what breaks off or was edited is noticed. */
export function writeQueue(content: QueueDocument): string {
  const { id, at, calls, attempts } = content;
  return JSON.stringify({ format: FORMAT, version: VERSION, id, at, calls, attempts, sum: sumOf(content) });
}

function sumOf({ id, at, calls, attempts }: Pick<QueueDocument, 'id' | 'at'> & { calls: unknown; attempts: unknown }) {
  return crc32(new TextEncoder().encode(JSON.stringify([id, at, calls, attempts])));
}

/** Reads a document strictly. @throws UnreadableQueue naming the first thing that is wrong. */
export function readQueue(text: string): QueueDocument {
  const file = attempt(() => parseJson(text.replace(/^\uFEFF/, ''), undefined, MOST_QUEUED));
  if (file === undefined && text.includes(`"${FORMAT}"`)) {
    throw new UnreadableQueue('cut-off', 'The queue breaks off in the middle: copy the file again.');
  }
  if (isObject(file) && file['format'] === EXPORT_FORMAT) {
    throw new UnreadableQueue('export', 'This is an export, not a queue that was handed over.');
  }
  if (!isObject(file) || file['format'] !== FORMAT) {
    throw new UnreadableQueue('no-queue', 'This is not a queue of Scanline.');
  }
  if (file['version'] !== VERSION) {
    throw new UnreadableQueue(
      'version',
      'This queue was written by another version of Scanline: update both handhelds.',
    );
  }
  const { id, at, calls, attempts } = readAs(documentHead, file, 'its head');
  if (file['sum'] !== sumOf({ id, at, calls, attempts })) {
    throw new UnreadableQueue('damaged', 'The queue was changed or damaged on the way: hand it over again.');
  }
  const read = calls.map((call, index) => readCall(call, `call ${index + 1}`, id));
  const ids = new Set(read.map(({ callId }) => callId));
  if (ids.size !== read.length) throw new UnreadableQueue('broken', 'The queue holds a call twice.');
  const tries = attempts.map((one, index) => readAttempt(one, `try ${index + 1}`, ids));
  return { id, at, calls: read, attempts: tries };
}

/** @throws UnreadableQueue where a value is not what a schema says. @returns what the schema knows of it. */
function readAs<T>(schema: SchemaOf<T>, value: unknown, where: string): T {
  try {
    return readBy(schema, value, where);
  } catch (error) {
    throw broken(`${where}: ${(error as Error).message}`);
  }
}

function readCall(value: unknown, where: string, documentId: string): CarriedCall {
  const call = readAs(carriedCall, value, where);
  const { operation, parameters, readAnswers, passed } = call;
  if (!isOperationName(operation)) {
    const known = `this Scanline knows no operation “${String(operation).slice(0, 40)}”`;
    throw new UnreadableQueue('version', `The queue cannot be taken over: ${known}.`);
  }
  if (operationOf(operation).effect === 'read') throw broken(`${operation} is a read, and reads are never queued.`);
  checkParameters(operation, parameters, where);
  for (const { question } of readAnswers ?? []) checkParameters(question.operation, question.parameters, where);
  if (passed.at(-1) !== documentId) throw broken(`${where}: passed: it did not go by this document.`);
  return call;
}

/** Names and their order must be the catalogue's, and every value one of its type. */
function checkParameters(operation: OperationName, parameters: Parameters, where: string): void {
  let made: Parameters;
  try {
    if (!isOperationName(operation)) throw new TypeError('parameters: they are of no operation.');
    made = makeCall(operation, Object.fromEntries(parameters)).parameters;
  } catch (error) {
    throw broken(`${where}: ${(error as Error).message}`);
  }
  if (JSON.stringify(made) !== JSON.stringify(parameters)) throw broken(`${where}: parameters: they are in disorder.`);
}

/** A try is evidence: what a later version adds to it is kept. */
function readAttempt(value: unknown, where: string, callIds: ReadonlySet<string>): CarriedAttempt {
  const { callId } = readAs(carriedAttempt, value, where);
  if (!callIds.has(callId)) throw broken(`${where}: it is of no call here.`);
  const { id: _id, seq: _seq, ...tried } = value as Attempt & Pick<CarriedAttempt, 'callId'>;
  const { outcome } = tried;
  if (outcome !== undefined && !isOutcome(outcome)) throw broken(`${where}: outcome: it cannot be read.`);
  return tried;
}

function isOutcome(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value['kind'] === 'answered') return value['text'] === null || typeof value['text'] === 'string';
  return typeof value['kind'] === 'string' && typeof value['reason'] === 'string';
}
