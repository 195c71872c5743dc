/** What signals for answers need of the page. */
export const pageClock = {
  now: () => performance.now(),
  place: () => location.pathname,
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
};

/** Runs what nobody sees, once what is there now is painted. In a page that nobody looks at it waits. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work, 0));
}

/** So long what can wait is put off by a page that is never idle, in ms. */
const IDLE_WITHIN_MS = 2_000;

/**
 * Does what can wait, one after the other, each when the page has nothing better to do: a burst of keys comes first. What
 * fails is told where it is used.
 */
export async function whenIdle(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works) {
    await idle();
    await work().catch(() => undefined);
  }
}

/** Where a browser does not tell, soon. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 0);
    else requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
  });
}

/** The moments at which sending may be possible again, or must not be assumed to go on. */
export function watchPage(on: { wake(): void; turned(): void; sleep(): void; resume(): void; tap(): void }): void {
  addEventListener('online', on.wake);
  addEventListener('online', on.turned);
  addEventListener('offline', on.turned);
  addEventListener('pageshow', on.wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') on.wake();
  });
  document.addEventListener('freeze', on.sleep); // a frozen page would keep the drain lock
  document.addEventListener('resume', on.resume);
  addEventListener('pointerdown', on.tap, { capture: true, passive: true });
  addEventListener('keydown', on.tap, { capture: true, passive: true });
}
