import type { Parameters } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Of, Schema, SchemaOf } from '#contract/schema.ts';
import { among, list, named, number as time, object, text, yesOrNo } from '#contract/schemaParts.ts';

/** Names that the catalogue has, and values of its types: looked at once they are known to be texts. */
const operation = text as SchemaOf<OperationName>;
const parameters = list({ ...list(text), minItems: 2 }) as SchemaOf<Parameters>;
const textOrNull: SchemaOf<string | null> = { type: ['string', 'null'] };
const documentId = matching('^[A-Za-z0-9-]{8,64}$');

const scan = object(
  {
    text,
    raw: text,
    source: among(['wedge', 'camera', 'typed']),
    shared: yesOrNo as SchemaOf<true>,
    symbology: text,
    at: time,
    repeated: time,
  },
  ['text', 'source', 'at'],
);

const readAnswer = object(
  {
    when: among(['before', 'after']),
    question: object({ operation, parameters }, ['operation', 'parameters']),
    text: textOrNull,
    at: time,
  },
  ['when', 'question', 'text', 'at'],
);

const carried = {
  callId: matching('^[A-Za-z0-9._-]{8,88}$'), // what the gateway takes as a key, without room for a generation at its end
  generation: countFrom(1),
  operation,
  parameters,
  operator: text,
  scans: list(scan),
  enqueuedAt: time,
  tries: countFrom(0),
  inDoubt: yesOrNo,
  state: among(['waiting', 'unconfirmed', 'held']),
  passed: list(documentId), // every document that the call went by, this one included
} satisfies Record<string, Schema>;

/**
 * A call on its way from one handheld to another: everything that it is, but for its place on either. The state is what
 * it was before; the lane follows from operation and parameters.
 */
export const callSchema = object(
  {
    ...carried,
    tried: object({ epoch: text, at: time, last: time, told: time }, ['epoch', 'at']),
    trouble: object({ code: text, reason: text }, ['code', 'reason']),
    readAnswers: list(readAnswer),
  },
  Object.keys(carried) as (keyof typeof carried)[],
);

export type CarriedCall = Of<typeof callSchema>;

const anyList: SchemaOf<readonly unknown[]> = { type: 'array' };

/** Of a queue's document: what is in its lists is looked at one by one. */
export const headSchema = object({ id: documentId, at: time, calls: anyList, attempts: anyList }, [
  'id',
  'at',
  'calls',
  'attempts',
]);

/** What a try says at least: see `CarriedAttempt`. */
export const attemptSchema = object(
  { callId: text, token: named, owner: named, idempotencyKey: named, startedAt: time, endedAt: time },
  ['callId', 'token', 'owner', 'idempotencyKey', 'startedAt'],
);

function countFrom(minimum: number): SchemaOf<number> {
  return { type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER };
}

function matching(pattern: string): SchemaOf<string> {
  return { type: 'string', pattern, 'x-sentences': { pattern: 'it is none.' } };
}
