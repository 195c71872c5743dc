import { isAway } from '#outbox/openCalls.ts';
import type { Outbox } from '#outbox/outbox.ts';

/** Milliseconds between two looks for a gateway that is away. One that is there is looked for at each third, while nothing is sent that would show it. */
const LOOK_EVERY_MS = 3_000;
const THERE_EVERY = 3;
/** A gateway that was asked just before the network went or came is asked again after this, and not before. */
const TURNED_MS = 1_000;
const SITE_REFRESH_MS = 10 * 60 * 1000;

/** Sends when sending may be possible again, and asks the gateway and its site configuration in a while. */
export function keepInTouch(
  outbox: Outbox,
  refreshSite: () => Promise<void>,
  onTap: () => void,
  onBlocked: (error: unknown) => void,
): void {
  function wake(): void {
    outbox.wake();
    outbox.ask();
  }
  addEventListener('pageshow', wake);
  addEventListener('online', wake);
  for (const type of ['online', 'offline']) addEventListener(type, () => setTimeout(outbox.ask, TURNED_MS)); // not only with the next look
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  document.addEventListener('freeze', () => outbox.stop()); // a frozen page would keep the drain lock
  document.addEventListener('resume', () => void outbox.start().catch(onBlocked));
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, onTap, { capture: true, passive: true });
  setInterval(() => void refreshSite().catch(() => undefined), SITE_REFRESH_MS);
  let looks = 0;
  setInterval(() => {
    looks += 1;
    const isDue = isAway(outbox.view().gateway) || looks % THERE_EVERY === 0;
    if (isDue && document.visibilityState === 'visible') outbox.ask();
  }, LOOK_EVERY_MS);
}
