import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { scansIn } from './draft.ts';
import type { Draft } from './handheld.ts';
import { createKeptList } from './keptList.ts';

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
  const { view, set, subscribe } = createKeptList(draft, scansIn);

  function take(): ScanNote | undefined {
    const [first, ...rest] = view();
    if (first) set(rest);
    return first;
  }

  return {
    put: (scan) => set([...view().filter(({ text }) => text !== scan.text), scan]),
    take,
    takeMeant: () => (Date.now() - (view()[0]?.at ?? 0) <= MEANT_MS ? take() : undefined),
    view,
    subscribe,
  };
}
