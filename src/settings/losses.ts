/** The lines that an output could not take. */
export interface Losses {
  /** `stdout`, `stderr` or `audit`. */
  readonly output: string;
  readonly count: number;
  /** The time of the last one, Unix ms, and the reason; absent: none was lost. */
  readonly last?: { readonly at: number; readonly why: string };
}

/** Counts the lines that an output loses. */
export function createLossCount(output: string, now: () => number = Date.now) {
  let losses: Losses = { output, count: 0 };
  return {
    /** Notes that one line is lost. @param why - a few words, such as `ENOSPC`. */
    lose(why: string): void {
      losses = { output, count: losses.count + 1, last: { at: now(), why } };
    },
    read: (): Losses => losses,
  };
}

/** Milliseconds for which lost lines are told of. */
const TOLD_MS = 24 * 60 * 60 * 1000;

/** Returns a sentence on the lines that an output lost, where the last one was lost within a day. */
export function lossLine({ output, count, last }: Losses, now: number): string | undefined {
  if (!last || now - last.at > TOLD_MS) return undefined;
  const at = new Date(last.at).toISOString();
  return `Lines to ${output} that were lost since the start: ${count}, the last at ${at} (${last.why}).`;
}
