import type { Base } from './base.ts';
import { LAST_KNOWN, lastKnownOf } from './lastKnown.ts';

/** Characters: a site with thousands of workers would take longer to read than the database. */
const MOST = 50_000;

/** Keeps the copy that the next start is drawn of as the view is, from now on. */
export function keepLastKnown({ view, subscribe }: Pick<Base, 'view' | 'subscribe'>): void {
  function keep(): void {
    const text = lastKnownOf(view());
    if (text === (localStorage.getItem(LAST_KNOWN) ?? undefined)) return;
    localStorage.removeItem(LAST_KNOWN); // an old one is worse than none
    if (text === undefined || text.length > MOST) return;
    try {
      localStorage.setItem(LAST_KNOWN, text);
    } catch {
      // no room: the next start waits for the database
    }
  }
  subscribe(keep);
  keep();
}
