import type { Outbox } from '#outbox/outbox.ts';

/** What the service worker tells the app, and what the app asks of it. */
export interface ShellWorker {
  /** Whether a cold start without network would work. */
  readonly controls: () => boolean;
  /**
   * Takes the newer version, once nothing is being sent from here: every page reloads when it is in charge.
   *
   * @returns `false` where another page has something begun: then nothing happens.
   */
  readonly takeUpdate: () => Promise<boolean>;
}

/**
 * Registers the worker and watches for updates; what that takes is loaded apart, as no first screen waits for it.
 *
 * @param drawn - resolves when the first screen is there: until then the bytes of the rest would be in its way.
 * @param onChange - called when `controls` has changed or an update is ready (`true`).
 */
export function registerWorker(
  drawn: Promise<unknown>,
  onChange: (updateReady: boolean) => void,
  outbox: Outbox,
): ShellWorker {
  const isKnown = 'serviceWorker' in navigator && !import.meta.env.DEV;
  const loading = drawn
    .then(() => import('#app/shell.ts'))
    .then(({ startShell }) => startShell(outbox, isKnown, onChange));
  loading.catch(() => undefined); // an insecure origin or a full disk: the app works, online only
  return {
    controls: () => isKnown && navigator.serviceWorker.controller !== null,
    takeUpdate: async () => (await loading).takeUpdate(),
  };
}
