import type { ScanNote } from '#outbox/queuedCall.ts';

/** A scan that was made where no task was open, until a task takes it. */
export interface HandOver {
  put(scan: ScanNote): void;
  /** Gives it out, once. */
  take(): ScanNote | undefined;
  view(): ScanNote | undefined;
  subscribe(listener: () => void): () => void;
}

export function createHandOver(): HandOver {
  const listeners = new Set<() => void>();
  let held: ScanNote | undefined;

  function hold(scan: ScanNote | undefined): void {
    held = scan;
    for (const listener of listeners) listener();
  }

  return {
    put: hold,
    take() {
      const scan = held;
      if (scan) hold(undefined);
      return scan;
    },
    view: () => held,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
