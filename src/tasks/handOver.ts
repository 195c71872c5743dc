import type { ScanNote } from '#outbox/queuedCall.ts';

/** Scans that were made where no task was open, oldest first, until a task takes them or a person says to forget. */
export interface HandOver {
  /** The same code again is the same one. */
  put(scan: ScanNote): void;
  /** Gives the oldest out, once. */
  take(): ScanNote | undefined;
  view(): readonly ScanNote[];
  subscribe(listener: () => void): () => void;
}

export function createHandOver(): HandOver {
  const listeners = new Set<() => void>();
  let held: readonly ScanNote[] = [];

  function hold(scans: readonly ScanNote[]): void {
    held = scans;
    for (const listener of listeners) listener();
  }

  return {
    put: (scan) => hold([...held.filter(({ text }) => text !== scan.text), scan]),
    take() {
      const [first, ...rest] = held;
      if (first) hold(rest);
      return first;
    },
    view: () => held,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
