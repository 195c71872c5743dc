import type { Of } from '#contract/schema.ts';
import type { siteSchema } from '#site/siteSchema.ts';
import type { OperationName } from '#contract/catalogue.ts';

type SiteFile = Omit<Of<typeof siteSchema>, '$schema'>;

const neverAbsent = {
  name: '',
  namespace: 'http://tempuri.org/',
  partnerOperation: 'GetReportDataPartner',
  answerRules: [],
  fieldRules: [],
  readBacks: [],
  supervisors: [],
  keyOnGateway: false,
} satisfies SiteFile;

/** The settings of one warehouse: served by the gateway, kept on the device. */
export type SiteConfiguration = SiteFile & Required<Pick<SiteFile, keyof typeof neverAbsent>>;

/** A site configuration before anything is known: every answer is shown and none is green. */
export const unknownSite: SiteConfiguration = neverAbsent;

/** Tells whether anybody here may use an operation. */
export function mayUse({ operationsOff = [] }: Pick<SiteConfiguration, 'operationsOff'>, name: OperationName): boolean {
  return !operationsOff.includes(name);
}

/** Tells whether a code for an operation may be typed in place of a scan. */
export function mayType({ typedOff = [] }: Pick<SiteConfiguration, 'typedOff'>, name: OperationName): boolean {
  return !typedOff.includes(name);
}

type Member<Name extends keyof SiteConfiguration> = NonNullable<SiteConfiguration[Name]>;

export type SiteWorker = Member<'workers'>[number];

/** Finds the worker whose badge a scan gave. Spaces around it, there and here, are no part of it. */
export function ownerOf(workers: readonly SiteWorker[], badge: string): SiteWorker | undefined {
  const said = badge.trim();
  if (said === '') return undefined;
  return workers.find((worker) => worker.badge === said) ?? workers.find((worker) => worker.badge?.trim() === said);
}

/** A PIN as it is compared: PBKDF2 with SHA-256, 32 bytes. Texts are base64. */
export type PinHash = Member<'supervisorPin'>;

export type WeightUnit = Member<'weightUnits'>[number];

/** Line to the scale at a handheld's serial port; absent: 9600 baud, 8 bits, no parity. */
export type ScaleLine = Member<'scale'>;

/**
 * Condition for an action on an object to succeed: the object's field, as `fieldRules` find it in the answer to its look-up, has one
 * of these values. Where the answer does not have the field it says nothing.
 */
export type ActionRule = Member<'actionRules'>[number];

/** Two writes of one object that undo each other. Nothing is offered before `confirmedBy` names who has tried it. */
export type Opposites = Member<'opposites'>[number];
