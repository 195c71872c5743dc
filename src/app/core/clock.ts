/** Runs what nobody sees, once what is there now is painted. In a page that nobody looks at it waits. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work, 0));
}

/** The longest that what can wait is put off, in ms. */
const IDLE_WITHIN_MS = 2_000;

/** Does what can wait, each when the page is idle: keys come first. What fails is told where it is used. */
export async function whenIdle(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works) {
    await idle();
    await work().catch(() => undefined);
  }
}

/** Resolves when the browser is idle; soon where it does not tell. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 0);
    else requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
  });
}
