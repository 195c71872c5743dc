import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { listText, scansIn } from '#tasks/task/draft.ts';
import type { Draft } from '#tasks/task/handheld.ts';

export interface NotTaken extends Pick<ScanNote, 'text' | 'at'> {
  readonly reason: string;
  /** True for a call that was asked about and is not saved; otherwise it is a scan. */
  readonly isCall?: boolean;
  /** True for an object that was gone past: it is still to be dealt with, whatever is in hand. */
  readonly isObject?: boolean;
}

export type KeepNotTaken = (what: Omit<NotTaken, 'reason'>, reason: string) => void;

/** A day of misfits; a scanner gone mad must not fill the storage that half a task needs. */
export const MOST_NOT_TAKEN = 200;

/** Keeps scans that were not taken, newest first, over a restart; what comes again stands once, as it was last. */
export function notTakenIn(draft: Draft): KeepNotTaken {
  return ({ text, at, isCall, isObject }, reason) => {
    const others = readNotTaken(draft).filter((kept) => kept.text !== text || kept.reason !== reason);
    const kept = [{ text, at, reason, ...(isCall && { isCall }), ...(isObject && { isObject }) }, ...others];
    writeNotTaken(draft, kept.slice(0, MOST_NOT_TAKEN));
  };
}

/** Drops the scans of a code that is in hand after all: nobody need look at them. */
export function dropTaken(draft: Draft, taken: Pick<ScanNote, 'text'>): void {
  keepOf(draft, ({ text, isCall }) => isCall === true || text !== taken.text);
}

/** Drops the scans that were for an object which is no longer in hand; calls that were not saved stay, and other objects. */
export function dropScans(draft: Draft): void {
  keepOf(draft, ({ isCall, isObject }) => isCall === true || isObject === true);
}

function keepOf(draft: Draft, stays: (kept: NotTaken) => boolean): void {
  const kept = readNotTaken(draft);
  const left = kept.filter(stays);
  if (left.length < kept.length) writeNotTaken(draft, left);
}

/** Newest first; what is none is left out. */
export function readNotTaken(draft: Pick<Draft, 'read'>): readonly NotTaken[] {
  return scansIn(draft.read()) as readonly (ScanNote & NotTaken)[];
}

/** Writes nothing where none is left. */
export function writeNotTaken(draft: Pick<Draft, 'write'>, kept: readonly NotTaken[]): void {
  draft.write(listText(kept));
}
