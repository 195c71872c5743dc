import { setImmediate } from 'node:timers/promises';

/** The milliseconds of work after which calls are let in between. */
const SLICE_MS = 15;
/** The items of one look at the clock. */
const AT_ONCE = 250;

/** Makes what is awaited between two pieces of a long piece of work: it lets calls pass where the work has gone on for a while. */
export function createPauses() {
  let began = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - began < SLICE_MS) return;
    await setImmediate();
    began = performance.now();
  };
}

/** Works through many items a part at a time, and lets calls pass in between. @param work - makes what comes of a part. */
export async function inSlices<T, U>(items: readonly T[], work: (part: readonly T[]) => readonly U[]): Promise<U[]> {
  const pause = createPauses();
  const made: U[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    for (const one of work(items.slice(from, from + AT_ONCE))) made.push(one);
    await pause();
  }
  return made;
}

/**
 * Returns the first of many in an order, such as those of one page of a list, and lets calls pass in between.
 *
 * @param many - how many of them. @param compare - as `toSorted` has it.
 */
export async function firstInOrder<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
  many: number,
): Promise<readonly T[]> {
  const pause = createPauses();
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    runs.push(
      items
        .slice(from, from + AT_ONCE)
        .toSorted(compare)
        .slice(0, many),
    );
    await pause();
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let n = 0; n < runs.length; n += 2)
      merged.push(await mergedOf(runs[n] ?? [], runs[n + 1] ?? [], compare, many, pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two runs that are in order; of equals those of the first come first. */
async function mergedOf<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (one: T, other: T) => number,
  many: number,
  pause: () => Promise<void>,
): Promise<readonly T[]> {
  const merged: T[] = [];
  let [at, otherAt] = [0, 0];
  while (merged.length < many && (at < one.length || otherAt < other.length)) {
    const isOther = at >= one.length || (otherAt < other.length && compare(one[at] as T, other[otherAt] as T) > 0);
    merged.push((isOther ? other[otherAt++] : one[at++]) as T);
    if (merged.length % AT_ONCE === 0) await pause();
  }
  return merged;
}
