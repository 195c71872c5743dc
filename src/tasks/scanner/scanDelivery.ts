import type { Scan, SplitPull } from '#scan/scan.ts';
import type { ScannerListener } from '#tasks/task/handheld.ts';

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
export function createScanDelivery(document: Document, isOpening: () => boolean, unclaimed: (scan: Scan) => void) {
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
    if (listener) return listener.told.onScan(scan, isCovered(listener));
    const isOfStart = state === 'replaying' || (state === 'started' && isOpening());
    kept.push({ scan, isOfStart });
    if (!isOfStart || !isOpening()) unclaimed(scan);
    return undefined;
  }
  /** Tells the screen that such a pull was no scan: the one that is shown, or the one that comes where the scan is kept for it. */
  function putSplit(split: SplitPull): void {
    const isKept = kept.some(({ scan }) => scan === split.first);
    if (isKept) kept = kept.map((one) => (one.scan === split.first ? { ...one, split } : one));
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
