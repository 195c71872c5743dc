/** A scanner's next key comes sooner, whatever the scanner: what is shown waits for the end of its burst. */
const PAUSE_MS = 60;
/** Where no pause comes for so long, what has come is shown all the same. */
const MOST_MS = 300;

/**
 * Shows what is typed at a person's speed. A scanner's burst is over before a person could read a key of it, and drawing
 * each key made the end of the burst wait: only what stops on its way, or runs on, is shown.
 *
 * @param onChange - what is shown has changed.
 */
export function createTypedSoFar(onChange: () => void) {
  let shown = '';
  let due = '';
  let sinceMs = Number.NaN;
  let lastMs = Number.NaN;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    clearTimeout(timer);
    timer = undefined;
    sinceMs = Number.NaN;
    if (shown === due) return;
    shown = due;
    onChange();
  }

  /** One timer for all keys of a scan: to set it anew at each would make the key that ends it wait. */
  function look(): void {
    const leftMs = Math.min(lastMs + PAUSE_MS, sinceMs + MOST_MS) - performance.now();
    if (leftMs > 0) timer = setTimeout(look, leftMs);
    else show();
  }

  return {
    /** What has come of a scan, as it is shown. */
    get shown() {
      return shown;
    },
    /** Takes what has come by now; nothing where the scan is over. */
    set(text: string): void {
      due = text;
      if (text === '') return show();
      lastMs = performance.now();
      if (timer !== undefined) return;
      sinceMs = lastMs;
      timer = setTimeout(look, PAUSE_MS);
    },
  };
}
