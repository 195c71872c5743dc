import { printersSchema } from './printers.ts';
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
import { cards, labels, states } from '#site/siteCards.ts';
import {
  answerRule,
  base64Of,
  changingOperation,
  codePattern,
  codes,
  frontReply,
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
    },
    field: named,
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
    userId: named,
    name: named,
    badge: named,
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
      'x-sentences': { pattern: 'expected a whole number as a text, not “{value}”.' },
    },
    name: named,
    grams: { ...anyNumber, minimum: 0.000_001, maximum: 1_000_000_000 },
  },
  ['value', 'name', 'grams'],
);

/** Weights that are asked about before they are saved: none is refused. */
const weights = object({
  /** So many times what is known of an object, up or down, its weight is asked about; absent: 3. */
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
 * `readSite`; what each member is for, as editors show it, is in the gateway's `siteDescriptions`.
 */
export const siteSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Scanline site configuration',
  ...object({
    $schema: text,
    name: text,
    version: { ...named, maxLength: 40 },
    namespace: text,
    partnerOperation: text,
    answerRules: list(answerRule),
    fieldRules: list(fieldRule),
    labels,
    states,
    cards,
    actionRules: list(actionRule),
    readBacks: list(readBack),
    /** Replies that come before the service: a call that is met by one did not run, and is tried again. */
    frontReplies: list(frontReply),
    supervisors: list(text),
    supervisorPin: pin,
    /** 0: never. */
    idleLockMinutes: { ...anyNumber, minimum: 0, maximum: 1_440 },
    /** `true`: the gateway adds the access key, and devices need none. */
    keyOnGateway: yesOrNo,
    /** The words that the service has for a call without a key; absent: nobody has seen it, or the site's rules read it. */
    keylessAnswer: named,
    /** The port of the training app on the gateway's host; absent: there is none. */
    trainingPort: { ...wholeNumber, minimum: 1, maximum: 65_535 },
    workers: list(worker),
    languages: {
      ...list(among(languageTags)),
      minItems: 1,
      uniqueItems: true,
    },
    operationsOff: list(operation),
    typedOff: list(operation),
    lanes,
    companies: list(named),
    warehouses: list(warehouse),
    /** The printers that labels come out of; absent: each handheld prints by its own system. */
    printers: printersSchema,
    weightUnits: list(weightUnit),
    weights,
    scale,
    scanning: scanningRules,
    codes,
    ledgerKeepsCodes: yesOrNo,
    floorShowsWorkers: yesOrNo,
    /** The zone in which the office counts days and shifts, such as `Europe/Berlin`; absent: that of the gateway's machine. */
    timeZone: {
      ...text,
      pattern: '^[A-Za-z0-9_+/-]{1,64}$',
      'x-sentences': { pattern: 'expected a time zone such as Europe/Berlin, not “{value}”.' },
    },
    /** The times of day at which a shift begins. */
    shifts: {
      ...list({
        ...text,
        pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
        'x-sentences': { pattern: 'expected a time such as 06:00, not “{value}”.' },
      }),
      minItems: 1,
      uniqueItems: true,
    },
    reportsShowCodes: yesOrNo,
    /** `at-rest`, `asked`, or the hour from which a newer version is taken at rest; absent: at rest. */
    updates: {
      ...text,
      pattern: '^(?:at-rest|asked|(?:[01][0-9]|2[0-3]):[0-5][0-9])$',
      'x-sentences': { pattern: 'expected at-rest, asked or an hour such as 02:30, not “{value}”.' },
    },
    imageHosts: list(imageHost),
    tasks: list(named),
    opens: list(object({ pattern: codePattern, task: named }, ['pattern', 'task'])),
    opposites: list(
      object({ first: changingOperation, second: changingOperation, confirmedBy: named }, ['first', 'second']),
    ),
    /** The stand-in's values for a first try; present only where the upstream is the stand-in. */
    demo: object({ apiKey: text, userId: text, warehouseId: text }, ['apiKey', 'userId', 'warehouseId']),
  }),
};
