import type { WedgeProfile } from '#scan/wedge/profile.ts';
import { startWedge } from '#scan/wedge/wedge.ts';
import type { Scan } from '#scan/scan.ts';
import { isSink } from '#scan/wedge/sink.ts';
import { createFirstScanDoubt } from './firstScanDoubt.ts';
import { createScanDelivery } from './scanDelivery.ts';
import { createTypedSoFar } from './typedSoFar.ts';
import type { Scanner } from '#tasks/task/handheld.ts';
import { createListeners } from '#tasks/task/listeners.ts';

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
 * what `put` hands in (camera, typed).
 *
 * @param isOpening - whether the first screen is on its way.
 * @param unclaimed - gets a scan that no screen listens for.
 * @param onCutOff - gets the codes that no task got as the first one may lack its head, and `undefined` once that is over.
 */
export function createScanner(
  document: Document,
  profile: () => WedgeProfile,
  isOpening: () => boolean,
  unclaimed: (scan: Scan) => void,
  onCutOff: (texts: readonly string[] | undefined) => void,
): StartedScanner {
  const [tellWatchers, subscribe] = createListeners();
  const typed = createTypedSoFar(tellWatchers);
  const delivery = createScanDelivery(document, isOpening, unclaimed);
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
      const ports = { document, profile, now: Date.now, onScan: doubt.hear, onBlank, onBuffer: typed.set, isSink };
      delivery.start(() => startWedge(ports, early));
      const texts = doubt.texts();
      if (texts) onCutOff(texts);
    },
    listen(onScan, onBlankScan) {
      const stop = delivery.listen(onScan, onBlankScan);
      tellWatchers();
      return () => {
        stop();
        tellWatchers();
      };
    },
    forgetCutOff: doubt.forget,
    isDoubting: () => doubt.texts() !== undefined,
    buffered: () => typed.shown,
    subscribe,
  };
}
