import type { Workbox } from 'workbox-window';

/** What the service worker tells the app, and what the app asks of it. */
export interface ShellWorker {
  /** Whether a cold start without network would work. */
  readonly controls: () => boolean;
  /** Takes the newer version: the page reloads once it is in charge. */
  readonly takeUpdate: () => void;
  /** Asks for a drain by the worker once the network is back, even where this page is gone by then. */
  readonly drainLater: () => void;
}

/** Background Sync, which TypeScript's library does not know. Source: Web Background Synchronization, draft report. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

const DRAIN_TAG = 'scanline-drain';
const LOOK_EVERY_MS = 60 * 60 * 1000;

interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
}

/**
 * Registers the worker and watches for updates: on start, when the page is looked at again, and every hour. A newer
 * version waits until `takeUpdate`; it never takes over in the middle of a task.
 *
 * @param drawn - resolves when the first screen is there: until then the bytes of the rest would be in its way.
 * @param onChange - called when `controls` has changed or an update is ready (`true`).
 */
export function registerWorker(drawn: Promise<unknown>, onChange: (updateReady: boolean) => void): ShellWorker {
  const none: ShellWorker = { controls: () => false, takeUpdate: () => undefined, drainLater: () => undefined };
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return none;
  let workbox: Workbox | undefined;
  let isWaiting = false;
  let isTaking = false;

  async function start(): Promise<void> {
    await drawn;
    const library = await import('workbox-window');
    workbox = new library.Workbox(workerUrl());
    workbox.addEventListener('waiting', () => {
      isWaiting = true;
      onChange(true);
    });
    workbox.addEventListener('controlling', ({ isUpdate }) => {
      if (isTaking) location.reload();
      else onChange(isUpdate === true); // another page took the update: this one is the old version still
    });
    await workbox.register();
  }

  start().catch(() => undefined); // an insecure origin or a full disk: the app works, online only
  const look = (): void => void workbox?.update().catch(() => undefined); // no network: the next look will do
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  setInterval(look, LOOK_EVERY_MS);
  return {
    controls: () => navigator.serviceWorker.controller !== null,
    takeUpdate() {
      isTaking = true;
      if (isWaiting) workbox?.messageSkipWaiting();
      else location.reload();
    },
    drainLater() {
      void navigator.serviceWorker.ready
        .then((registration: SyncRegistration) => registration.sync?.register(DRAIN_TAG))
        .catch(() => undefined); // no permission or no such feature: the page drains when it is open
    },
  };
}

/** The worker's address, through a Trusted Types policy that gives out no other, where the browser knows them. */
function workerUrl(): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  const policy = factory?.createPolicy('app-sw', { createScriptURL: () => '/sw.js' });
  return (policy?.createScriptURL('/sw.js') ?? '/sw.js') as string;
}
