import type { WedgeProfile } from '#scan/wedge/profile.ts';
import { ANYWHERE, SINK } from '#scan/wedge/field.ts';
import { startWedge } from '#scan/wedge/wedge.ts';
import type { Scan, SplitPull } from '#scan/scan.ts';
import type { Scanner, ScannerListener } from '#tasks/task/handheld.ts';
import { createListeners } from '#contract/listeners.ts';
import { type EarlyScan, goOnWith, mayLackHead } from '#scan/wedge/early.ts';

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
 * One stream of scans for the screen that is shown: from the wedge, and from what `put` hands in. @param unclaimed -
 * gets a scan that no screen listens for, and whether it is kept for the first one. @param onCutOff - gets codes that no task got, `undefined` once that is over
 * @param aside - takes a scan that is for no screen, whichever is shown, and gets that one: `true`, it was one.
 */
export function createScanner(
  document: Document,
  profile: () => WedgeProfile,
  isOpening: () => boolean,
  unclaimed: (scan: Scan, isKept: boolean) => void,
  onCutOff: (texts: readonly string[] | undefined) => void,
  aside: Aside = () => false,
): StartedScanner {
  const [tellWatchers, subscribe] = createListeners();
  const typed = createTypedSoFar(tellWatchers);
  const delivery = createScanDelivery(document, isOpening, unclaimed, aside);
  const doubt = createFirstScanDoubt(
    () => profile().keyGapMs,
    delivery.put,
    (texts) => {
      tellWatchers();
      if (!delivery.isReplaying()) onCutOff(texts);
    },
  );
  function onBlank(): void {
    doubt.hearEnding();
    delivery.putBlank();
  }

  return {
    put: doubt.offer,
    accepts: delivery.accepts,
    dropRepeat: delivery.dropRepeat,
    start() {
      if (!delivery.isEarly()) return;
      const early = window.earlyScan;
      doubt.begin(early);
      const onSplit = (pull: SplitPull): void => void (doubt.texts() ?? delivery.putSplit(pull)); // a doubted one is with nobody
      const ports = {
        document,
        profile,
        now: Date.now,
        onScan: doubt.hear,
        onSplit,
        onAltered: delivery.putAltered,
        onBlank,
        onBuffer: typed.set,
      };
      delivery.start(() => startWedge(ports, early));
      const texts = doubt.texts();
      if (texts) onCutOff(texts);
    },
    listen(listener) {
      const stop = delivery.listen(listener);
      tellWatchers();
      return () => {
        stop();
        tellWatchers();
      };
    },
    forgetCutOff: doubt.forget,
    isDoubting: () => doubt.texts() !== undefined,
    buffered: () => typed.shown,
    takeTyped(isWanted) {
      const { shown, isAll } = typed;
      if (!isAll || shown === '') return undefined;
      const isTaken = isWanted(shown); // asked before: once it is taken it is wanted no more
      press(isTaken ? 'Enter' : 'Escape');
      return isTaken ? undefined : shown;
    },
    dropTypedNumber: () => void (typed.isAll && isShortNumber(typed.shown) && press('Escape')),
    subscribe,
  };
}

/** Tells whether a text is a number that the handheld's own keys may type while one is wanted: no code is so short. */
export function isShortNumber(text: string): boolean {
  return /^\d{1,4}(?:[.,]\d{0,3})?$/.test(text);
}

/** Presses the key that a person has left out; never in a scanner's burst, which is not shown yet. */
function press(key: 'Enter' | 'Escape'): void {
  const sink = document.querySelector(SINK) ?? document.querySelector(ANYWHERE);
  for (const type of ['keydown', 'keyup']) {
    sink?.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true, cancelable: true }));
  }
}

/**
 * Keeps the start's first scan from all where it may lack its head, and the next ones, which would fill its step: until
 * it is scanned again, or a person has read of it. @param onDoubt - gets all doubted codes, `undefined` once that is
 * over
 */
function createFirstScanDoubt(
  keyGapMs: () => number,
  take: (scan: Scan) => void,
  onDoubt: (texts: readonly string[] | undefined) => void,
) {
  let first: EarlyScan | undefined;
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
    begin(early: EarlyScan | undefined): void {
      first = early && goOnWith(early);
    },
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

/** A scanner's next key comes sooner, whatever the scanner: what is shown waits for the end of its burst. */
const PAUSE_MS = 60;
/** Milliseconds without a pause after which what has come is shown all the same. */
const MOST_MS = 300;

/** Shows what is typed at a person's speed: drawing each key of a scanner's burst made the end of the burst wait. */
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
  function showWhenDue(): void {
    const leftMs = Math.min(lastMs + PAUSE_MS, sinceMs + MOST_MS) - performance.now();
    if (leftMs > 0) timer = setTimeout(showWhenDue, leftMs);
    else show();
  }

  return {
    get shown() {
      return shown;
    },
    /** True where nothing has come that is not shown yet. */
    get isAll() {
      return shown === due;
    },
    /** Takes what has come by now; nothing where the scan is over. */
    set(text: string): void {
      due = text;
      if (text === '') return show();
      lastMs = performance.now();
      if (timer !== undefined) return;
      sinceMs = lastMs;
      timer = setTimeout(showWhenDue, PAUSE_MS);
    },
  };
}

