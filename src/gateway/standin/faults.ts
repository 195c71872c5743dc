/** Happens in the place of running: the operation does not run. */
export const notRunFaults = [
  'drop-before', // closes the connection without an answer
  'refuse-503', // HTTP 503 of a web server whose application is not there
  'html-200-before', // HTTP 200 with a page of HTML
  'error-500-before', // HTTP 500 with the text of an exception
  'missing-parameter', // HTTP 500 with the text of a missing parameter
] as const;

/** Happens in the place of the answer: the operation has run. On the wire nothing tells the two lists apart. */
export const ranFaults = [
  'drop-after',
  'html-200',
  'error-500',
  'empty-200', // HTTP 200 with no body
  'cut-off-after', // the answer's first half, then a reset connection
] as const;

const faultKinds = [
  'delay-before', // waits `delayMs`, then runs and answers
  'delay', // runs, waits `delayMs`, then answers
  ...notRunFaults,
  ...ranFaults,
  'down', // accepts no connection for `delayMs` (0: until faults are cleared); at once, for every operation
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A fault as it is ordered. */
export interface Fault {
  readonly kind: FaultKind;
  /** The operation it is for, or `*`. */
  readonly operation: string;
  /** How often; -1: always. */
  readonly times: number;
  /** Milliseconds. */
  readonly delayMs: number;
}

/** A fault that is in wait, with how often it is still to happen in `times`. */
export interface OrderedFault extends Fault {
  readonly id: number;
}

/** An order that is not understood. The message is one sentence. */
export class InvalidFault extends Error {
  override readonly name = 'InvalidFault';
}

/** Reads an order from parsed JSON: `{kind, operation?, times?, delayMs?}`. @throws InvalidFault */
export function readFault(value: unknown): Fault {
  if (typeof value !== 'object' || value === null) throw new InvalidFault('A fault is an object with a kind.');
  const { kind, operation = '*', times = 1, delayMs = 0 } = value as Record<string, unknown>;
  const known = faultKinds.find((candidate) => candidate === kind);
  if (known === undefined) throw new InvalidFault(`kind: expected one of ${faultKinds.join(', ')}.`);
  if (typeof operation !== 'string') throw new InvalidFault('operation: expected a name or *.');
  if (typeof times !== 'number' || !Number.isInteger(times) || times < -1 || times === 0) {
    throw new InvalidFault('times: expected a whole number, or -1 for always.');
  }
  if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs <= 600_000)) {
    throw new InvalidFault('delayMs: expected milliseconds from 0 to 600000.');
  }
  return { kind: known, operation, times, delayMs };
}

/** A fault that happens now. */
export interface Taken<Kind extends FaultKind> {
  readonly kind: Kind;
  /** Milliseconds. */
  readonly delayMs: number;
}

/** The faults in wait. */
export interface Faults {
  list(): readonly OrderedFault[];
  add(fault: Fault): OrderedFault;
  clear(): void;
  /** Takes the first fault of one of these kinds for this operation, counting it down. */
  take<Kind extends FaultKind>(operation: string, kinds: readonly Kind[]): Taken<Kind> | undefined;
}

/** @param down - closes the door for so many milliseconds (0: until it is opened); @param up - opens it. */
export function createFaults(door: { down(forMs: number): void; up(): void }): Faults {
  let inWait: OrderedFault[] = [];
  let lastId = 0;
  return {
    list: () => inWait,
    add(fault) {
      lastId += 1;
      const ordered = { ...fault, id: lastId };
      if (fault.kind === 'down') door.down(fault.delayMs);
      else inWait = [...inWait, ordered];
      return ordered;
    },
    clear() {
      inWait = [];
      door.up();
    },
    take(operation, kinds) {
      for (const fault of inWait) {
        const kind = kinds.find((candidate) => candidate === fault.kind);
        if (kind === undefined || (fault.operation !== '*' && fault.operation !== operation)) continue;
        const left = fault.times === -1 ? -1 : fault.times - 1;
        inWait = inWait.flatMap((other) => (other !== fault ? [other] : left === 0 ? [] : [{ ...fault, times: left }]));
        return { kind, delayMs: fault.delayMs };
      }
      return undefined;
    },
  };
}
