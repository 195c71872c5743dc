import type { OperationName } from '#contract/catalogue.ts';

/** Somebody who may sign in. */
export interface SiteWorker {
  /** As the service knows the worker. */
  readonly userId: string;
  readonly name?: string;
  /** What a scan of the worker's badge gives. */
  readonly badge?: string;
}

/** A PIN as it is compared: PBKDF2 with SHA-256, 32 bytes. Texts are base64. */
export interface PinHash {
  readonly salt: string;
  readonly iterations: number;
  readonly hash: string;
}

export interface Warehouse {
  /** The number of the warehouse, as text. */
  readonly id: string;
  readonly name: string;
}

export interface WeightUnit {
  /** What is sent as `WeightUnit`: a whole number, as text. */
  readonly value: string;
  /** Such as `kg`. */
  readonly name: string;
  /** How many grams one of it is. */
  readonly grams: number;
}

/** Which weights are asked about before they are saved: none is refused. */
export interface WeightRules {
  /** How many times the last weight of the same code, or how small a part of it, is asked about; absent: 10. */
  readonly jumpFactor?: number;
  /** More than this is asked about, in grams; absent: no weight is too much. */
  readonly mostGrams?: number;
}

/** How the scale at a handheld's serial port speaks; absent: 9600 baud, 8 bits, no parity. */
export interface ScaleLine {
  readonly baudRate: number;
  readonly dataBits?: 7 | 8;
  readonly parity?: 'none' | 'even' | 'odd';
}

/**
 * When an action on an object can succeed: the object's field, as `fieldRules` find it in the answer to its look-up, has one
 * of these values. Where the answer does not have the field it says nothing.
 */
export interface ActionRule {
  readonly operation: OperationName;
  /** Members of the JSON that it sends, where several actions share the operation: `{"close": true}`. */
  readonly sends?: Readonly<Record<string, boolean>>;
  readonly field: string;
  readonly values: readonly string[];
}

/** Two writes of one object that undo each other. Nothing is offered before `confirmedBy` names who has tried it. */
export interface Opposites {
  readonly first: OperationName;
  readonly second: OperationName;
  readonly confirmedBy?: string;
}
