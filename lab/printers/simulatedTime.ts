import { setImmediate } from 'node:timers/promises';

/** Rounds of the event loop in which everything that is ready has gone on. */
const ROUNDS = 3;

export type SimulatedTime = ReturnType<typeof createSimulatedTime>;

/** Makes a clock that jumps to the next thing that is waited for: minutes of a printer take milliseconds. */
export function createSimulatedTime() {
  let now = 0;
  let waits: { readonly at: number; readonly done: () => void }[] = [];
  const at = (time: number, done: () => void): (() => void) => {
    const wait = { at: time, done };
    waits.push(wait);
    return () => {
      waits = waits.filter((each) => each !== wait);
    };
  };
  return {
    now: (): number => now,
    /** Has something done at a time, milliseconds of this clock. @returns what takes it back. */
    at,
    /** Waits; it ends early where the signal does. */
    wait: (ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const back = at(now + Math.max(0, ms), resolve);
        signal?.addEventListener('abort', () => {
          back();
          resolve();
        });
      }),
    /** Runs until a promise is settled. @throws RangeError where it is not, and nothing is waited for, or within a day */
    async run<Value>(promise: Promise<Value>): Promise<Value> {
      const state = { isSettled: false };
      const settled = promise.finally(() => (state.isSettled = true));
      settled.catch(() => {});
      for (;;) {
        for (let round = 0; round < ROUNDS && !state.isSettled; round += 1) await setImmediate();
        if (state.isSettled) return settled;
        const next = waits.reduce<(typeof waits)[number] | undefined>(
          (first, each) => (first === undefined || each.at < first.at ? each : first),
          undefined,
        );
        if (!next || next.at > 86_400_000) throw new RangeError(`It waits for nothing at ${now} ms`);
        now = Math.max(now, next.at);
        waits = waits.filter((each) => each !== next);
        next.done();
      }
    },
  };
}
