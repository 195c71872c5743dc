import type { PrintCause } from '#contract/printJob.ts';

/** The status of a printer by its own word, whoever made it. */
export interface PrinterStatus {
  /** The reason why it prints nothing; absent: there is none. */
  readonly fault?: PrintCause;
  /** `true`: it has labels to print yet, or prints one. */
  readonly isBusy: boolean;
  /** `true`: it has the beginning of a label, and waits for the rest. */
  readonly hasHalf: boolean;
}

/** The status of a printer that stands ready, with nothing in it. */
export const ready: PrinterStatus = { isBusy: false, hasHalf: false };
