import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { isScanNote, objectIn } from '#tasks/task/draft.ts';

/** The name of the scan that a task keeps for its next calls. */
export function keptScanDraft(task: string): string {
  return `pin-${task}`;
}

/** When a kept scan was last used, and what waits until a person has said whether it still holds. */
export interface KeptScanUse {
  /** Unix ms of the last scan beside it. */
  readonly usedAt: number;
  /** Absent where nothing is asked. */
  readonly waiting?: readonly ScanNote[] | undefined;
  /** Another scan of the same step, while it is asked whether it is kept from now on. */
  readonly other?: ScanNote | undefined;
  /** In place of the kept one, for the call that comes. */
  readonly once?: ScanNote | undefined;
}

/** The scan that is kept, `next` where the one that comes is to be, or nothing; and its use. */
export function keptScanIn(kept: string | undefined) {
  const { scan, next, usedAt, waiting, other, once } = objectIn(kept);
  const keptScan = isScanNote(scan) ? scan : next === true ? ('next' as const) : undefined;
  return {
    keptScan,
    usedAt: typeof usedAt === 'number' ? usedAt : isScanNote(scan) ? scan.at : 0,
    waiting: Array.isArray(waiting) ? waiting.filter(isScanNote) : undefined,
    other: isScanNote(other) ? other : undefined,
    once: isScanNote(once) ? once : undefined,
  };
}

/** How the scan that is kept is written. */
export function keptScanText(
  scan: ScanNote | 'next' | undefined,
  { usedAt, waiting, other, once }: KeptScanUse,
): string | undefined {
  return scan && JSON.stringify(scan === 'next' ? { next: true } : { scan, usedAt, waiting, other, once });
}
