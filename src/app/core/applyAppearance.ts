import type { HandheldSettings } from '#device/settings.ts';
import { workerWords } from '#outbox/names.ts';

type Appearance = Pick<HandheldSettings, 'theme' | 'hand' | 'motion'>;

declare global {
  interface Window {
    /** Puts an appearance on the page and keeps it for the next start; of public/appearance.js. @returns whether it is another one. */
    readonly setAppearance?: (appearance: Appearance) => boolean;
  }
}

/** Applies the appearance that is set, if one is. It stands on `<html>` for the styles: data-theme, data-hand, data-motion. */
export function applyAppearance(appearance: Appearance | undefined): void {
  if (!appearance || !window.setAppearance?.(appearance)) return;
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ type: workerWords.appearance })); // it keeps the page in it
}
