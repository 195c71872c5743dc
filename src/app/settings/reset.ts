import { TASK_LOCK } from '#outbox/names.ts';
import { APPEARANCE_COOKIE } from '#contract/appearance.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { probe } from '#wire/hello.ts';

/** `offline`: all is gone here, and the gateway was not there, or could not, to revoke the handheld's token. */
export type Reset = 'done' | 'offline' | 'elsewhere' | 'moved' | 'failed';

const RESET_PATH = '/gateway/reset';
const END_PATH = '/gateway/enrol/end';
const ASK_WITHIN_MS = 5_000;
const REPLY_WITHIN_MS = 3_000;
const DELETE_WITHIN_MS = 5_000;

/**
 * Takes everything of Scanline off this handheld: first what a script can, also without a gateway; then the gateway
 * revokes the token and has the browser clear the rest (`Clear-Site-Data`). @param mayStill - asked a last time when
 * nothing is being sent @param release - told before anything is cleared
 */
export async function resetHandheld(
  outbox: Outbox,
  mayStill: () => Promise<boolean>,
  release: () => void,
): Promise<Reset> {
  const work = async (): Promise<Reset> => {
    await outbox.quiet();
    if (!(await mayStill())) {
      outbox.goOn();
      return 'moved';
    }
    outbox.stop();
    release();
    const isClear = (await Promise.all([clearDatabases(), clearCaches(), unregister()])).every(Boolean);
    localStorage.clear();
    document.cookie = `${APPEARANCE_COOKIE}=; Path=/; Max-Age=0`; // public/appearance.js keeps it; the gateway's own no script can see
    sessionStorage.clear();
    const isTold = await tellGateway(); // last: a page whose storage the browser has cleared may wait for it for ever
    if (isTold) return 'done';
    return isClear ? 'offline' : 'failed';
  };
  if (!('locks' in navigator)) return work(); // an insecure address
  return navigator.locks.request(TASK_LOCK, { ifAvailable: true }, (lock) => (lock ? work() : 'elsewhere'));
}

/** The browser clears before it hands the last reply over, perhaps once this page is gone: nobody waits long. */
async function tellGateway(): Promise<boolean> {
  if (!(await probe(fetch.bind(globalThis), crypto.randomUUID(), ASK_WITHIN_MS).catch(() => undefined))) return false;
  const isRevoked = await post(END_PATH, ASK_WITHIN_MS, false);
  return (await post(RESET_PATH, REPLY_WITHIN_MS, true)) && isRevoked;
}

function post(path: string, withinMs: number, late: boolean): Promise<boolean> {
  const replied = fetch(path, { method: 'POST', keepalive: true }).then(({ ok }) => ok);
  return within(withinMs, late, replied).catch(() => false);
}

/** @param late - what it is taken for where it has not ended in time. */
function within(ms: number, late: boolean, work: Promise<boolean>): Promise<boolean> {
  return Promise.race([work, new Promise<boolean>((resolve) => setTimeout(() => resolve(late), ms))]);
}

async function clearDatabases(): Promise<boolean> {
  const databases = await indexedDB.databases();
  const gone = await Promise.all(databases.map(({ name = '' }) => deleteDatabase(name)));
  return gone.every(Boolean);
}

/** The other pages close it when they are told so; a frozen one does not hear it. */
function deleteDatabase(name: string): Promise<boolean> {
  const gone = new Promise<boolean>((resolve) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.addEventListener('success', () => resolve(true));
    deleting.addEventListener('error', () => resolve(false));
  });
  return within(DELETE_WITHIN_MS, false, gone);
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
