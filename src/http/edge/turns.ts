/** The bounds of something dear. */
export interface TurnBounds {
  /** The most that are under way at once, of all askers. */
  readonly atOnce: number;
  /** The most of one asker that are under way or wait. */
  readonly mostEach: number;
  /** The most that wait, of all askers. @default 1000 */
  readonly mostWaiting?: number;
}

/**
 * Makes what lets a few do something dear at once, and the rest wait. Askers come in turn, each with one, so that nobody's many keep
 * others waiting. Who is ahead comes before all who are not.
 */
export function createTurns({ atOnce, mostEach, mostWaiting = 1_000 }: TurnBounds) {
  const ofEach = new Map<string, number>();
  const ahead = new Map<string, readonly (() => void)[]>();
  const behind = new Map<string, readonly (() => void)[]>();
  let underWay = 0;
  let waiting = 0;

  /** Begins the next that waits; where none does, one more has room. */
  function goOn(): void {
    const lane = ahead.size > 0 ? ahead : behind;
    const [first] = lane;
    if (!first) {
      underWay -= 1;
      return;
    }
    const [asker, [begin, ...others]] = first;
    lane.delete(asker);
    if (others.length > 0) lane.set(asker, others); // a map keeps the order of entry: it is the last again
    waiting -= 1;
    begin?.();
  }

  return {
    /**
     * Waits for a turn. @returns what ends it, which may be called again; `undefined`: the asker, or all of them, wait for too many already.
     *
     * @param isAhead - `true`: it comes before those that are not.
     */
    async take(asker: string, isAhead = false): Promise<(() => void) | undefined> {
      const taken = ofEach.get(asker) ?? 0;
      if (taken >= mostEach || (underWay >= atOnce && waiting >= mostWaiting)) return undefined;
      ofEach.set(asker, taken + 1);
      if (underWay < atOnce) underWay += 1;
      else {
        waiting += 1;
        const lane = isAhead ? ahead : behind;
        await new Promise<void>((begin) => lane.set(asker, [...(lane.get(asker) ?? []), begin]));
      }
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (ofEach.get(asker) ?? 1) - 1;
        if (left === 0) ofEach.delete(asker);
        else ofEach.set(asker, left);
        goOn();
      };
    },
  };
}
