import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { isScanNote, objectIn } from './draft.ts';
import type { Draft } from './handheld.ts';
import { createListeners } from './listeners.ts';

/** An older scan from another screen was perhaps not meant for the task that is opened now. */
const MEANT_MS = 2 * 60_000;

/** Scans that were made where no task was open, oldest first, until a task takes them or a person says to forget. */
export interface PendingScans {
  /** The same code again is the same one. */
  put(scan: ScanNote): void;
  /** Gives the oldest out, once. */
  take(): ScanNote | undefined;
  /** The same, only where it was made within the last two minutes: for a task that acts on it unasked. */
  takeMeant(): ScanNote | undefined;
  view(): readonly ScanNote[];
  subscribe(listener: () => void): () => void;
}

/** @param draft - keeps them over a restart; the pages of a browser share them. */
export function createPendingScans(draft: Draft): PendingScans {
  const [tell, subscribe] = createListeners();
  let held = read();
  draft.watch(() => show(read()));

  function read(): readonly ScanNote[] {
    return Object.values(objectIn(draft.read())).filter(isScanNote);
  }

  function show(scans: readonly ScanNote[]): void {
    held = scans;
    tell();
  }

  function hold(scans: readonly ScanNote[]): void {
    draft.write(scans.length === 0 ? undefined : JSON.stringify(scans));
    show(scans);
  }

  function take(): ScanNote | undefined {
    const [first, ...rest] = held;
    if (first) hold(rest);
    return first;
  }

  return {
    put: (scan) => hold([...held.filter(({ text }) => text !== scan.text), scan]),
    take,
    takeMeant: () => (held[0] && Date.now() - held[0].at <= MEANT_MS ? take() : undefined),
    view: () => held,
    subscribe,
  };
}
