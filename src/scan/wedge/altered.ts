/** Keys of one burst come so close together; a person's, with the one before and the one behind, do not. */
const CLOSE_MS = 60;
/** Presses that are remembered: more than a burst makes in that time. */
const REMEMBERED = 12;
/** Longer than the stalls of a scanner: what comes after it is another code. */
const QUIET_MS = 400;

/** Presses so close that tell a burst: a person who writes in a text field may roll over three keys. */
const LEAST = { outside: 3, inField: 4 };

/**
 * Notices a burst that an input method or a dead key has altered on its way: its keys say no longer what was scanned, and
 * nobody can know it. Such a burst is for nobody, until it is quiet.
 *
 * @param onAltered - told once for each such burst, when it is over.
 */
export function createAlteredBursts(onAltered: () => void) {
  let pressed: readonly number[] = [];
  let alteredMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function isOn(): boolean {
    return timer !== undefined;
  }
  function goOn(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      alteredMs = Number.NEGATIVE_INFINITY;
      onAltered();
    }, QUIET_MS);
  }

  return {
    /** Whether such a burst goes on. */
    isOn,
    /** @returns whether the key is of such a burst */
    press({ key, timeStamp, repeat }: KeyboardEvent, where: keyof typeof LEAST): boolean {
      if (key === 'Process' || key === 'Dead') alteredMs = timeStamp;
      if (!repeat) pressed = [...pressed.slice(-REMEMBERED), timeStamp];
      const close = pressed.filter((atMs) => Math.abs(atMs - alteredMs) <= CLOSE_MS); // an input method mixes their order
      if (isOn() || close.length >= LEAST[where]) goOn();
      return isOn();
    },
    /** @returns whether a text is of such a burst */
    text(): boolean {
      if (isOn()) goOn();
      return isOn();
    },
    /** Whether a text is what an input method makes of the key just pressed: a person's choice, and no scanner's. */
    isChosen: (atMs: number): boolean => Math.abs(atMs - alteredMs) <= CLOSE_MS,
  };
}
