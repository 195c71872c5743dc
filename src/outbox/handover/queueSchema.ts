import type { Schema } from '#contract/schema.ts';
import { among, list, named, number as time, object, text, yesOrNo } from '#contract/schemaParts.ts';

const parameters = list({ ...list(text), minItems: 2 });

const scan = object(
  {
    text,
    raw: text,
    source: among(['wedge', 'camera', 'typed']),
    shared: yesOrNo,
    symbology: text,
    at: time,
    repeated: time,
  },
  ['text', 'source', 'at'],
);

const readAnswer = object(
  {
    when: among(['before', 'after']),
    question: object({ operation: text, parameters }, ['operation', 'parameters']),
    text: { type: ['string', 'null'] },
    at: time,
  },
  ['when', 'question', 'text', 'at'],
);

const carried = {
  callId: matching('^[A-Za-z0-9._-]{8,88}$'), // what the gateway takes as a key, without room for a generation at its end
  generation: countFrom(1),
  operation: text,
  parameters,
  operator: text,
  scans: list(scan),
  enqueuedAt: time,
  tries: countFrom(0),
  inDoubt: yesOrNo,
  state: among(['waiting', 'unconfirmed', 'held']),
  passed: list(matching('^[A-Za-z0-9-]{8,64}$')),
} satisfies Record<string, Schema>;

/** A call that goes from one handheld to another: see `CarriedCall`. */
export const callSchema = object(
  {
    ...carried,
    tried: object({ epoch: text, at: time, last: time, told: time }, ['epoch', 'at']),
    trouble: object({ code: text, reason: text }, ['code', 'reason']),
    readAnswers: list(readAnswer),
  },
  Object.keys(carried) as (keyof typeof carried)[],
);

/** What a try says at least: see `CarriedAttempt`. */
export const attemptSchema = object(
  { callId: text, token: named, owner: named, idempotencyKey: named, startedAt: time, endedAt: time },
  ['callId', 'token', 'owner', 'idempotencyKey', 'startedAt'],
);

function countFrom(minimum: number): Schema {
  return { type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER };
}

function matching(pattern: string): Schema {
  return { type: 'string', pattern, 'x-sentences': { pattern: 'it is none.' } };
}
