import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { Scan, ScanNotice, SplitPull } from '#scan/scan.ts';
import type { SitePrinter } from '#site/printers.ts';
import { focusSink, hasSinkFocus } from '#scan/wedge/field.ts';
import { type Scanner, type ScannerListener, useHandheld } from '#tasks/task/handheld.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';

/** A screen's answers to what comes in. The callbacks may change without losing a scan. */
interface ScanListener {
  onScan(scan: ScanNote): void;
  /** An ending came, and there was no code before it. */
  onBlank?(): void;
  /** The same code within the guard's window; left out where a repeat does no harm. */
  onRepeat?: ((text: string) => void) | undefined;
  /** A scan made while a dialog stands over the screen; absent: it is taken as any other. */
  onCovered?: ((scan: ScanNote) => void) | undefined;
  /** A burst was altered on its way, and not taken; absent: the signal and the notice say it. */
  onAltered?(): void;
  /** Takes back the scan that such a pull began with, and says so; absent: the signal and the notice say it. */
  onSplit?: ((pull: SplitPull) => void) | undefined;
  /** A printer's sticker was scanned: see `ScannerListener`; absent: it chooses its printer, unless a scan waits for a task. */
  onSticker?: ScannerListener['onSticker'];
}

/** The scanner as a screen shows it: whether a scan would be taken now, and what the last one had to say about it. */
export interface Scanning {
  readonly ready: boolean;
  readonly notice: ScanNotice | undefined;
}

/** Listens while mounted, guards against double triggers, and keeps the focus where a scanner can type. */
export function useScans(listener: ScanListener): Scanning {
  const { scanner, site, cues } = useHandheld();
  const pendingScans = usePendingScans();
  const [trigger] = useState(createTrigger);
  const [notice, setNotice] = useState<ScanNotice>();
  const onReadyChange = useCallback(
    (changed: () => void) => {
      const stops = [onSeenChange(changed), scanner.subscribe(changed)];
      return () => stops.forEach((stop) => stop());
    },
    [scanner],
  );
  const ready = useSyncExternalStore(onReadyChange, () => scanner.accepts(isSeen()));

  const onScan = useEffectEvent((scan: Scan, isCovered: boolean) => {
    if (isCovered && listener.onCovered) return listener.onCovered(noteOf(scan));
    const pulled = trigger.pull(scan, site().scanning?.duplicateWindowMs);
    const isRepeat = listener.onRepeat !== undefined && pulled === 'repeat';
    if (scan.notice !== notice) setNotice(scan.notice); // asked first: React may draw once more even where it is equal
    if (isRepeat) listener.onRepeat?.(scan.text);
    else listener.onScan(noteOf(scan));
    focusSoon();
  });
  const onBlank = useEffectEvent(() => listener.onBlank?.());
  const onSplit = useEffectEvent((pull: SplitPull) => {
    trigger.forget();
    setNotice({ kind: 'split', texts: pull.texts });
    for (const { text } of [...pull.before, pull.first]) pendingScans.drop(text);
    if (listener.onSplit) listener.onSplit(pull);
    else cues.play('wrong');
  });

  const onSticker = useEffectEvent((printer: SitePrinter, isCovered: boolean) => {
    if (notice) setNotice(undefined);
    focusSoon();
    return listener.onSticker?.(printer, isCovered) ?? (pendingScans.view()[0] && 'asked'); // what that one is for
  });
  const onAltered = useEffectEvent(() => {
    setNotice({ kind: 'altered' });
    if (listener.onAltered) listener.onAltered();
    else cues.play('wrong');
  });

  useEffect(
    () =>
      scanner.listen({
        onScan: (scan, isCovered) => onScan(scan, isCovered),
        onBlank: () => onBlank(),
        onSplit: (pull) => onSplit(pull),
        onSticker: (printer, isCovered) => onSticker(printer, isCovered),
        onAltered: () => onAltered(),
      }),
    [scanner],
  );
  useEffect(() => markReady(scanner), [scanner]);
  useSinkFocus(trigger.forget);
  return { ready, notice };
}

export function noteOf({ text, source, symbology, at }: Scan): ScanNote {
  return { text, source, at, ...(symbology !== undefined && { symbology }) };
}

function isSeen(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** A dialog that opens or closes moves the focus. */
const seenBy = ['focus', 'blur', 'focusin', 'focusout'];

function onSeenChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  for (const type of seenBy) addEventListener(type, listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    for (const type of seenBy) removeEventListener(type, listener);
  };
}

const READY = 'app-ready';

/** Never in a tap's own handler: Chrome would show the soft keyboard in spite of `inputmode=none`. */
export function focusSoon(): void {
  setTimeout(() => focusSink(document), 0);
}

/** Once in the life of a page: a scan that comes now is taken and shown. `npm run lab -- bench speed` measures until here. */
function markReady(scanner: Scanner): void {
  const isMarked = performance.getEntriesByName(READY).length > 0;
  if (!isMarked && (hasSinkFocus(document) || focusSink(document)) && scanner.accepts(true)) performance.mark(READY);
}

/** The sink has the focus when the screen opens, when the page is come back to, and after each tap by a finger. */
function useSinkFocus(onTap: () => void): void {
  useEffect(() => {
    const onClick = ({ detail }: MouseEvent): void => {
      if (detail === 0) return; // a key pressed the button, and its focus stays
      onTap();
      focusSoon();
    };
    focusSoon();
    document.addEventListener('click', onClick);
    addEventListener('focus', focusSoon);
    return () => {
      document.removeEventListener('click', onClick);
      removeEventListener('focus', focusSoon);
    };
  }, [onTap]);
}

/** Time for which the same code counts as the same pull of the trigger, in milliseconds. */
const REPEAT_WINDOW_MS = 400;

/**
 * Tells whether `scan` is the one before once more: the same text within the window, by whatever way it came.
 *
 * @param windowMs - milliseconds; 0 turns the guard off. @default 400
 */
export function judgeRepeat(before: Scan | undefined, scan: Scan, windowMs = REPEAT_WINDOW_MS): 'new' | 'repeat' {
  if (!before || before.text !== scan.text) return 'new';
  const elapsedMs = scan.at - before.at;
  // A clock set back makes it negative: a scan too many is asked about, a scan too few is lost.
  return elapsedMs >= 0 && elapsedMs < windowMs ? 'repeat' : 'new';
}

/** Knows the scan before. After a tap of a finger it is forgotten: what comes then is a pull of its own, such as after an answer. */
export function createTrigger() {
  let before: Scan | undefined;
  return {
    pull(scan: Scan, windowMs?: number): 'new' | 'repeat' {
      const pulled = judgeRepeat(before, scan, windowMs);
      before = scan;
      return pulled;
    },
    forget: (): void => void (before = undefined),
  };
}
