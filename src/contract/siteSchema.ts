import { operationNames } from '#contract/catalogue.ts';
import type { Schema } from '#contract/schema.ts';
import { languageTags } from '#contract/languages.ts';
import {
  answerRule,
  base64Of,
  change,
  code,
  list,
  named,
  object,
  operation,
  parameterNames,
  parametersOf,
  readBack,
  scanning,
  text,
  yesOrNo,
} from './siteSchemaParts.ts';

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
    actionRules: list(
      object(
        {
          operation: change,
          sends: {
            type: 'object',
            additionalProperties: yesOrNo,
            description: 'Members of the JSON that it sends, where several actions share the operation.',
          },
          field: { ...named, description: 'As fieldRules find it in the answer to the look-up of the object.' },
          values: { type: 'array', minItems: 1, items: text },
        },
        ['operation', 'field', 'values'],
      ),
      'When an action on an object can succeed: its field has one of these values.',
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
      items: { type: 'string', enum: languageTags },
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
