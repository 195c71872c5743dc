import type { Outbox } from '#outbox/outbox.ts';

/** Background Sync, which TypeScript's library does not know. Source: Web Background Synchronization, draft report. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

const DRAIN_TAG = 'scanline-drain';

/** Asks for one drain by the worker each time calls are waiting and the gateway cannot be reached: it comes also where this page is gone by then. */
export function askWorkerWhenCutOff(outbox: Outbox): void {
  let asked = false;
  function look(): void {
    const { totals, gateway } = outbox.view();
    const cutOff = gateway === 'unreachable' && totals.waiting > 0;
    if (cutOff && !asked) void askForDrain().catch(() => undefined); // no permission or no such feature: the page drains when it is open
    asked = cutOff;
  }
  outbox.subscribe(look);
  look();
}

async function askForDrain(): Promise<void> {
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.sync?.register(DRAIN_TAG);
}
