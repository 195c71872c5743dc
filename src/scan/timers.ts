const BUFFER_MS = 50;
/** A timer this late means that the page was busy: keys may be waiting behind it. */
const LATE_MS = 30;

/** Tells a text that changes, at most every 50 ms: a burst that ends sooner is never shown. */
export function createTeller(read: () => string, tell: (text: string) => void): { touched(): void; stop(): void } {
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    touched() {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (read() === told) return;
        told = read();
        tell(told);
      }, BUFFER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** A timer that waits on when it comes late. */
export function createTimer(run: () => void): { start(afterMs: number): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function start(afterMs: number): void {
    clearTimeout(timer);
    const dueMs = performance.now() + afterMs;
    timer = setTimeout(() => (performance.now() - dueMs > LATE_MS ? start(LATE_MS) : run()), afterMs);
  }
  return { start, stop: () => clearTimeout(timer) };
}
