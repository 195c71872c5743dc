/** The most time of all that is tried beside the fast passes, of theirs. */
const SHARE = 1.5;
/** Tries in vain after which a pass that has found a code is one of many again. */
const TRIES = 6;

/**
 * Gives out what is tried beside the fast passes, within a share of their time. A frame's time is bounded on average and
 * not each: one thorough pass, then frames of fast passes alone.
 */
export function createDuty<P>(passes: readonly P[], share = SHARE) {
  let creditMs = 0;
  let at = 0;
  let laps = 0;
  /** The pass that is tried first. `aheadMs`: so much more time than the others it has had since. */
  let hot: { readonly pass: P; left: number; aheadMs: number } | undefined;
  /**
   * The pass that a code is kept in sight by. It has time of its own: it takes none from the others, nor waits for a dear one. It costs
   * what it cost at the least, and nothing the first time: a look in which the machine did something else, or compiled
   * it, takes nothing from the next one. After each try a frame is for the others.
   */
  let held: { readonly pass: P; left: number; creditMs: number; leastMs: number; rests: boolean } | undefined;
  return {
    /**
     * Counts a frame's fast passes.
     *
     * @param suits - whether a pass can look at this frame; some can look at every frame.
     * @returns what to try on the same frame, if it is time for it.
     */
    next(fastMs: number, suits: (pass: P) => boolean = () => true): P | undefined {
      creditMs += fastMs * share;
      if (held) {
        held.creditMs += fastMs * share;
        const isDue = !held.rests && held.creditMs > 0 && suits(held.pass);
        held.rests = false;
        if (isDue) return held.pass;
      }
      if (creditMs <= 0) return undefined;
      if (hot && hot.aheadMs <= 0 && suits(hot.pass)) return hot.pass;
      for (let tries = 0; tries < passes.length; tries += 1) {
        const pass = passes[at]!;
        at = (at + 1) % passes.length;
        if (at === 0) laps += 1;
        if (suits(pass)) return pass;
      }
      return undefined;
    },
    /**
     * Counts what was tried. What has found something is likely to find it again: for a while it gets half of the time,
     * as another has to agree with it, or as much as all others where what it found is proved and is to be kept in sight.
     */
    tried(pass: P, ms: number, found?: 'likely' | 'proved'): void {
      if (held?.pass === pass) {
        held.leastMs = Math.min(held.leastMs, ms);
        held.creditMs = -held.leastMs;
        held.rests = true;
        held.left = found ? TRIES : held.left - 1;
        if (held.left === 0) held = undefined;
        return;
      }
      creditMs -= ms;
      if (found === 'proved' && !held) held = { pass, left: TRIES, creditMs: 0, leastMs: ms, rests: true };
      if (hot) hot.aheadMs += hot.pass === pass ? ms : -ms;
      if (found === 'likely') hot = { pass, left: TRIES, aheadMs: hot?.pass === pass ? hot.aheadMs : ms };
      else if (hot?.pass === pass && (hot.left -= 1) === 0) hot = undefined;
    },
    /** Begins with the likeliest again: another picture is looked at. */
    restart(): void {
      at = 0;
    },
    /** Tells whether something keeps a code in sight: it has found one, and has not been tried in vain often enough since. */
    get isHeld() {
      return held !== undefined;
    },
    /** Times that everything was tried. */
    get laps() {
      return laps;
    },
  };
}
