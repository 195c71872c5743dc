/** A time limit that can stand still. */
export interface Deadline {
  pause(): void;
  goOn(): void;
  end(): void;
}

/** Calls `onEnd` once when `limitMs` have passed, not counting the time for which it was paused. */
export function createDeadline(limitMs: number, onEnd: () => void): Deadline {
  let leftMs = limitMs;
  let startedAt = performance.now();
  let timer = setTimeout(onEnd, leftMs);
  return {
    pause() {
      clearTimeout(timer);
      leftMs -= performance.now() - startedAt;
    },
    goOn() {
      startedAt = performance.now();
      timer = setTimeout(onEnd, leftMs);
    },
    end: () => clearTimeout(timer),
  };
}
