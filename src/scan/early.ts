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
/** So many keys tell how fast a scanner types: from the first to the last of them are four gaps. */
const SAMPLE = 5;

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
  paintedMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
): boolean {
  const keys = events.filter(isKey);
  const times = keys.filter(({ type }) => type !== 'keyup').map(({ timeStamp }) => timeStamp);
  const [startedMs = Number.POSITIVE_INFINITY] = times;
  const twoGapsMs = ((times.slice(0, SAMPLE).at(-1) ?? 0) - startedMs) / 2;
  return (
    startedMs - Math.max(sinceMs, paintedMs) <= Math.min(Math.max(twoGapsMs, LEAST_MS), keyGapMs) ||
    (keys[0]?.type === 'keyup' && startedMs - keys[0].timeStamp <= keyGapMs)
  );
}

/** A character or an ending by itself, pressed or released: a text put in at once came whole. */
function isKey(event: Event): boolean {
  const { type, key, data, repeat } = event as KeyboardEvent & InputEvent;
  const text = type === 'beforeinput' ? data : type.startsWith('key') && !repeat ? key : '';
  return text?.length === 1 || text === 'Enter';
}
