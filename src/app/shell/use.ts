import { USE_LOCK } from '#outbox/names.ts';
import { hold } from './inTask.ts';
import { AT_REST_MS } from './restingUpdate.ts';

/** The use that somebody makes of this page. */
export interface PageUse {
  /** Milliseconds since it was touched, a key came, or it was opened. */
  readonly untouchedMs: () => number;
  /** Nobody has touched it since it was opened. */
  readonly isUntouched: () => boolean;
}

/**
 * Watches whether somebody is at work on this page, and tells the other pages by a lock that somebody is: from each touch on, for as
 * long as it is seen and not at rest.
 */
export function watchUse(): PageUse {
  let at = performance.now();
  let isUntouched = true;
  let letGo: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function rest(): void {
    clearTimeout(timer);
    timer = undefined;
    letGo?.();
    letGo = undefined;
  }
  function restLater(): void {
    timer = setTimeout(
      () => {
        if (performance.now() - at >= AT_REST_MS) rest();
        else restLater();
      },
      AT_REST_MS - (performance.now() - at),
    );
  }
  function touched(): void {
    at = performance.now();
    isUntouched = false;
    letGo ??= hold(USE_LOCK);
    if (timer === undefined) restLater();
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, touched, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') rest();
  });
  return { untouchedMs: () => performance.now() - at, isUntouched: () => isUntouched };
}
