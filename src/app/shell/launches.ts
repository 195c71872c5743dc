import { leaving } from '#tasks/task/leaving.ts';

/** What an installed app is launched with, which TypeScript's library does not know. Source: Web App Launch Handler API. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

/**
 * A shortcut or something shared comes to the window that is open already (`launch_handler` of the manifest): the app
 * goes there by itself, and asks before it leaves half a task.
 */
export function followLaunches(): void {
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  const [opened] = performance.getEntriesByType('navigation');
  let isOpening = true;
  queue?.setConsumer(({ targetURL }) => {
    const isOwn = isOpening && targetURL === opened?.name; // the launch that has opened this page: it is there
    isOpening = false;
    if (targetURL === undefined || isOwn) return;
    const { origin, pathname, search } = new URL(targetURL);
    const go = (): void => history.pushState(null, '', pathname + search);
    // its icon only brings the window to the front: the worker goes on where he was
    if (origin === location.origin && pathname + search !== '/' && leaving.ask(go)) go();
  });
}
