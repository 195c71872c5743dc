/** What public/early-scan.js has kept since the first paint, for the wedge that takes over from it. */
export interface EarlyScan {
  /** Every event of the wedge's kinds, in order. They are over: what could be prevented of them has been. */
  readonly events: readonly Event[];
  /** When the keeping began, on the clock of `Event.timeStamp`. */
  readonly sinceMs: number;
  /** Ends the keeping. */
  stop(): void;
}

declare global {
  interface Window {
    earlyScan?: EarlyScan;
  }
}

/** A scanner's next key comes so soon after the last one that was lost, however fast the scanner is. */
const LEAST_MS = 12;
/** The key after the first that tells how fast a scanner types: four gaps. */
const SAMPLE = 3;

/**
 * Whether the first scan of the record may lack its head: its keys were on their way when the keeping began, and nobody
 * can know what came before. So where its first key came within two of its own gaps, or the release of a key came whose
 * press did not. Browsers drop what is typed until the page is painted: until then nothing was kept for certain.
 *
 * @param keyGapMs - the longest gap between two keys that the scanner is known to make, in milliseconds.
 * @param paintedMs - when the page was first painted, where it is.
 */
export function mayLackHead(
  { events, sinceMs }: EarlyScan,
  keyGapMs: number,
  paintedMs = performance.getEntriesByType('paint')[0]?.startTime ?? 0,
): boolean {
  const keys = events.filter(isKey);
  const [startedMs = Number.NaN, ...others] = keys.flatMap(({ type, timeStamp }) =>
    type === 'keyup' ? [] : timeStamp,
  );
  const twoGapsMs = ((others[SAMPLE] ?? startedMs) - startedMs) / 2;
  const windowMs = Math.min(Math.max(twoGapsMs, LEAST_MS), keyGapMs);
  return (
    startedMs - Math.max(sinceMs, paintedMs) <= windowMs ||
    (keys[0]?.type === 'keyup' && startedMs - keys[0].timeStamp <= keyGapMs)
  );
}

/** A character or an ending by itself, pressed or released: a text put in at once came whole. */
function isKey(event: Event): boolean {
  const { key, data, repeat } = event as KeyboardEvent & InputEvent;
  return !repeat && /^(?:.|Enter)$/u.test(key ?? data);
}
