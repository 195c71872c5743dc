import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { isScanNote, objectIn } from '#tasks/task/draft.ts';
import type { KeptScan } from '#tasks/task/keptScan.ts';

/**
 * The modes of the scan flow in which something is asked. A scan that comes in one of them is told of: it fills no step and makes
 * no call, whatever the task, until the question is answered. Drawn in docs/developer.md.
 */
export type AskedMode =
  /** A code of another screen: what it is here. */
  | { readonly kind: 'place'; readonly scan: ScanNote }
  /** The kept scan: whether it still holds, or another one is kept from now on. `KeptScan` has the question. */
  | { readonly kind: 'kept' }
  /** A code whose last call needs a person's decision: whether its next one waits behind that. */
  | { readonly kind: 'decision'; readonly scan: ScanNote; readonly came: ScanNote; readonly seq: number }
  /** An object that came while something was entered for another one: which of them goes on. */
  | { readonly kind: 'object'; readonly scan: ScanNote };

export interface Asks {
  readonly asking?: Exclude<AskedMode, { kind: 'kept' }> | undefined;
  /** Of a task that has `keeps`: it may be what is asked about. */
  readonly keptScan?: KeptScan;
}

/** Returns what is asked: what the task asks itself, before the code of another screen. @param pending - that code */
export function askingOf(state: Asks, { pending }: { readonly pending?: ScanNote | undefined }): AskedMode | undefined {
  return ownAsked(state) ?? (pending && { kind: 'place', scan: pending });
}

/** Returns what the task asks itself: about the kept scan first. */
export function ownAsked({ asking, keptScan }: Asks): AskedMode | undefined {
  return keptScan?.kind === 'asked' ? { kind: 'kept' } : asking;
}

/** Returns the object that waits for the answer which one goes on, where that is asked. */
export function objectAsked({ asking }: Asks): ScanNote | undefined {
  return asking?.kind === 'object' ? asking.scan : undefined;
}

type Deciding = Extract<AskedMode, { kind: 'decision' }>;

/** Returns the question about a code whose last call needs a decision, where that is what is asked. */
export function decisionAsked({ asking }: Asks): Deciding | undefined {
  return asking?.kind === 'decision' ? asking : undefined;
}

/** Reads that question as it was kept beside what is begun. */
export function decisionIn(kept: string | undefined): Asks {
  const { scan, came, seq } = (objectIn(kept)['deciding'] ?? {}) as Partial<Deciding>;
  const isWhole = isScanNote(scan) && isScanNote(came) && typeof seq === 'number';
  return isWhole ? { asking: { kind: 'decision', scan, came, seq } } : {};
}

/** Returns what is kept of what is asked, beside what is begun. */
export function decidingText(asks: Asks): { readonly deciding?: Omit<Deciding, 'kind'> } {
  const { kind: _, ...deciding } = decisionAsked(asks) ?? {};
  return 'scan' in deciding ? { deciding } : {};
}
