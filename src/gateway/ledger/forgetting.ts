import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

/** The pauses between two slices, and between two looks for something to forget, in milliseconds. */
const PAUSE_MS = 10;
const AGAIN_MS = 60 * 60_000;

export interface ForgettingPorts {
  /** Returns the last time that another machine's clock showed, Unix ms; `undefined`: there is none, or it was not heard. */
  readonly heard: () => number | undefined;
  readonly log: { error(facts: object, line: string): void };
  /** Waits so many milliseconds, or until the signal. @defaultValue by the clock */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Has a ledger forget old calls while it is at work, a slice at a time with a pause after each: however many there are,
 * calls go on between two slices.
 *
 * @returns the function that stops it, and waits for the slice that runs.
 */
export function forgetInSlices(
  ledger: Pick<Ledger, 'prune'>,
  { heard, log, wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }) }: ForgettingPorts,
): () => Promise<void> {
  const over = new AbortController();
  const forgetAll = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const forgotten = await ledger.prune(heard()).catch((error: unknown) => {
        log.error({ err: error }, 'the ledger cannot be pruned');
        return 0;
      });
      await wait(forgotten > 0 ? PAUSE_MS : AGAIN_MS, over.signal).catch(() => {}); // stopped
    }
  };
  const running = forgetAll();
  return () => {
    over.abort();
    return running;
  };
}
