import { languageTags } from '#contract/languages.ts';
import {
  type SchemaOf,
  among,
  list,
  named,
  anyNumber,
  object,
  record,
  text,
  wholeNumber,
  yesOrNo,
} from '#contract/schema.ts';
import { cards, labels, states } from '#contract/siteCards.ts';
import {
  answerRule,
  base64Of,
  changingOperation,
  codePattern,
  codes,
  lanes,
  operation,
  readBack,
  scanningRules,
} from './siteSchemaParts.ts';

const fieldRule = object(
  {
    operation,
    /** The name tasks ask for, such as `logTransferDtlID`. */
    field: text,
    json: {
      ...text,
      pattern: '^(?![$/])(?!.*\\s$)[^.\\[\\]\\s][^.\\[\\]]*(?:\\.[^.\\[\\]\\s][^.\\[\\]]*)*$',
      description: 'The names and places on the way into the JSON, with dots between.',
      'x-sentences': { pattern: 'expected names with dots between, such as bag.items.0.id, not “{value}”.' },
    },
  },
  ['operation', 'field', 'json'],
);

const actionRule = object(
  {
    operation: changingOperation,
    /** Such as `{"close": true}`. */
    sends: {
      ...record(yesOrNo),
      description: 'Members of the JSON that it sends, where several actions share the operation.',
    },
    field: { ...named, description: 'As fieldRules find it in the answer to the look-up of the object.' },
    values: { ...list(text), minItems: 1 },
  },
  ['operation', 'field', 'values'],
);

const pin = object(
  {
    salt: base64Of(12, 200),
    iterations: { ...wholeNumber, minimum: 1_000, maximum: 10_000_000 },
    hash: base64Of(44, 44),
  },
  ['salt', 'iterations', 'hash'],
);

const worker = object(
  {
    userId: { ...named, description: 'As the service knows the worker.' },
    name: named,
    badge: { ...named, description: 'What a scan of the worker’s badge gives.' },
  },
  ['userId'],
);

const warehouse = object(
  {
    id: {
      ...text,
      pattern: '^[0-9]{1,10}$',
      'x-sentences': { pattern: 'expected a number as a text, not “{value}”.' },
    },
    name: named,
  },
  ['id', 'name'],
);

const weightUnit = object(
  {
    value: {
      ...text,
      pattern: '^-?[0-9]{1,10}$',
      description: 'What is sent as WeightUnit.',
      'x-sentences': { pattern: 'expected a whole number as a text, not “{value}”.' },
    },
    name: named,
    grams: { ...anyNumber, minimum: 0.000_001, maximum: 1_000_000_000, description: 'How many grams one of it is.' },
  },
  ['value', 'name', 'grams'],
);

/** Weights that are asked about before they are saved: none is refused. */
const weights = object({
  /** Factor by which a weight that is asked about is above or below the last one of its code; absent: 10. */
  jumpFactor: { ...anyNumber, exclusiveMinimum: 1, maximum: 1_000_000 },
  /** More than this is asked about, in grams; absent: no weight is too much. */
  mostGrams: { ...anyNumber, exclusiveMinimum: 0, maximum: 1_000_000_000_000 },
});

const dataBits: SchemaOf<7 | 8> = { type: 'integer', minimum: 7, maximum: 8 };
const scale = object(
  {
    baudRate: { ...wholeNumber, minimum: 300, maximum: 921_600 },
    dataBits,
    parity: among(['none', 'even', 'odd']),
  },
  ['baudRate'],
);

const imageHost = {
  ...text,
  maxLength: 253,
  pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$',
  'x-sentences': { pattern: 'expected a host such as img.example.com, in small letters, not “{value}”.' },
};

/**
 * The site configuration, for its readers here and for editors; its types follow from it. What it cannot say is in
 * `readSite`.
 */
export const siteSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Scanline site configuration',
  ...object({
    $schema: text,
    name: { ...text, description: 'The name of the warehouse, shown on the handheld.' },
    version: { ...named, maxLength: 40, description: 'What this file is called by whoever changes it.' },
    namespace: { ...text, description: 'Of the service, where SERVICE_NAMESPACE is not set; else the same.' },
    partnerOperation: { ...text, description: 'As PARTNER_OPERATION says.' },
    answerRules: list(answerRule, 'What an answer means: the first rule that fits decides.'),
    fieldRules: list(fieldRule, 'Where a value is found in an answer.'),
    labels,
    states,
    cards,
    actionRules: list(actionRule, 'When an action on an object can succeed: its field has one of these values.'),
    readBacks: list(readBack, 'Reads that show what became of a write.'),
    supervisors: list(text, 'User ids who may do what only a supervisor may.'),
    supervisorPin: { ...pin, description: 'What a supervisor’s PIN is compared with; absent: there is none.' },
    idleLockMinutes: { ...anyNumber, minimum: 0, maximum: 1_440, description: '0: never.' },
    /** `true`: the gateway adds the access key, and devices need none. */
    keyOnGateway: { ...yesOrNo, description: 'The gateway says it itself.' },
    /** The words that the service has for a call without a key; absent: nobody has seen it, or the site's rules read it. */
    keylessAnswer: { ...named, description: 'The gateway says it itself.' },
    /** The port of the training app on the gateway's host; absent: there is none. */
    trainingPort: { ...wholeNumber, minimum: 1, maximum: 65_535, description: 'The gateway says it itself.' },
    workers: list(worker, 'Who may sign in; absent: any id.'),
    languages: {
      ...list(among(languageTags), 'The languages that are offered; the first is what a new handheld speaks.'),
      minItems: 1,
      uniqueItems: true,
    },
    operationsOff: list(operation, 'Operations that nobody here is to use.'),
    typedOff: list(operation, 'Operations that take no typed code.'),
    lanes,
    companies: list(named, 'The carriers that labels are made for, by their short names.'),
    warehouses: list(warehouse, 'The warehouses to choose from.'),
    weightUnits: list(weightUnit, 'What the numbers of WeightUnit mean.'),
    weights,
    scale,
    scanning: scanningRules,
    codes,
    ledgerKeepsCodes: {
      ...yesOrNo,
      description:
        'Whether the gateway keeps the codes of calls, as long as its ledger keeps the calls; absent: it does not.',
    },
    floorShowsWorkers: {
      ...yesOrNo,
      description: 'Whether supervisors see who is at work on which handheld; absent: they do not.',
    },
    imageHosts: list(imageHost, 'Hosts that pictures of an answer may come from.'),
    tasks: list(named, 'The tasks on the home screen, in this order.'),
    opens: list(
      object({ pattern: codePattern, task: named }, ['pattern', 'task']),
      'The task that a code opens; the first that fits.',
    ),
    opposites: list(
      object({ first: changingOperation, second: changingOperation, confirmedBy: named }, ['first', 'second']),
      'Writes that undo each other while neither was sent.',
    ),
    /** The stand-in's values for a first try; present only where the upstream is the stand-in. */
    demo: object({ apiKey: text, userId: text, warehouseId: text }, ['apiKey', 'userId', 'warehouseId']),
  }),
};
