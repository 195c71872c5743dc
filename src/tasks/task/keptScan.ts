import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { isScanNote, objectIn } from './draft.ts';

/** The scan of a task's `keeps` that stays for the calls that follow. */
export type KeptScan =
  /** None stays. */
  | { readonly kind: 'none' }
  /** The next one that comes will stay. */
  | { readonly kind: 'next' }
  | (Staying & { readonly kind: 'stays' })
  /** It stays, and the call that comes has another one in its place. */
  | (Staying & { readonly kind: 'once'; readonly once: ScanNote })
  | AskedScan;

interface Staying {
  readonly scan: ScanNote;
  /** Unix ms of the last scan beside it. */
  readonly usedAt: number;
}

/** It is asked whether it still holds, or the other one is kept from now on; what came meanwhile waits. */
export interface AskedScan extends Staying {
  readonly kind: 'asked';
  readonly waiting: readonly ScanNote[];
  readonly other?: ScanNote;
}

/** Returns a scan as one that stays, and of which nothing is asked. */
export function staying({ scan, usedAt }: Staying): KeptScan {
  return { kind: 'stays', scan, usedAt };
}

/**
 * Reads the scan that is kept, and its use, as `keptScanText` has written it.
 *
 * @param page - by which what another page has kept is asked about.
 */
export function keptScanIn(text: string | undefined, page?: number): KeptScan {
  const { scan, next, usedAt: used, waiting, other, once, page: usedBy } = objectIn(text);
  if (!isScanNote(scan)) return { kind: next === true ? 'next' : 'none' };
  const usedAt = typeof used === 'number' ? used : scan.at;
  const isOfAnother = page !== undefined && usedBy !== page;
  if (Array.isArray(waiting) || isOfAnother) {
    const held = Array.isArray(waiting) ? waiting.filter(isScanNote) : [];
    return { kind: 'asked', scan, usedAt, waiting: held, ...(isScanNote(other) && { other }) };
  }
  return isScanNote(once) ? { kind: 'once', scan, usedAt, once } : staying({ scan, usedAt });
}

/** Returns what is kept of it over a restart; `undefined`: nothing. @param page - which uses it */
export function keptScanText(keptScan: KeptScan, page: number): string | undefined {
  if (keptScan.kind === 'none') return undefined;
  if (keptScan.kind === 'next') return JSON.stringify({ next: true });
  const { kind: _, ...kept } = keptScan;
  return JSON.stringify({ ...kept, page });
}
