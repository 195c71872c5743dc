import type { Call } from '#contract/call.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { listText, scansIn } from '#tasks/task/draft.ts';
import type { Draft } from '#tasks/task/handheld.ts';

export interface NotTaken extends Pick<ScanNote, 'text' | 'at'> {
  readonly reason: string;
  /** The call that was asked about and is not saved; absent for a scan. The text has its codes and values then. */
  readonly call?: LeftCall | undefined;
  /** The call that is there already, where this one was the same: what became of that one is said. */
  readonly first?: number | undefined;
  /** True for an object that was gone past: it is still to be dealt with, whatever is in hand. */
  readonly isObject?: boolean;
}

export interface LeftCall extends Call {
  /** The codes that it was for. */
  readonly codes: readonly string[];
}

export type KeepNotTaken = (what: Omit<NotTaken, 'reason'>, reason: string) => void;

/** A day of misfits; a scanner gone mad must not fill the storage that half a task needs. */
export const MOST_NOT_TAKEN = 200;

/** Keeps scans that were not taken, newest first, over a restart; what comes again stands once, as it was last. */
export function notTakenIn(draft: Draft): KeepNotTaken {
  return ({ text, at, call, first, isObject }, reason) => {
    const isSame = (kept: NotTaken): boolean =>
      kept.text === text && kept.reason === reason && nameBefore(kept) === nameBefore({ call });
    const others = readNotTaken(draft).filter((kept) => !isSame(kept));
    const one = {
      text,
      at,
      reason,
      ...(call && { call }),
      ...(first !== undefined && { first }),
      ...(isObject && { isObject }),
    };
    const kept = [one, ...others];
    writeNotTaken(draft, kept.slice(0, MOST_NOT_TAKEN));
  };
}

/** Drops the scans of a code that is in hand after all: nobody need look at them. */
export function dropTaken(draft: Draft, taken: Pick<ScanNote, 'text'>): void {
  keepOf(draft, ({ text, call }) => call !== undefined || text !== taken.text);
}

/** Drops the scans that were for an object which is no longer in hand; calls that were not saved stay, and other objects. */
export function dropScans(draft: Draft): void {
  keepOf(draft, ({ call, isObject }) => call !== undefined || isObject === true);
}

/** Drops the call that was not saved then, and is saved now: of the same name, for the same codes. */
export function dropSaved(draft: Draft, saved: Call, scans: readonly ScanNote[]): void {
  const isOfSaved = (code: string): boolean => scans.some(({ text }) => text === code);
  keepOf(draft, ({ call }) => !call || callName(call) !== callName(saved) || !call.codes.every(isOfSaved));
}

/** Returns what stands before its text: a call's name, in the language of now. */
export function nameBefore({ call }: Pick<NotTaken, 'call'>): string {
  return call ? `${callName(call)} · ` : '';
}

function keepOf(draft: Draft, stays: (kept: NotTaken) => boolean): void {
  const kept = readNotTaken(draft);
  const left = kept.filter(stays);
  if (left.length < kept.length) writeNotTaken(draft, left);
}

/** Newest first; what is none is left out. Older builds kept a call as a text alone: it stays until a person removes it. */
export function readNotTaken(draft: Pick<Draft, 'read'>): readonly NotTaken[] {
  const kept = scansIn(draft.read()) as readonly (ScanNote & NotTaken & { readonly isCall?: true })[];
  return kept.map(({ isCall, ...one }) => (isCall ? { ...one, isObject: true } : one));
}

/** Writes nothing where none is left. */
export function writeNotTaken(draft: Pick<Draft, 'write'>, kept: readonly NotTaken[]): void {
  draft.write(listText(kept));
}
