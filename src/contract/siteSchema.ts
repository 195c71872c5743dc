import { KEY_PARAMETER } from '#contract/call.ts';
import { operationNames, operationOf } from '#contract/catalogue.ts';
import { formatNames } from '#contract/codes.ts';
import type { Schema } from '#contract/schema.ts';
import { siteLanguages } from '#contract/site.ts';

/** The longest pattern of a code, in characters. */
const MAX_PATTERN_LENGTH = 200;

const reads = operationNames.filter((name) => operationOf(name).effect === 'read');
const changes = operationNames.filter((name) => operationOf(name).effect !== 'read');
const parameterNames = [...new Set(operationNames.flatMap(parametersOf))];

const text: Schema = { type: 'string' };
const named: Schema = { type: 'string', minLength: 1 };
const expression: Schema = { type: 'string', format: 'regex' };
const yesOrNo: Schema = { type: 'boolean' };
const operation: Schema = {
  type: 'string',
  enum: operationNames,
  'x-sentences': { enum: '“{value}” is not one of the operations.' },
};
const change: Schema = { allOf: [operation, { enum: changes, 'x-sentences': { enum: '{value} is a read.' } }] };
const lookUp: Schema = { allOf: [operation, { enum: reads, 'x-sentences': { enum: '{value} is not a read.' } }] };
const base64 = '^[A-Za-z0-9+/]+={0,2}$';

const answerRule = object(
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

const readBack = object(
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

const scanning = object({
  formats: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: formatNames, 'x-sentences': { type: `expected one of ${formatNames.join(', ')}.` } },
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

const code = object(
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

/** The site configuration, for its readers here and for editors. What it cannot say is in `readSite`. */
export const siteSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Scanline site configuration',
  ...object({
    $schema: text,
    name: { ...text, description: 'The name of the warehouse, shown on the handheld.' },
    version: {
      type: 'string',
      minLength: 1,
      maxLength: 40,
      description: 'What this file is called by whoever changes it.',
    },
    namespace: { ...text, description: 'As SERVICE_NAMESPACE says.' },
    partnerOperation: { ...text, description: 'As PARTNER_OPERATION says.' },
    answerRules: list(answerRule, 'What an answer means: the first rule that fits decides.'),
    fieldRules: list(
      object({ operation, field: text, json: { ...text, description: 'A dotted path into the JSON.' } }, [
        'operation',
        'field',
        'json',
      ]),
      'Where a value is found in an answer.',
    ),
    readBacks: list(readBack, 'Reads that show what became of a write.'),
    supervisors: list(text, 'User ids who may do what only a supervisor may.'),
    supervisorPin: object(
      {
        salt: base64Of(12, 200),
        iterations: { type: 'integer', minimum: 1_000, maximum: 10_000_000 },
        hash: base64Of(44, 44),
      },
      ['salt', 'iterations', 'hash'],
    ),
    idleLockMinutes: { type: 'number', minimum: 0, maximum: 1_440, description: '0: never.' },
    keyOnGateway: { ...yesOrNo, description: 'The gateway says it itself.' },
    trainingPort: { type: 'integer', minimum: 1, maximum: 65_535, description: 'The gateway says it itself.' },
    workers: list(object({ userId: named, name: named, badge: named }, ['userId']), 'Who may sign in; absent: any id.'),
    languages: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: siteLanguages },
      description: 'The languages that are offered; the first is what a new handheld speaks.',
    },
    operationsOff: list(operation, 'Operations that nobody here is to use.'),
    typedOff: list(operation, 'Operations that take no typed code.'),
    lanes: {
      type: 'object',
      description: 'The parameter whose value is the lane of an operation: calls of one lane keep their order.',
      propertyNames: operation,
      properties: Object.fromEntries(
        operationNames.map((name) => [name, { type: 'string', enum: parametersOf(name) } satisfies Schema]),
      ),
      additionalProperties: false,
    },
    warehouses: list(
      object(
        {
          id: {
            type: 'string',
            pattern: '^[0-9]{1,10}$',
            'x-sentences': { pattern: 'expected a number as a text, not “{value}”.' },
          },
          name: named,
        },
        ['id', 'name'],
      ),
      'The warehouses to choose from.',
    ),
    weightUnits: list(
      object(
        {
          value: {
            type: 'string',
            pattern: '^-?[0-9]{1,10}$',
            description: 'What is sent as WeightUnit.',
            'x-sentences': { pattern: 'expected a whole number as a text, not “{value}”.' },
          },
          name: named,
          grams: { type: 'number', minimum: 0.000_001, maximum: 1_000_000_000 },
        },
        ['value', 'name', 'grams'],
      ),
      'What the numbers of WeightUnit mean.',
    ),
    weights: object({
      jumpFactor: { type: 'number', exclusiveMinimum: 1, maximum: 1_000_000 },
      mostGrams: { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000_000_000 },
    }),
    scale: object(
      {
        baudRate: { type: 'integer', minimum: 300, maximum: 921_600 },
        dataBits: { type: 'integer', minimum: 7, maximum: 8 },
        parity: { type: 'string', enum: ['none', 'even', 'odd'] },
      },
      ['baudRate'],
    ),
    scanning,
    codes: {
      type: 'object',
      description: 'What a code looks like, by the parameter that it fills.',
      propertyNames: {
        enum: parameterNames,
        'x-sentences': { enum: 'no operation has a parameter of this name.' },
      },
      additionalProperties: code,
    },
    imageHosts: list(
      {
        type: 'string',
        maxLength: 253,
        pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$',
        'x-sentences': { pattern: 'expected a host such as img.example.com, in small letters, not “{value}”.' },
      },
      'Hosts that pictures of an answer may come from.',
    ),
    tasks: list(named, 'The tasks on the home screen, in this order.'),
    opposites: list(
      object({ first: change, second: change, confirmedBy: named }, ['first', 'second']),
      'Writes that undo each other while neither was sent.',
    ),
    demo: object({ apiKey: text, userId: text, warehouseId: text }, ['apiKey', 'userId', 'warehouseId']),
  }),
};

/** An object whose members are all named here. */
function object(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
  more: Schema = {},
): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false, ...more };
}

function list(items: Schema, description: string): Schema {
  return { type: 'array', items, description };
}

function base64Of(minLength: number, maxLength: number): Schema {
  return { type: 'string', minLength, maxLength, pattern: base64, 'x-sentences': { pattern: 'expected base64.' } };
}

function ofBoth(sentence: string): Readonly<Partial<Record<keyof Schema, string>>> {
  return { type: sentence, minimum: sentence };
}

/** The wire names of an operation's parameters, without the credential. */
function parametersOf(name: (typeof operationNames)[number]): readonly string[] {
  return operationOf(name).parameters.flatMap(([parameter]) => (parameter === KEY_PARAMETER ? [] : [parameter]));
}
