import type { Settings } from '#device/settings.ts';

type Look = Pick<Settings, 'theme' | 'hand' | 'motion'>;

declare global {
  interface Window {
    /** Of public/wear.js: puts a look on the page and keeps it for the next start's first paint. */
    readonly wearLook?: (look: Look) => void;
  }
}

/** Wears the look that is set. It stands on `<html>` for the styles: data-theme, data-hand, data-motion. */
export function wear({ theme, hand, motion }: Look): void {
  window.wearLook?.({ theme, hand, motion });
}
