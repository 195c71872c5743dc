import type { NoticesView } from '#app/core/appState.ts';
import type { Outbox } from '#outbox/outbox.ts';

export type ShellNotices = Pick<NoticesView, 'updateReady' | 'offlineReady' | 'isUntrusted'>;

/**
 * Registers the worker once the first screen is drawn. @returns takes the newer version once nothing is being sent;
 * `false` where another page has something begun: nothing happens then
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
