import type { HandheldSettings } from '#device/settings.ts';

type Theme = Pick<HandheldSettings, 'theme' | 'hand' | 'motion'>;

declare global {
  interface Window {
    /** Puts a theme on the page and keeps it for the next start; of public/theme.js. @returns whether it is another one. */
    readonly setTheme?: (theme: Theme) => boolean;
  }
}

/** Applies the theme that is set, if one is. It stands on `<html>` for the styles: data-theme, data-hand, data-motion. */
export function applyTheme(theme: Theme | undefined): void {
  if (!theme || !window.setTheme?.(theme)) return;
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ type: 'THEME' })); // it keeps the page in it
}
