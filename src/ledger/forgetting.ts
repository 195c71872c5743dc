import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

/** The pauses between two slices, and between two looks for something to forget, in milliseconds. */
const PAUSE_MS = 10;
const AGAIN_MS = 60 * 60_000;

/**
 * Forgets a slice of what is older than its age, by sure time, Unix ms: a clock that ran ahead forgets nothing.
 *
 * @returns how many; 0: none is left.
 */
export type Forget = (sure: number) => Promise<number>;

export interface ForgettingPorts {
  /** Returns the last time that another machine's clock showed, Unix ms; `undefined`: there is none, or it was not heard. */
  readonly heard: () => number | undefined;
  /** Functions for all else that is forgotten by age, each by its name in the log. */
  readonly beside?: Readonly<Record<string, Forget>>;
  readonly log: { error(facts: object, line: string): void };
  /** Waits so many milliseconds, or until the signal. @defaultValue by the clock */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Forgets by age while the gateway is at work: old calls, and what lies beside them. It takes a slice of each at a time, with a pause after
 * all of them: however many there are, calls go on between two slices. Nothing else in the gateway forgets by age.
 *
 * @returns the function that stops it, and waits for the slice that runs.
 */
export function forgetInSlices(
  ledger: Pick<Ledger, 'prune' | 'sure'>,
  { heard, beside = {}, log, wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }) }: ForgettingPorts,
): () => Promise<void> {
  const over = new AbortController();
  const all = Object.entries<Forget>({ calls: () => ledger.prune(heard()), ...beside });
  const forgetAll = async (): Promise<void> => {
    while (!over.signal.aborted) {
      let forgotten = 0;
      for (const [what, forget] of all) {
        if (over.signal.aborted) return;
        forgotten += await attemptTo(what, forget);
      }
      await wait(forgotten > 0 ? PAUSE_MS : AGAIN_MS, over.signal).catch(() => {}); // stopped
    }
  };
  const attemptTo = (what: string, forget: Forget): Promise<number> =>
    forget(ledger.sure()).catch((error: unknown) => {
      log.error({ err: error, what }, 'what is old cannot be forgotten');
      return 0;
    });
  const running = forgetAll();
  return () => {
    over.abort();
    return running;
  };
}
