import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { isScanNote, objectIn } from '#tasks/task/draft.ts';

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

/** When a kept scan was last used, and what waits until a person has said whether it still holds. */
export interface PinUse {
  /** Unix ms of the last scan beside it. */
  readonly usedAt: number;
  /** Absent where nothing is asked. */
  readonly waiting?: readonly ScanNote[] | undefined;
}

export function pinUseIn(kept: string | undefined): PinUse {
  const { scan, usedAt, waiting } = objectIn(kept);
  return {
    usedAt: typeof usedAt === 'number' ? usedAt : isScanNote(scan) ? scan.at : 0,
    ...(Array.isArray(waiting) && { waiting: waiting.filter(isScanNote) }),
  };
}

/** How the scan that is kept is written. */
export function pinText(pin: ScanNote | 'next' | undefined, use: PinUse): string | undefined {
  return pin === undefined ? undefined : JSON.stringify(pin === 'next' ? { next: true } : { scan: pin, ...use });
}
