/**
 * The standing of a print job. `queued`: no byte of it is at a printer. `sending`: its printer may have some. `printed`: it is on paper, as
 * far as `knownBy` says. `unknown`: nobody knows, and a person is asked. `refused`: none of it was sent, and none will be.
 */
export type PrintState = 'queued' | 'sending' | 'printed' | 'unknown' | 'refused';

/**
 * The reason why somebody believes that a job is on paper. `count`: the printer's count rose by its labels, and the job's number came back
 * on the connection that sent it. `taken`: the printer tells no count; it took the whole and stands ready. `handed`: a print server
 * has it. `person`: somebody has seen it.
 */
export type KnownBy = 'count' | 'taken' | 'handed' | 'person';

/** The word for what keeps a job waiting, or why nobody knows. Pages say it in the reader's language. */
export const printCauses = [
  // What keeps it waiting.
  'away', // nobody answers at the printer's address
  'silent', // it takes a connection and says nothing of itself
  'paper-out',
  'ribbon-out',
  'head-open',
  'paused',
  'cutter',
  'fault', // it tells a fault that has no word here
  'half-label', // half a label of somebody stands in it
  'busy', // it has somebody's labels to print yet
  'no-handheld', // its printer hangs at a handheld that has not fetched it
  // Why nobody knows.
  'cut', // the connection ended after its first byte
  'stopped', // the gateway did, or the handheld that was to print
  'no-numbers', // the count rose, and the job's number never came back
  'other-count', // the count rose by more or less than its labels, fell, or is another printer's
  'no-labels-read', // it was not to be read how many labels it makes
  'no-end', // nothing more was heard of it in time
  // Why it was refused.
  'command', // a command that no label needs; `detail` names it
  'no-label', // the answer has no label that the printer takes
  'no-printer', // the site has the printer no more
  'taken-back', // somebody took it out before it began
  'not-taken', // the print server refused it
] as const;

export type PrintCause = (typeof printCauses)[number];

/** A job as it is told: a label of one call, for one printer. Times are the ledger's, Unix ms. */
export interface PrintJob {
  /** The key of the call, and the number of the copy: the same label asked for twice is one job. Source: `printIdOf`. */
  readonly id: string;
  /** The idempotency key of the call whose answer has the label. */
  readonly call: string;
  /** From 1; another one is printed by a person's word alone. */
  readonly copy: number;
  readonly operation: string;
  /** The code on the printer's sticker. */
  readonly printer: string;
  readonly state: PrintState;
  readonly cause?: PrintCause;
  /** Such as the command that was refused. */
  readonly detail?: string;
  /** Present in `printed`. */
  readonly knownBy?: KnownBy;
  /** The labels that it makes; absent: nobody has read it yet, or it was not to be read. */
  readonly labels?: number;
  /** A person's word, in `unknown`: `lost`: it did not come out; another copy was asked for. */
  readonly decided?: 'lost';
  readonly madeAt: number;
  readonly settledAt?: number;
}

/** A person's word on a job that nobody knows (`came-out`, `again`), or that has not begun (`take-back`, `move`). */
export const printWordsSaid = ['came-out', 'again', 'take-back', 'move'] as const;
export type PrintWord = (typeof printWordsSaid)[number];

/** The standing of a printer, as screens show it beside its name. */
export interface PrinterStanding {
  /** The code on its sticker. */
  readonly printer: string;
  /** `unheard`: nothing was asked of it since the gateway started. */
  readonly is: 'ready' | 'printing' | 'waits' | 'unheard';
  /** The cause that keeps it; present in `waits`. */
  readonly cause?: PrintCause;
  /** Jobs that wait for it. */
  readonly queued: number;
  /** Jobs of which nobody knows. */
  readonly unknown: number;
  /** Unix ms; when it was heard last. */
  readonly heardAt?: number;
}

/** Returns the id of the job that prints a copy of a call's label. @param copy - from 1 */
export function printIdOf(call: string, copy: number): string {
  return `${call}.c${copy}`;
}
