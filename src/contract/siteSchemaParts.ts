import { KEY_PARAMETER } from '#contract/call.ts';
import { operationNames, operationOf } from '#contract/catalogue.ts';
import { barcodeFormats } from '#contract/codes.ts';
import type { Schema } from '#contract/schema.ts';

/** The longest pattern of a code, in characters. */
const MAX_PATTERN_LENGTH = 200;

const reads = operationNames.filter((name) => operationOf(name).effect === 'read');
const changes = operationNames.filter((name) => operationOf(name).effect !== 'read');
export const parameterNames = [...new Set(operationNames.flatMap(parametersOf))];

export const text: Schema = { type: 'string' };
export const named: Schema = { type: 'string', minLength: 1 };
const expression: Schema = { type: 'string', format: 'regex' };
export const yesOrNo: Schema = { type: 'boolean' };
export const operation: Schema = {
  type: 'string',
  enum: operationNames,
  'x-sentences': { enum: '“{value}” is not one of the operations.' },
};
export const change: Schema = { allOf: [operation, { enum: changes, 'x-sentences': { enum: '{value} is a read.' } }] };
const lookUp: Schema = { allOf: [operation, { enum: reads, 'x-sentences': { enum: '{value} is not a read.' } }] };
const base64 = '^[A-Za-z0-9+/]+={0,2}$';

export const answerRule = object(
  {
    operation: { ...operation, description: 'The operation it is for; absent: all of them.' },
    matches: { ...expression, description: 'A regular expression over the text of the answer.' },
    contains: { ...named, description: 'Letters that the text of the answer holds.' },
    json: {
      type: 'string',
      pattern: '^(?:/(?:[^~/]|~[01])*)*$',
      description: 'A JSON pointer into the answer; it goes with equals.',
      'x-sentences': { pattern: 'expected a JSON pointer such as /data/0/status, not “{value}”.' },
    },
    equals: { type: ['string', 'number', 'boolean', 'null'], description: 'What is found at json.' },
    verdict: { type: 'string', enum: ['accepted', 'refused', 'key-refused'] },
  },
  ['verdict'],
  {
    dependentRequired: { json: ['equals'], equals: ['json'] },
    oneOf: [{ required: ['matches'] }, { required: ['contains'] }, { required: ['json'] }],
    'x-sentences': { oneOf: 'expected one of matches, contains, or json with equals.' },
  },
);

const source: Schema = {
  type: 'object',
  oneOf: [
    object({ text }, ['text']),
    object(
      {
        scan: {
          type: 'integer',
          minimum: 1,
          'x-sentences': ofBoth('expected 1 for the first scan, 2 for the second and so on.'),
        },
      },
      ['scan'],
    ),
    object({ parameter: text }, ['parameter']),
  ],
};

export const readBack = object(
  {
    operation: change,
    read: lookUp,
    parameters: { type: 'object', additionalProperties: source },
    before: { ...yesOrNo, description: 'Whether it is also asked just before the write is sent.' },
    doneWhen: { ...text, description: 'A regular expression; {name} stands for a parameter of the write.' },
    notDoneWhen: text,
    confirmedBy: { ...text, description: 'Who has seen that the two are right; nothing is decided before.' },
  },
  ['operation', 'read', 'parameters'],
);

export const scanning = object({
  formats: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'string',
      enum: barcodeFormats,
      'x-sentences': { type: `expected one of ${barcodeFormats.join(', ')}.` },
    },
    'x-sentences': { minItems: 'expected one format at least.' },
  },
  itfLengths: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'integer',
      minimum: 2,
      maximum: 80,
      multipleOf: 2,
      'x-sentences': { multipleOf: 'expected an even number, as ITF holds pairs of digits.' },
    },
    'x-sentences': { minItems: 'expected one length at least.' },
  },
  duplicateWindowMs: { type: 'integer', minimum: 0, maximum: 10_000, description: 'Milliseconds.' },
});

export const code = object(
  {
    pattern: { ...expression, maxLength: MAX_PATTERN_LENGTH, description: 'A regular expression for the whole code.' },
    example: text,
    gs1: {
      type: 'string',
      pattern: '^[0-9]{2,4}$',
      'x-sentences': { pattern: 'expected an application identifier of 2 to 4 digits, such as 01.' },
    },
    strict: { ...yesOrNo, description: 'Whether a code that does not fit is refused, and nobody is asked.' },
  },
  ['pattern', 'example'],
);

/** An object whose members are all named here. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
  more: Schema = {},
): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false, ...more };
}

export function list(items: Schema, description: string): Schema {
  return { type: 'array', items, description };
}

export function base64Of(minLength: number, maxLength: number): Schema {
  return { type: 'string', minLength, maxLength, pattern: base64, 'x-sentences': { pattern: 'expected base64.' } };
}

function ofBoth(sentence: string): Readonly<Partial<Record<keyof Schema, string>>> {
  return { type: sentence, minimum: sentence };
}

/** The wire names of an operation's parameters, without the credential. */
export function parametersOf(name: (typeof operationNames)[number]): readonly string[] {
  return operationOf(name).parameters.flatMap(([parameter]) => (parameter === KEY_PARAMETER ? [] : [parameter]));
}
