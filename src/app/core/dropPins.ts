import { DRAFT } from './lastPlace.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import { notTakenDraft, notTakenIn } from '#tasks/intake/notTaken.ts';
import { keptScanUseIn } from '#tasks/scans/keptScan.ts';
import { words } from '#i18n/words.ts';

const PIN = new RegExp(`^${DRAFT}pin-(?<task>.*)-of-`);

/**
 * A worker's time at this handheld is over: no shelf is kept for whoever comes. Scans that wait for it are not taken.
 *
 * @param draftOf - a worker's draft of a task.
 */
export function dropPins(draftOf: (task: string, userId: string) => Draft, userId: string): void {
  for (const name of Object.keys(localStorage)) {
    const task = PIN.exec(name)?.groups?.['task'];
    if (task === undefined || !name.endsWith(`-of-${userId}`)) continue;
    const pin = draftOf(`pin-${task}`, userId);
    const notTaken = notTakenIn(draftOf(notTakenDraft(task), userId));
    for (const scan of keptScanUseIn(pin.read()).waiting ?? []) notTaken(scan, words('taskScreen').notTaken);
    pin.write(undefined);
  }
}
