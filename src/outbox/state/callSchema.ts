import type { Parameters } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import {
  type Schema,
  type SchemaOf,
  among,
  list,
  named,
  anyNumber,
  object,
  text,
  wholeNumber,
  yesOrNo,
} from '#contract/schema.ts';

// What of a call goes from one handheld to another. The types of `queuedCall.ts` follow from it.

/** Unix ms. */
const time = anyNumber;
/** Names that the catalogue has, and values of its types: looked at once they are known to be texts. */
const operation = text as SchemaOf<OperationName>;
const parameters = list({ ...list(text), minItems: 2 }) as SchemaOf<Parameters>;
const textOrNull: SchemaOf<string | null> = { type: ['string', 'null'] };
const timeIfAny: SchemaOf<number | undefined> = time;
const documentId = matching('^[A-Za-z0-9-]{8,64}$');

/** A scan as it was taken for a call: what the worker held in the hand, kept beside the parameters. */
export const scanNote = object(
  {
    /** The part that was taken: the whole code, or the value of one GS1 element. */
    text,
    /** The whole code, where only a part of it was taken. */
    raw: text,
    source: among(['wedge', 'camera', 'typed']),
    /** Another app or a link has brought it. `source` is then `typed`: it counts as such where codes have to be scanned. */
    shared: yesOrNo as SchemaOf<true>,
    symbology: text,
    at: time,
    /** Repeats that the guard against a second pull of the trigger held back; absent where there was none. */
    repeated: anyNumber,
  },
  ['text', 'source', 'at'],
);

/** A read's answer about the object of a write, before it was sent or after: evidence, and no verdict. */
export const readEvidence = object(
  {
    when: among(['before', 'after']),
    question: object({ operation, parameters }, ['operation', 'parameters']),
    text: textOrNull,
    at: time,
  },
  ['when', 'question', 'text', 'at'],
);

/** The first try of the call's key, in the gateway's words: its ledger's epoch and its clock. */
export const tried = object(
  {
    epoch: text,
    at: time,
    /** The last that a gateway told before this try, and with it; Unix ms. */
    last: timeIfAny,
    told: time,
  },
  ['epoch', 'at'],
);

/** A time that a gateway told, in its ledger's epoch, Unix ms. */
export const told = object({ epoch: text, at: time }, ['epoch', 'at']);

/** The reason why a call is `unconfirmed`, `held` or waiting again: one sentence, and a code for programs. */
export const trouble = object({ code: text, reason: text }, ['code', 'reason']);

const always = {
  callId: matching('^[A-Za-z0-9._-]{8,88}$'), // what the gateway takes as a key, without room for a generation at its end
  /** 1, and one more each time a person, or a changed access key, sends the call anew. */
  generation: countFrom(1),
  operation,
  /** Table order, without apiKey. */
  parameters,
  /** User id of the worker who made the call. */
  operator: text,
  scans: list(scanNote),
  enqueuedAt: time,
  /** Tries in this generation. */
  tries: countFrom(0),
  /** True where a try of this generation may have reached the service: the ledger is asked, nothing is cancelled. */
  inDoubt: yesOrNo,
  /** The state before the hand-over. */
  state: among(['waiting', 'unconfirmed', 'held']),
  /** Every document by which it went from handheld to handheld, the oldest first: none of them is taken over twice. */
  passed: list(documentId),
} satisfies Record<string, Schema>;

/**
 * A call on its way from one handheld to another: everything that it is, but for its place on either. The lane follows
 * from operation and parameters.
 */
export const carriedCall = object(
  {
    ...always,
    tried,
    /** The last that its handheld was told before the call was saved, or before a person had it sent anew; absent: none. */
    told,
    trouble,
    /** The reads about it, the oldest first. */
    readAnswers: list(readEvidence),
  },
  Object.keys(always) as (keyof typeof always)[],
);

const anyList: SchemaOf<readonly unknown[]> = { type: 'array' };

/** The head of a queue's document: what is in its lists is looked at one by one. */
export const documentHead = object({ id: documentId, at: time, calls: anyList, attempts: anyList }, [
  'id',
  'at',
  'calls',
  'attempts',
]);

/** The fields that a try must have: see `CarriedAttempt`. */
export const carriedAttempt = object(
  { callId: text, token: named, owner: named, idempotencyKey: named, startedAt: time, endedAt: time },
  ['callId', 'token', 'owner', 'idempotencyKey', 'startedAt'],
);

function countFrom(minimum: number): SchemaOf<number> {
  return { ...wholeNumber, minimum, maximum: Number.MAX_SAFE_INTEGER };
}

function matching(pattern: string): SchemaOf<string> {
  return { type: 'string', pattern, 'x-sentences': { pattern: 'it is none.' } };
}
