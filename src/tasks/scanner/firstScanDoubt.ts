import { type EarlyScan, goOnWith, mayLackHead } from '#scan/wedge/early.ts';
import type { Scan } from '#scan/scan.ts';

/**
 * Where the first scan of the start may lack its head, nobody gets it, nor what comes next: that would fill the step
 * which the first one was for. So it is until it was scanned again, or a person has read of it.
 *
 * @param take - gets each scan that is not doubted.
 * @param onDoubt - gets all of the doubted codes, each time there is one more, and `undefined` once that is over.
 */
export function createFirstScanDoubt(
  keyGapMs: () => number,
  take: (scan: Scan) => void,
  onDoubt: (texts: readonly string[] | undefined) => void,
) {
  /** What the first scan was typed as, until it is over. */
  let first: EarlyScan | undefined;
  /** What came since the first scan, where that may lack its head. */
  let doubted: readonly string[] | undefined;

  /** A scan is over: where it is the first one, it can be told now whether it may lack its head. */
  function judgeFirst(): boolean {
    const lacksHead = first !== undefined && mayLackHead(first, keyGapMs());
    first?.stop();
    first = undefined;
    return lacksHead;
  }
  function set(texts: typeof doubted): void {
    doubted = texts;
    onDoubt(texts);
  }
  /** While the first scan is doubted the next one is for nobody either: it may be that one's second half. */
  function offer(scan: Scan): void {
    if (!doubted) return take(scan);
    if (!scan.text.endsWith(doubted[0] ?? '')) return set([...doubted, scan.text]);
    set(undefined); // it was scanned again, or nothing of it had come
    take(scan);
  }

  return {
    /** Goes on with what was typed before the wedge listens. */
    begin(early: EarlyScan | undefined): void {
      first = early && goOnWith(early);
    },
    /** A scan from elsewhere than the wedge. */
    offer,
    hear(scan: Scan): void {
      if (judgeFirst()) set([scan.text]);
      else offer(scan);
    },
    /** An ending by itself: it may be all that is left of the first scan. */
    hearEnding(): void {
      if (judgeFirst()) set([]);
    },
    forget: () => set(undefined),
    texts: () => doubted,
  };
}
