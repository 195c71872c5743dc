import { showBadge } from '#device/badge.ts';
import type { ShellNotices } from '#app/core/appState.ts';
import { watchUpdates } from './shellUpdates.ts';
import type { UpdateWords } from './takeAtRest.ts';
import { hasNoGateway, openCalls } from '#outbox/openCalls.ts';
import { DRAIN_TAG } from '#outbox/names.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { navigate } from '#ui/router.ts';

/** Starts the installed app's parts around its screens: the badge on its icon, what it is launched for, and its updates. */
export async function startShell(
  outbox: Outbox,
  report: (change: ShellNotices) => void,
  words: UpdateWords,
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
  return watchUpdates(outbox, report, words);
}

/** The launches of an installed app, which TypeScript's library does not know. Source: Web App Launch Handler API. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

/**
 * Goes where a shortcut or something shared leads the open window (`launch_handler`), after asking about half a task.
 */
function followLaunches(): void {
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  const [opened] = performance.getEntriesByType('navigation');
  let isOpening = true;
  queue?.setConsumer(({ targetURL }) => {
    const isOwn = isOpening && targetURL === opened?.name; // the launch that has opened this page: it is there
    isOpening = false;
    if (targetURL === undefined || isOwn) return;
    const { origin, pathname, search } = new URL(targetURL);
    const go = (): void => navigate(pathname + search);
    // its icon only brings the window to the front: the worker goes on where he was
    if (origin === location.origin && pathname + search !== '/' && leaving.ask(go)) go();
  });
}

/** Background Sync, which TypeScript's library does not know. Source: Web Background Synchronization, draft report. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Asks the worker for one drain each time calls wait and the gateway is cut off: it comes also once this page is gone. */
function askWorkerWhenCutOff(outbox: Outbox): void {
  let asked = false;
  function askWhereCutOff(): void {
    const { totals, gateway } = outbox.view();
    const cutOff = hasNoGateway(gateway) && totals.waiting > 0;
    if (cutOff && !asked) void askForDrain().catch(() => undefined); // no permission or no such feature: the page drains when it is open
    asked = cutOff;
  }
  outbox.subscribe(askWhereCutOff);
  askWhereCutOff();
}

async function askForDrain(): Promise<void> {
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.sync?.register(DRAIN_TAG);
}
