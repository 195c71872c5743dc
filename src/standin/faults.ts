import { oddAnswers, wrongAnswers } from './happen.ts';

/** The faults in place of a run: the operation does not run. */
export const notRunFaults = [
  'missing-parameter', // says that a parameter is missing or cannot be read
  'no-method', // says that the service has no such operation
  ...wrongAnswers.map((kind) => `${kind}-before` as const),
] as const;

/** The faults in place of the answer: the operation has run. */
export const ranFaults = wrongAnswers.map((kind) => `${kind}-after` as const);

/** The older names of some kinds. */
const aliases = {
  'html-200': 'html-200-after',
  'error-500': 'throw-after',
  'error-500-before': 'throw-before',
  'empty-200': 'empty-200-after',
  'refuse-503': 'status-503-before',
} as const;

/** Every kind of fault, by the name that orders it. */
export const faultKinds = [
  'delay-before', // waits `delayMs`, then runs and answers
  'delay', // runs, waits `delayMs`, then answers
  ...notRunFaults,
  ...oddAnswers,
  ...ranFaults,
  ...(Object.keys(aliases) as readonly (keyof typeof aliases)[]),
  'down', // accepts no connection for `delayMs` (0: until faults are cleared); at once, for every operation
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A fault, as it is ordered. */
export interface Fault {
  readonly kind: FaultKind;
  /** The operation's name, or `*`. */
  readonly operation: string;
  /** The times that it happens; -1: always. */
  readonly times: number;
  readonly delayMs: number;
}

/** A fault in wait; `times` counts those that are left. */
export interface OrderedFault extends Fault {
  readonly id: number;
}

/** An order that cannot be read. The message is one sentence. */
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

export type Faults = ReturnType<typeof createFaults>;

/**
 * Makes the list of the faults in wait.
 *
 * @param door - `down` closes it for so many milliseconds (0: until it is opened), `up` opens it.
 */
export function createFaults(door: { down(forMs: number): void; up(): void }) {
  let inWait: OrderedFault[] = [];
  let lastId = 0;
  return {
    list: (): readonly OrderedFault[] => inWait,
    add(fault: Fault): OrderedFault {
      lastId += 1;
      const ordered = { ...fault, id: lastId };
      if (fault.kind === 'down') door.down(fault.delayMs);
      else inWait = [...inWait, ordered];
      return ordered;
    },
    clear(): void {
      inWait = [];
      door.up();
    },
    /** Takes the first fault of one of these kinds for this operation, and counts it down. */
    take<Kind extends FaultKind>(operation: string, kinds: readonly Kind[]) {
      for (const fault of inWait) {
        const meant = fault.kind in aliases ? aliases[fault.kind as keyof typeof aliases] : fault.kind;
        const kind = kinds.find((candidate) => candidate === meant);
        if (kind === undefined || (fault.operation !== '*' && fault.operation !== operation)) continue;
        const left = fault.times === -1 ? -1 : fault.times - 1;
        inWait = inWait.flatMap((other) => (other !== fault ? [other] : left === 0 ? [] : [{ ...fault, times: left }]));
        return { kind, delayMs: fault.delayMs };
      }
      return undefined;
    },
  };
}
