import type { NoticesView } from '#app/core/appState.ts';
import type { Outbox } from '#outbox/outbox.ts';

/** What the service worker tells the app. */
export type ShellNotices = Pick<NoticesView, 'updateReady' | 'offlineReady' | 'isUntrusted'>;

/**
 * Registers the worker and watches for updates; what that takes is loaded apart, as no first screen waits for it.
 *
 * @param drawn - resolves when the first screen is there: until then the bytes of the rest would be in its way.
 * @param report - gets what has come to be so.
 * @returns takes the newer version, once nothing is being sent from here: every page reloads when it is in charge. That
 *   gives `false` where another page has something begun: then nothing happens.
 */
export function registerWorker(
  drawn: Promise<unknown>,
  report: (change: ShellNotices) => void,
  outbox: Outbox,
): () => Promise<boolean> {
  const loading = drawn.then(() => import('./shell.ts')).then(({ startShell }) => startShell(outbox, report));
  loading.catch(() => undefined); // an insecure origin or a full disk: the app works, online only
  return async () => (await loading)();
}
