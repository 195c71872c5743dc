import { TASK_LOCK } from '#app/inTask.ts';
import type { Outbox } from '#outbox/outbox.ts';

/** `offline`: all is gone, and the gateway, which keeps the handheld's cookie, was not there to take it back. */
export type Reset = 'done' | 'offline' | 'elsewhere' | 'moved' | 'failed';

const RESET_PATH = '/gateway/reset';
const TELL_WITHIN_MS = 8_000;
const DELETE_WITHIN_MS = 5_000;

/**
 * Takes everything of Scanline off this handheld. The gateway's reply has the browser clear what scripts cannot
 * (`Clear-Site-Data`); the rest is cleared here in any case, so that it also works without a gateway.
 *
 * @param mayStill - whether it may be reset, asked a last time when nothing is being sent any more.
 */
export async function resetHandheld(outbox: Outbox, mayStill: () => Promise<boolean>): Promise<Reset> {
  const work = async (): Promise<Reset> => {
    await outbox.quiet();
    if (!(await mayStill())) {
      outbox.goOn();
      return 'moved';
    }
    outbox.stop();
    const isTold = await tellGateway();
    const isClear = (await Promise.all([clearDatabases(), clearCaches(), unregister()])).every(Boolean);
    localStorage.clear();
    sessionStorage.clear();
    if (!isClear) return 'failed';
    return isTold ? 'done' : 'offline';
  };
  if (!('locks' in navigator)) return work(); // an insecure address
  return navigator.locks.request(TASK_LOCK, { ifAvailable: true }, (lock) => (lock ? work() : 'elsewhere'));
}

async function tellGateway(): Promise<boolean> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), TELL_WITHIN_MS);
  try {
    const reply = await fetch(RESET_PATH, { method: 'POST', signal: ended.signal });
    return reply.ok && reply.headers.get('clear-site-data') !== null; // and no captive portal's page
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function clearDatabases(): Promise<boolean> {
  const databases = await indexedDB.databases();
  const gone = await Promise.all(databases.map(({ name = '' }) => deleteDatabase(name)));
  return gone.every(Boolean);
}

/** The other pages close it when they are told so; a frozen one does not hear it. */
function deleteDatabase(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name);
    const timer = setTimeout(() => resolve(false), DELETE_WITHIN_MS);
    const end = (isGone: boolean): void => {
      clearTimeout(timer);
      resolve(isGone);
    };
    deleting.addEventListener('success', () => end(true));
    deleting.addEventListener('error', () => end(false));
  });
}

async function clearCaches(): Promise<boolean> {
  if (!('caches' in globalThis)) return true;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  return true;
}

async function unregister(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return true;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  return true;
}
