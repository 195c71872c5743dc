import type { PrintCause } from '#contract/printJob.ts';

/** The standing of a printer by its own word, whoever made it. */
export interface Standing {
  /** What keeps it from printing; absent: nothing does. */
  readonly fault?: PrintCause;
  /** `true`: it has labels to print yet, or prints one. */
  readonly isBusy: boolean;
  /** `true`: it has the beginning of a label, and waits for the rest. */
  readonly hasHalf: boolean;
}

/** A printer that stands ready, with nothing in it. */
export const ready: Standing = { isBusy: false, hasHalf: false };
