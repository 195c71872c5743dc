import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import type { ScansRunView } from '#tasks/task/scansRunView.ts';

/** A task for which codes are collected, and the run that takes them. */
export interface Collects {
  readonly task: ScansTask;
  readonly run: CollectingRun;
}

export interface CollectingRun {
  readonly view: () => ScansRunView;
  readonly subscribe: (listener: () => void) => () => void;
  readonly accept: (scan: ScanNote) => void;
  /** Resolves when the calls so far are saved, or asked about. */
  readonly saved: () => Promise<unknown>;
  readonly leaveMisfit: () => void;
  /** A scan that waits for a person's word stays in the list. */
  readonly dropWaiting: (text: string) => void;
}
