import { isAway } from '#outbox/openCalls.ts';
import type { Outbox } from '#outbox/outbox.ts';

/** Milliseconds between two looks for a gateway that is away, also while calls wait for it. */
const AWAY_EVERY_MS = 3_000;
/** So many times as long: between two looks for one that is there, while somebody touches the screen and while nobody does. */
const [TOUCHED, AT_REST] = [3, 10];
/** A gateway that was asked just before the network went or came is asked again after this, and not before. */
const TURNED_MS = 1_000;
const SITE_REFRESH_MS = 10 * 60 * 1000;

/**
 * Sends when sending may be possible again, and looks for the gateway: at once where something may have changed, by time else.
 * A page that nobody sees does not look. The site configuration is asked for in a while.
 */
export function keepInTouch(
  outbox: Pick<Outbox, 'ask' | 'wake' | 'start' | 'stop' | 'view'>,
  refreshSite: () => Promise<void>,
  onTap: () => void,
  onBlocked: (error: unknown) => void,
): void {
  let rested = 0; // so often was the time to look for one that is away, since the last look
  function ask(): void {
    rested = 0;
    outbox.ask();
  }
  function look(after: number): void {
    if (rested >= after && document.visibilityState === 'visible') ask();
  }
  function wake(): void {
    outbox.wake();
    ask();
  }
  addEventListener('pageshow', wake);
  addEventListener('online', wake);
  for (const type of ['online', 'offline']) addEventListener(type, () => setTimeout(ask, TURNED_MS)); // not only with the next look
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  document.addEventListener('freeze', () => outbox.stop()); // a frozen page would keep the drain lock
  document.addEventListener('resume', () => void outbox.start().catch(onBlocked));
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, onTap, { capture: true, passive: true });
  setInterval(() => void refreshSite().catch(() => undefined), SITE_REFRESH_MS);
  addEventListener('pointerdown', () => look(TOUCHED), { capture: true, passive: true }); // a scan shows it by its call
  setInterval(() => {
    rested += 1;
    look(isAway(outbox.view().gateway) ? 1 : AT_REST);
  }, AWAY_EVERY_MS);
}
