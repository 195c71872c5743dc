import type { HandheldSettings } from '#device/settings.ts';

type Look = Pick<HandheldSettings, 'theme' | 'hand' | 'motion'>;

declare global {
  interface Window {
    /** Of public/wear.js: puts a look on the page and keeps it for the next start. @returns whether it is another one. */
    readonly wearLook?: (look: Look) => boolean;
  }
}

/** Wears the look that is set, if one is. It stands on `<html>` for the styles: data-theme, data-hand, data-motion. */
export function wear(look: Look | undefined): void {
  if (!look || !window.wearLook?.(look)) return;
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ type: 'LOOK' })); // it keeps the page as it is worn
}
