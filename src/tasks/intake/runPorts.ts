import type { OperationName } from '#contract/catalogue.ts';
import { draftName } from '#tasks/task/draft.ts';
import { type KeepNotTaken, dropSaved, dropScans, dropTaken, notTakenIn } from './notTaken.ts';
import { type SiteConfiguration, mayType } from '#site/site.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { doubtOf } from '#tasks/calls/doubts.ts';
import { takeBack } from '#tasks/calls/takeBack.ts';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import type { Draft, Handheld } from '#tasks/task/handheld.ts';
import type { KnownParameter } from '#tasks/task/task.ts';
import type { Saying } from '#ui/ResultBanner.tsx';

/** The ports by which the effects of a task are performed. */
export interface FlowPorts extends Pick<Handheld, 'save' | 'rolesOf' | 'isRefused'>, Pick<Outbox, 'noteRepeat'> {
  readonly known: () => Readonly<Record<KnownParameter, string>>;
  readonly site: () => SiteConfiguration;
  readonly allowsTyped: () => boolean;
  readonly cue: (cue: Saying['tone']) => void;
  /** Keeps a scan that was not taken and that the next one goes past, until a person removes it. Synchronous. */
  readonly notTaken: KeepNotTaken;
  /** Drops a scan that was taken after all from those that were not. Synchronous. */
  readonly taken: (scan: ScanNote) => void;
  /** Drops the scans that were not taken for the object before: see `dropScans`. Synchronous. */
  readonly otherObject: () => void;
  /** A scan has come to this task: it waits nowhere else. */
  readonly came: (text: string) => void;
  /** The first code of another screen that nobody has said the place of. */
  readonly pending: () => ScanNote | undefined;
  /** Keeps a scan until a person says what it is here. */
  readonly hold: (scan: ScanNote) => void;
  /** Returns the call of a code that is to be decided about, and for which its next one would wait. */
  readonly doubtOf: (operations: readonly OperationName[], code: string) => number | undefined;
  /** Takes back a call that was not sent. @throws Error where it was, or may have been */
  readonly takeBack: (seq: number) => Promise<unknown>;
  /** Labels come out of the printer with this code from now on. */
  readonly choosePrinter: (code: string) => void;
  /** Unix ms. */
  readonly now: () => number;
}

export interface RunPorts extends FlowPorts, Pick<Handheld, 'lookUp'> {
  /** Keeps half a task over a restart. Synchronous: a scan is kept before the next one comes. */
  readonly draft: Pick<Draft, 'read' | 'write'>;
}

/** @param name - under which the screen keeps its half task. */
export function runPortsOf(
  handheld: Handheld,
  pendingScans: Pick<PendingScans, 'drop' | 'put' | 'view'>,
  name: string,
  operations: readonly OperationName[],
): RunPorts {
  const { save, settings, site, lookUp, rolesOf, isRefused, cues, draft, outbox, doubts, printers } = handheld;
  const left = draft(draftName('not-taken', name));
  return {
    async save(call, scans, again, behind) {
      const queued = await save(call, scans, again, behind);
      dropSaved(left, call, scans);
      return queued;
    },
    lookUp,
    noteRepeat: outbox.noteRepeat,
    known: settings,
    site,
    rolesOf,
    isRefused,
    allowsTyped: () => operations.every((operation) => mayType(site(), operation)),
    cue: cues.play,
    choosePrinter: printers.choose,
    draft: draft(name),
    notTaken: notTakenIn(left),
    taken: (scan) => dropTaken(left, scan),
    otherObject: () => dropScans(left),
    came: pendingScans.drop,
    hold: pendingScans.put,
    doubtOf: (of, code) => doubtOf(doubts.view(), of, code),
    pending: () => pendingScans.view()[0],
    takeBack: (seq) => takeBack(outbox, seq, settings().userId),
    now: Date.now,
  };
}
