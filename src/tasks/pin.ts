import type { ScanNote } from '#outbox/queuedCall.ts';
import { isScanNote, objectIn } from '#tasks/draft.ts';

/** The name of the scan that a task keeps for its next calls. */
export function pinDraft(task: string): string {
  return `pin-${task}`;
}

/** The scan that is kept, `next` where the one that comes is to be, or nothing. */
export function pinIn(kept: string | undefined): ScanNote | 'next' | undefined {
  const { scan, next } = objectIn(kept);
  if (isScanNote(scan)) return scan;
  return next === true ? 'next' : undefined;
}

export function writePin(draft: { write(text: string | undefined): void }, pin: ScanNote | 'next' | undefined): void {
  draft.write(pin === undefined ? undefined : JSON.stringify(pin === 'next' ? { next: true } : { scan: pin }));
}
