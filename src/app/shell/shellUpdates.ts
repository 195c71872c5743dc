import { Workbox } from 'workbox-window';
import { attempt } from '#contract/attempt.ts';
import { TASK_LOCK } from '#outbox/names.ts';
import { isInTask, watchTask } from './inTask.ts';
import { type UpdateWords, takeAtRest } from './takeAtRest.ts';
import { tellStarted } from './startedVersion.ts';
import { watchUse } from './use.ts';
import { localKeys } from '#device/localKeys.ts';
import type { ShellNotices } from '#app/core/appState.ts';
import type { Outbox } from '#outbox/outbox.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;
/** A version that has not come by then does not come: the one that is open goes on. */
const UPDATE_WITHIN_MS = 10_000;
interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
}

/**
 * Registers the worker and checks for newer versions: on start, when the page is looked at, every hour. One waits until
 * a person takes it, or the handheld is at rest as the site says, while no page has anything begun; the other pages follow once what
 * they send has ended.
 */
export async function watchUpdates(
  outbox: Outbox,
  report: (change: ShellNotices) => void,
  words: UpdateWords,
): Promise<() => Promise<boolean>> {
  const use = watchUse();
  const workbox = new Workbox(workerUrl());
  let isWaiting = false;
  /** A newer version is in charge: what is shown here is the old one. */
  let isOld = false;
  let isLeaving = false;

  /** The one reload: nothing is being sent from here, and nothing is begun. */
  async function reload(): Promise<void> {
    if (isLeaving) return;
    isLeaving = true;
    await outbox.quiet();
    if (isInTask()) {
      isLeaving = false; // begun while the last call was on its way
      outbox.goOn();
    } else location.reload();
  }

  let isControlled = navigator.serviceWorker.controller !== null;
  if (isControlled) report({ offlineReady: true });
  // Workbox tells of the first one only, and that may be the first worker of all.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!navigator.serviceWorker.controller) return; // a reset takes it away
    isOld = isControlled;
    isControlled = true;
    if (!isOld) return report({ offlineReady: true });
    if (isInTask()) report({ updateReady: true });
    else void reload();
  });
  watchTask(() => {
    if (isOld) void reload();
  });
  const checkForUpdate = (): void => void workbox.update().catch(() => undefined); // no network: the next check will do
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkForUpdate();
  });
  setInterval(checkForUpdate, CHECK_EVERY_MS);
  const take = (): Promise<boolean> =>
    navigator.locks.request(TASK_LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock) return false;
      await outbox.quiet();
      if (isWaiting && !isOld) workbox.messageSkipWaiting();
      else await reload();
      await new Promise((resolve) => setTimeout(resolve, UPDATE_WITHIN_MS)); // this page is gone by then
      outbox.goOn();
      return true;
    });

  let isOpening = true;
  const registration = await workbox.register().catch((error: unknown) => {
    if (isOfCertificate(error)) report({ isUntrusted: true });
    throw error;
  });
  // Workbox follows the first newer version only; where that one could not be installed, no other would be told of.
  const offer = (): void => {
    if (!registration?.waiting || !registration.active || isWaiting) return;
    isWaiting = true;
    report({ updateReady: true });
    takeAtRest({ words, use, take, report }, isOpening && use.isUntouched());
  };
  const follow = (): void => registration?.installing?.addEventListener('statechange', offer);
  registration?.addEventListener('updatefound', follow);
  follow();
  void tellStarted(report);
  if (!registration?.waiting) attempt(() => localStorage.removeItem(localKeys.updateFound));
  offer();
  isOpening = false;
  return take;
}

/** Chromium tells by its sentence alone, which it does not translate, that the certificate is not trusted. */
function isOfCertificate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError' && /certificate/i.test(error.message);
}

/** The worker's address, through a Trusted Types policy that gives out no other, where the browser knows them. */
function workerUrl(): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  const policy = factory?.createPolicy('app-sw', { createScriptURL: () => '/sw.js' });
  return (policy?.createScriptURL('/sw.js') ?? '/sw.js') as string;
}
