/** The events that public/early-scan.js has kept since right behind the first paint, for the wedge that takes over from it. */
export interface EarlyScan {
  /** Every event of the wedge's kinds, in order. They are over: what could be prevented of them has been. */
  readonly events: readonly Event[];
  /** Time at which the keeping began, on the clock of `Event.timeStamp`. */
  readonly sinceMs: number;
  /** Time at which the page's own field got the focus, by the same clock: what is put in as text has nowhere to go before. */
  readonly fieldMs: number;
  /** Shows the page's own field and gives it the focus, where that was not done yet. */
  show(): void;
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
/** Gaps that tell how fast a scanner types. */
const SAMPLE = 3;
/** A scanner's longest stall: profile.ts. */
const STALL_MS = 400;
/** A code with its ending, pressed and released: what comes later says nothing of the first scan. */
const MOST_EVENTS = 400;

/**
 * Tells whether the first scan of the record may lack its head: its keys were on their way when the keeping began, and nobody
 * can know what came before. So where its first key came within two of its own gaps, or the release of a key came whose
 * press did not. A scanner that stalls (a busy handheld types its own scans) is known by the longest gap of that scan;
 * of one that has typed fewer than three gaps nothing is known, and it may be the last keys of a scan whose others were
 * lost a stall ago. Browsers drop what is typed until the page is painted, and what is put in as text until a field has
 * the focus: until then nothing was kept for certain.
 *
 * @param keyGapMs - the longest gap between two keys that the scanner is known to make, in milliseconds.
 * @param paintedMs - when the page was first painted, where it is.
 */
export function mayLackHead(
  { events, sinceMs, fieldMs }: Pick<EarlyScan, 'events' | 'sinceMs' | 'fieldMs'>,
  keyGapMs: number,
  paintedMs = firstPaintMs(),
): boolean {
  const keys = events.filter(isKey);
  const keptMs = keys[0]?.type === 'beforeinput' ? fieldMs : sinceMs;
  const [startedMs = Number.NaN, ...others] = firstScanOf(keys);
  const gaps = others.map((atMs, index) => atMs - (others[index - 1] ?? startedMs));
  const isKnown = gaps.length >= SAMPLE && gaps.filter((ms) => ms <= keyGapMs).length > gaps.length / 2; // no person
  const ownMs = isKnown ? Math.min(Math.max(2 * Math.max(...gaps), LEAST_MS), STALL_MS) : keyGapMs;
  const windowMs = gaps.length < SAMPLE ? STALL_MS : ownMs;
  return (
    startedMs - Math.max(keptMs, paintedMs) <= windowMs ||
    (keys[0]?.type === 'keyup' && startedMs - keys[0].timeStamp <= keyGapMs)
  );
}

/** Returns when the keys of the first scan were pressed: until its ending, or a silence. */
function firstScanOf(keys: readonly Event[]): readonly number[] {
  const pressed = keys.filter(({ type }) => type !== 'keyup');
  const ending = pressed.findIndex(
    (event, index) =>
      (event as KeyboardEvent).key === 'Enter' ||
      (pressed[index + 1]?.timeStamp ?? Number.POSITIVE_INFINITY) - event.timeStamp > STALL_MS,
  );
  return pressed.slice(0, ending + 1).map(({ timeStamp }) => timeStamp);
}

/** Returns when the page was first painted: now where the browser tells of paints and has not yet, by the clock of events, which no page sets. */
function firstPaintMs(): number {
  const painted = performance.getEntriesByType('paint')[0]?.startTime;
  const tells = globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint');
  return painted ?? (tells ? new Event('now').timeStamp : 0);
}

/**
 * Goes on with the record until the first scan is over: of one that was begun before the app listened only the rest
 * comes to it, and what came before the first key is asked about then.
 */
export function goOnWith({ events, ...early }: EarlyScan): EarlyScan {
  const all = [...events];
  const keep = (event: Event): void => {
    if (all.length < MOST_EVENTS) all.push(event);
  };
  const types = ['keydown', 'keyup', 'beforeinput'];
  for (const type of types) addEventListener(type, keep, { capture: true });
  return {
    ...early,
    events: all,
    stop() {
      for (const type of types) removeEventListener(type, keep, { capture: true });
    },
  };
}

/** Tells whether it is a character or an ending by itself, pressed or released: a text put in at once came whole. */
function isKey(event: Event): boolean {
  const { key, data, repeat } = event as KeyboardEvent & InputEvent;
  return !repeat && /^(?:.|Enter)$/u.test(key ?? data);
}
