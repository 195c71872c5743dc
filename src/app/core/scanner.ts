import { type WedgeProfile, startWedge } from '#scan/wedge/wedge.ts';
import { type EarlyScan, goOnWith, mayLackHead } from '#scan/wedge/early.ts';
import type { Scan } from '#scan/scan.ts';
import { isSink } from '#scan/wedge/sink.ts';
import { createTypedSoFar } from './typedSoFar.ts';
import type { Scanner } from '#tasks/task/handheld.ts';
import { createListeners } from '#tasks/task/listeners.ts';

interface Listener {
  /** Whether it belongs to a dialog: then that dialog does not keep scans from it. */
  readonly isInDialog: boolean;
  readonly onScan: (scan: Scan) => void;
  readonly onBlank: () => void;
}

/** A scan made while one screen gives way to the next is kept this long for the one that comes. */
const KEPT_MS = 2_000;
/** How soon after a dialog has closed the screen gets what was scanned meanwhile, in ms. */
const UNCOVERED_MS = 100;

/** The scanner, and what starts its wedge: until then what is typed is kept from the first paint on. */
export interface StartedScanner extends Scanner {
  /** Delivers what came before; to be called once how the scanner types is known. A second time it does nothing. */
  start(): void;
  /** A person has read of what was cut off: the next scan is taken, whatever it is. */
  forgetCutOff(): void;
  /** A scan of this text in the next moments is the double trigger of one that was taken: nobody gets it. */
  dropRepeat(text: string): void;
}

/**
 * One stream of scans for the screen that is shown: from the wedge, which listens as long as the page lives, and from
 * what `put` hands in (camera, typed). A scan that no screen listens for goes to `unclaimed`, and to the next screen
 * where that comes at once. What was scanned before the first screen listened is kept for it, however long it takes.
 *
 * Where the first scan of the start may lack its head, no screen gets it, nor what comes next: that would fill the step
 * which the first one was for. Until it was scanned again, or a person has read of it, each is told to `onCutOff`.
 *
 * @param isOpening - whether the first screen is on its way.
 * @param onCutOff - gets all of these codes, each time there is one more, and `undefined` once that is over.
 */
export function createScanner(
  document: Document,
  profile: () => WedgeProfile,
  isOpening: () => boolean,
  unclaimed: (scan: Scan) => void,
  onCutOff: (texts: readonly string[] | undefined) => void,
): StartedScanner {
  const listeners: Listener[] = [];
  const [tellWatchers, subscribe] = createListeners();
  let kept: { readonly scan: Scan; readonly isOfStart: boolean }[] = [];
  let covered: Scan[] = [];
  let state: 'early' | 'replaying' | 'started' | 'heard' = 'early';
  const typed = createTypedSoFar(tellWatchers);
  /** What came since the first scan, where that may lack its head. */
  let cutOff: readonly string[] | undefined;
  /** What the first scan was typed as, until it is over. */
  let first: EarlyScan | undefined;
  let dropped = { text: '', at: Number.NEGATIVE_INFINITY };

  /** A scan is over: where it is the first one, it can be told now whether it may lack its head. */
  function judgeFirst(): boolean {
    const isCutOff = first !== undefined && mayLackHead(first, profile().keyGapMs);
    first?.stop();
    first = undefined;
    return isCutOff;
  }
  function tellCutOff(texts: typeof cutOff): void {
    cutOff = texts;
    tellWatchers();
    if (state !== 'replaying') onCutOff(texts);
  }
  /** While the first scan is doubted the next one is for nobody either: it may be that one's second half. */
  function offer(scan: Scan): void {
    if (!cutOff) return put(scan);
    if (!scan.text.endsWith(cutOff[0] ?? '')) return tellCutOff([...cutOff, scan.text]);
    tellCutOff(undefined); // it was scanned again, or nothing of it had come
    put(scan);
  }
  function hear(scan: Scan): void {
    if (judgeFirst()) tellCutOff([scan.text]);
    else offer(scan);
  }
  /** An ending by itself: it may be all that is left of the first scan. */
  function hearEnding(): void {
    if (judgeFirst()) tellCutOff([]);
    listeners.at(-1)?.onBlank();
  }
  function hasDialog(): boolean {
    return document.querySelector('dialog[open]') !== null;
  }
  /** Where the storage is blocked, or nobody is signed in, no screen listens. */
  function accepts(reaches: boolean): boolean {
    const listener = listeners.at(-1);
    return reaches && listener !== undefined && (listener.isInDialog || !hasDialog());
  }
  /** What was scanned over a dialog is not lost: the screen gets it once it can be seen what becomes of it. */
  function uncover(): void {
    if (hasDialog()) return void setTimeout(uncover, UNCOVERED_MS);
    const due = covered;
    covered = [];
    for (const scan of due) put(scan);
  }
  /** Until the wedge is started nobody knows yet whose scan it is. */
  function put(scan: Scan): void {
    if (state === 'early') return void kept.push({ scan, isOfStart: true });
    if (scan.text === dropped.text && performance.now() - dropped.at < KEPT_MS) return undefined;
    if (covered.length > 0 && !hasDialog()) uncover(); // in order
    if (accepts(true)) return listeners.at(-1)?.onScan(scan);
    if (listeners.length > 0 && hasDialog()) {
      if (covered.length === 0) setTimeout(uncover, UNCOVERED_MS);
      covered.push(scan);
      return undefined;
    }
    const isOfStart = state === 'replaying' || (state === 'started' && isOpening());
    kept.push({ scan, isOfStart });
    if (!isOfStart || !isOpening()) unclaimed(scan);
    return undefined;
  }

  /** Hands what was kept to the screen that listens now. */
  function deliver(): void {
    state = 'heard';
    const due = kept.filter(({ scan, isOfStart }) => isOfStart || Math.abs(Date.now() - scan.at) < KEPT_MS);
    kept = [];
    for (const { scan } of due) listeners.at(-1)?.onScan(scan);
  }

  return {
    put: offer,
    accepts,
    dropRepeat(text) {
      dropped = { text, at: performance.now() };
      kept = kept.filter(({ scan }) => scan.text !== text);
    },
    start() {
      if (state !== 'early') return;
      state = 'replaying';
      const early = window.earlyScan;
      first = early && goOnWith(early);
      startWedge(
        {
          document,
          profile,
          now: Date.now,
          onScan: hear,
          onBlank: hearEnding,
          onBuffer: typed.set,
          isSink,
        },
        early,
      );
      state = 'started';
      if (listeners.length > 0) deliver();
      if (cutOff) onCutOff(cutOff);
    },
    listen(onScan, onBlank) {
      const listener = { onScan, onBlank, isInDialog: hasDialog() };
      listeners.push(listener);
      if (state !== 'early') deliver();
      tellWatchers();
      return () => {
        listeners.splice(listeners.indexOf(listener), 1);
        tellWatchers();
      };
    },
    forgetCutOff: () => tellCutOff(undefined),
    isDoubting: () => cutOff !== undefined,
    buffered: () => typed.shown,
    subscribe,
  };
}
