import type { KnownBy, PrintCause } from '#contract/printJob.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { PrinterLine } from './printerLine.ts';

/** A label that is to be printed once. */
export interface LabelAsked {
  /** The label as the service gave it, read and allowed before (`readLabel`). */
  readonly text: string;
  /** The labels that it makes; absent: it was not to be read. */
  readonly labels?: number | undefined;
  /** The number that the printer is asked to send back with each label. */
  readonly number: string;
  readonly printer: SitePrinter;
}

/** The ports of one printing. */
export interface PrintingPorts {
  /** Opens a line to the printer. @throws where nobody answers there */
  readonly open: () => Promise<PrinterLine>;
  /**
   * Puts on disk that bytes of the label leave from now on. @param isAgain - once before they did, and the printer proved to have printed none.
   * @returns `false`: the job is not this one's any more, and no byte may leave.
   */
  readonly mayLeave: (isAgain: boolean) => Promise<boolean>;
  /** Told what keeps a printer that has the label; `undefined`: nothing any more. */
  readonly waitsFor: (cause: PrintCause | undefined) => void;
  /** Milliseconds of a clock that only goes on. */
  readonly now: () => number;
  /** Waits; it ends early where the signal does. */
  readonly wait: (ms: number) => Promise<void>;
  /** Ended where whoever prints is to stop. */
  readonly signal: AbortSignal;
}

/** The end of one printing. `kept-back`: no byte left; it may be tried later. `lost`: another one has the job. */
export type PrintingEnd =
  | { readonly is: 'printed'; readonly knownBy: KnownBy }
  | { readonly is: 'unknown'; readonly cause: PrintCause; readonly detail?: string }
  | { readonly is: 'kept-back'; readonly cause: PrintCause; readonly detail?: string }
  | { readonly is: 'lost' };
