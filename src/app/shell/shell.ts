import { showBadge } from '#device/badge.ts';
import { askWorkerWhenCutOff } from './drainLater.ts';
import { followLaunches } from './launches.ts';
import type { ShellNotices } from './serviceWorker.ts';
import { watchUpdates } from './shellUpdates.ts';
import { openCalls } from '#outbox/openCalls.ts';
import type { Outbox } from '#outbox/outbox.ts';

/**
 * What the installed app has around its screens: the badge on its icon, what it is launched for, and its updates. See
 * `registerWorker`.
 */
export async function startShell(
  outbox: Outbox,
  report: (change: ShellNotices) => void,
): Promise<() => Promise<boolean>> {
  followLaunches();
  let shown: number | undefined;
  const showOpen = (): void => {
    const open = openCalls(outbox.view().totals);
    if (open !== shown) showBadge(open);
    shown = open;
  };
  outbox.subscribe(showOpen);
  showOpen();
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return async () => true;
  askWorkerWhenCutOff(outbox);
  return watchUpdates(outbox, report);
}
