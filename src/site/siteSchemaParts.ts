import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { charsets } from '#contract/charsets.ts';
import { type Lanes, parametersOf } from '#contract/call.ts';
import { type OperationName, operationNames, operationOf } from '#contract/catalogue.ts';
import {
  type Of,
  type SchemaOf,
  among,
  list,
  named,
  object,
  record,
  text,
  wholeNumber,
  yesOrNo,
} from '#contract/schema.ts';
import { worded } from './worded.ts';

export const MAX_PATTERN_LENGTH = 200;

export const reads = operationNames.filter((name) => operationOf(name).effect === 'read');
const changes = operationNames.filter((name) => operationOf(name).effect !== 'read');
const parameterNames = [...new Set(operationNames.flatMap(parametersOf))];

const expression: SchemaOf<string> = { type: 'string', format: 'regex' };
export const operation = among(operationNames, { 'x-sentences': { enum: '“{value}” is not one of the operations.' } });
export const changingOperation: SchemaOf<OperationName> = {
  allOf: [operation, { enum: changes, 'x-sentences': { enum: '{value} is a read.' } }],
};
export const lookUpName: SchemaOf<OperationName> = {
  allOf: [operation, { enum: reads, 'x-sentences': { enum: '{value} is not a read.' } }],
};
const equals: SchemaOf<string | number | boolean | null> = { type: ['string', 'number', 'boolean', 'null'] };
const base64 = '^[A-Za-z0-9+/]+={0,2}$';

export const answerRule = object(
  {
    operation,
    matches: expression,
    contains: named,
    json: {
      ...text,
      pattern: '^(?:/(?:[^~/]|~[01])*)*$',
      'x-sentences': { pattern: 'expected a JSON pointer such as /data/0/status, not “{value}”.' },
    },
    equals,
    verdict: among(['accepted', 'refused', 'key-refused']),
    /** The answer in the workers' words. */
    says: worded,
  },
  ['verdict'],
  {
    dependentRequired: { json: ['equals'], equals: ['json'] },
    oneOf: [{ required: ['matches'] }, { required: ['contains'] }, { required: ['json'] }],
    'x-sentences': { oneOf: 'expected one of matches, contains, or json with equals.' },
  },
);

/** A front's answer in the service's place: `whyNoFrontReply` refuses what the service can say itself. */
export const frontReply = object(
  {
    status: { ...wholeNumber, minimum: 100, maximum: 599 },
    header: object({ name: { ...named, pattern: "^[A-Za-z0-9!#$%&'*+.^_|~-]+$" }, contains: named }, [
      'name',
      'contains',
    ]),
    page: named,
    confirmedBy: named,
  },
  ['status', 'confirmedBy'],
);

const sentenceOfScan = 'expected 1 for the first scan, 2 for the second and so on.';
/** A text that is always the same, the nth scan that was taken for the write (from 1), or a parameter of the write. */
const sources = [
  object({ text }, ['text']),
  object({ scan: { ...wholeNumber, minimum: 1, 'x-sentences': { type: sentenceOfScan, minimum: sentenceOfScan } } }, [
    'scan',
  ]),
  object({ parameter: text }, ['parameter']),
] as const;
const source: SchemaOf<Of<(typeof sources)[number]>> = { type: 'object', oneOf: sources };

export const readBack = object(
  {
    operation: changingOperation,
    read: lookUpName,
    /** For each parameter of the read, where its text comes from. */
    parameters: record(source),
    before: yesOrNo,
    doneWhen: text,
    notDoneWhen: text,
    confirmedBy: text,
  },
  ['operation', 'read', 'parameters'],
);

export const scanningRules = object({
  formats: {
    ...list(among(barcodeFormats, { 'x-sentences': { type: `expected one of ${barcodeFormats.join(', ')}.` } })),
    minItems: 1,
    'x-sentences': { minItems: 'expected one format at least.' },
  },
  /** ITF has no check against half a code being read, so the lengths are it. */
  itfLengths: {
    ...list({
      ...wholeNumber,
      minimum: 2,
      maximum: 80,
      multipleOf: 2,
      'x-sentences': { multipleOf: 'expected an even number, as ITF holds pairs of digits.' },
    }),
    minItems: 1,
    'x-sentences': { minItems: 'expected one length at least.' },
  },
  code39FullAscii: yesOrNo,
  /** Only of squares that name none themselves and are no UTF-8. */
  charset: {
    ...among(charsets, { 'x-sentences': { type: `expected one of ${charsets.join(', ')}.` } }),
  },
  /** After a pull of the trigger (400 where the site says nothing), and out of the camera's sight (1,000, and never less). */
  duplicateWindowMs: {
    ...wholeNumber,
    minimum: 0,
    maximum: 10_000,
  },
});

export const codePattern = {
  ...expression,
  maxLength: MAX_PATTERN_LENGTH,
};

export const code = object(
  {
    pattern: codePattern,
    example: text,
    gs1: {
      ...text,
      pattern: '^[0-9]{2,4}$',
      'x-sentences': { pattern: 'expected an application identifier of 2 to 4 digits, such as 01.' },
    },
    strict: yesOrNo,
  },
  ['pattern', 'example'],
);

export const codes = {
  ...record(code),
  propertyNames: { enum: parameterNames, 'x-sentences': { enum: 'no operation has a parameter of this name.' } },
};

export const lanes: SchemaOf<Lanes> = {
  type: 'object',
  propertyNames: operation,
  properties: Object.fromEntries(operationNames.map((name) => [name, among(parametersOf(name))])),
  additionalProperties: false,
};

export function base64Of(minLength: number, maxLength: number): SchemaOf<string> {
  return { type: 'string', minLength, maxLength, pattern: base64, 'x-sentences': { pattern: 'expected base64.' } };
}
