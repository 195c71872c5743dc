import { draftsOf } from '#app/core/drafts/draftsOf.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import { notTakenDraft, notTakenIn } from '#tasks/intake/notTaken.ts';
import { keptScanIn } from '#tasks/scans/keptScan.ts';
import { words } from '#i18n/words.ts';

const KEPT_SHELF = 'pin-';

/**
 * A worker's time at this handheld is over: no shelf is kept for whoever comes. Scans that wait for it are not taken.
 *
 * @param draftOf - a worker's draft of a task.
 */
export function dropKeptShelves(draftOf: (task: string, userId: string) => Draft, userId: string): void {
  for (const name of draftsOf(userId).filter((task) => task.startsWith(KEPT_SHELF))) {
    const shelf = draftOf(name, userId);
    const notTaken = notTakenIn(draftOf(notTakenDraft(name.slice(KEPT_SHELF.length)), userId));
    for (const scan of keptScanIn(shelf.read()).waiting ?? []) notTaken(scan, words('taskScreen').notTaken);
    shelf.write(undefined);
  }
}
