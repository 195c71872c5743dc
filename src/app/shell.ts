import { showBadge } from '#device/badge.ts';
import { askWorkerWhenCutOff } from '#app/drainLater.ts';
import { followLaunches } from '#app/launches.ts';
import { type ShellUpdates, watchUpdates } from '#app/shellUpdates.ts';
import { openCalls } from '#outbox/openCalls.ts';
import type { Outbox } from '#outbox/outbox.ts';

/**
 * What the installed app has around its screens: the badge on its icon, what it is launched for, and its updates.
 *
 * @param hasWorker - whether the browser has service workers, and this is a built app.
 */
export async function startShell(
  outbox: Outbox,
  hasWorker: boolean,
  onChange: (updateReady: boolean) => void,
): Promise<Pick<ShellUpdates, 'takeUpdate'>> {
  followLaunches();
  let shown: number | undefined;
  const showOpen = (): void => {
    const open = openCalls(outbox.view().totals);
    if (open !== shown) showBadge(open);
    shown = open;
  };
  outbox.subscribe(showOpen);
  showOpen();
  if (!hasWorker) return { takeUpdate: async () => true };
  askWorkerWhenCutOff(outbox);
  return watchUpdates(outbox, onChange);
}
