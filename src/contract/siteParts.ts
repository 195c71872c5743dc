import type { SiteConfiguration } from '#contract/site.ts';

type Member<Name extends keyof SiteConfiguration> = NonNullable<SiteConfiguration[Name]>;

/** Somebody who may sign in. */
export type SiteWorker = Member<'workers'>[number];

/** A PIN as it is compared: PBKDF2 with SHA-256, 32 bytes. Texts are base64. */
export type PinHash = Member<'supervisorPin'>;

export type WeightUnit = Member<'weightUnits'>[number];

/** How the scale at a handheld's serial port speaks; absent: 9600 baud, 8 bits, no parity. */
export type ScaleLine = Member<'scale'>;

/**
 * When an action on an object can succeed: the object's field, as `fieldRules` find it in the answer to its look-up, has one
 * of these values. Where the answer does not have the field it says nothing.
 */
export type ActionRule = Member<'actionRules'>[number];

/** Two writes of one object that undo each other. Nothing is offered before `confirmedBy` names who has tried it. */
export type Opposites = Member<'opposites'>[number];