/** The screen that is shown, as a scan finds it that is for none. */
export interface ScreenFound {
  readonly told: ScannerListener;
  /** A dialog stands over it. */
  readonly isCovered: boolean;
}

type Aside = (scan: Scan, screen: ScreenFound | undefined) => boolean;

interface Listener {
  /** True where it belongs to a dialog: then that dialog does not keep scans from it. */
  readonly isInDialog: boolean;
  readonly told: ScannerListener;
}

/** A scan made while one screen gives way to the next is kept this long for the one that comes. */
const KEPT_MS = 2_000;

/**
 * Brings each scan to the screen that is shown; one that no screen listens for to `unclaimed`, and to the next screen
 * where that comes at once. What came before the first screen is kept for it. @param isOpening - whether that is on its
 * way
 */
export function createScanDelivery(
  document: Document,
  isOpening: () => boolean,
  unclaimed: (scan: Scan, isKept: boolean) => void,
  aside: Aside = () => false,
) {
  const listeners: Listener[] = [];
  let kept: { readonly scan: Scan; readonly isOfStart: boolean; readonly split?: SplitPull }[] = [];
  let state: 'early' | 'replaying' | 'started' | 'heard' = 'early';
  let dropped = { text: '', at: Number.NEGATIVE_INFINITY };

  function hasDialog(): boolean {
    return document.querySelector('dialog[open]') !== null;
  }
  function isCovered({ isInDialog }: Listener): boolean {
    return !isInDialog && hasDialog();
  }
  /** Tells whether a scan would be taken now: where the storage is blocked, or nobody is signed in, no screen listens. */
  function accepts(reaches: boolean): boolean {
    const listener = listeners.at(-1);
    return reaches && listener !== undefined && !isCovered(listener);
  }
  /** Brings a scan to its screen, or keeps it: until the wedge is started nobody knows yet whose it is. */
  function put(scan: Scan): void {
    if (state === 'early') return void kept.push({ scan, isOfStart: true });
    if (scan.text === dropped.text && performance.now() - dropped.at < KEPT_MS) return undefined;
    const listener = listeners.at(-1);
    if (aside(scan, listener && { told: listener.told, isCovered: isCovered(listener) })) return undefined;
    if (listener) return listener.told.onScan(scan, isCovered(listener));
    const isOfStart = state === 'replaying' || (state === 'started' && isOpening());
    kept.push({ scan, isOfStart });
    if (!isOfStart || !isOpening()) unclaimed(scan, isOfStart);
    return undefined;
  }
  /** Tells the screen that such a pull was no scan: the one that is shown, or the one that comes where the scan is kept for it. */
  function putSplit(split: SplitPull): void {
    const isOfIt = (scan: Scan): boolean => split.before.includes(scan);
    const isKept = kept.some(({ scan }) => scan === split.first);
    if (isKept)
      kept = kept.flatMap((one) => (one.scan === split.first ? { ...one, split } : isOfIt(one.scan) ? [] : one));
    else listeners.at(-1)?.told.onSplit(split);
  }
  function deliver(): void {
    state = 'heard';
    const due = kept.filter(({ scan, isOfStart }) => isOfStart || Math.abs(Date.now() - scan.at) < KEPT_MS);
    kept = [];
    for (const { scan, split } of due) {
      if (split) putSplit(split);
      else put(scan);
    }
  }

  return {
    put,
    putSplit,
    accepts,
    putAltered: () => listeners.at(-1)?.told.onAltered(),
    putBlank: () => listeners.at(-1)?.told.onBlank(),
    dropRepeat(text: string): void {
      dropped = { text, at: performance.now() };
      kept = kept.filter(({ scan }) => scan.text !== text);
    },
    isEarly: () => state === 'early',
    isReplaying: () => state === 'replaying',
    start(replay: () => void): void {
      state = 'replaying';
      replay();
      state = 'started';
      if (listeners.length > 0) deliver();
    },
    listen(told: ScannerListener): () => void {
      const listener = { told, isInDialog: hasDialog() };
      listeners.push(listener);
      if (state !== 'early') deliver();
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}
