/** By which way text came: key by key, or whole texts put into a field at once (an input method, a paste). */
export type Channel = 'keys' | 'text';

/** A code that has come whole. Times are milliseconds on the clock of `Event.timeStamp`. */
export interface Arrival {
  readonly channel: Channel;
  readonly text: string;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Two outputs of one scanner deliver a code this close together. */
const SAME_MS = 80;
/** How long ago a code was "just seen" when it comes again, twice in one. */
const JUST_SEEN_MS = 1_000;

/**
 * Judges a code against the one before it. A scanner with two outputs on (intent and keystroke) delivers a code by
 * both, or typed twice into one: `4354210` becomes `43542104354210`. A code like `ABAB` alone is never touched.
 *
 * @returns `same`: the other output's copy; `doubled`: the code before, twice in one; else `new`.
 */
export function judgeArrival(before: Arrival | undefined, arrival: Arrival): 'new' | 'same' | 'doubled' {
  if (!before || before.channel === arrival.channel) return 'new';
  const elapsedMs = arrival.startedMs - before.endedMs;
  if (isSameOrDouble(before.text, arrival.text) && elapsedMs <= SAME_MS) return 'same';
  return arrival.text === before.text + before.text && elapsedMs <= JUST_SEEN_MS ? 'doubled' : 'new';
}

/** Of two codes that waited for one ending: the single one of a pair that is one code, else `undefined`. */
export function twinOf<A extends Arrival>(arrivals: readonly A[]): A | undefined {
  const [one, two] = [...arrivals].sort((a, b) => a.text.length - b.text.length);
  return one && two && isSameOrDouble(one.text, two.text) ? one : undefined;
}

function isSameOrDouble(single: string, text: string): boolean {
  return text === single || text === single + single;
}
