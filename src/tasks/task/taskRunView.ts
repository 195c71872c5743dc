import type { Call } from '#contract/call.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { Misfit } from './codeCheck.ts';
import type { ScansTask, Step } from './task.ts';
import type { Saying } from '#ui/ResultBanner.tsx';

/** A call of this run: from the last scan until it is on disk, or the sentence that says why it is not. */
export interface RunEntry {
  readonly id: number;
  readonly call: Call;
  readonly scans: readonly ScanNote[];
  readonly saving: 'saving' | 'saved' | 'not-saved' | 'asking';
  /** The row's key once it is saved. */
  readonly seq?: number;
  readonly problem?: string;
}

export interface TaskRunView {
  readonly filled: Readonly<Record<string, ScanNote>>;
  /** The step that the next scan fills. */
  readonly step: Step;
  /** The steps that scans fill: without the one that is kept. */
  readonly steps: readonly Step[];
  /** Whether the scan of the task's `keeps` stays for the next calls; `next`: the one that comes will. */
  readonly keptScan?: ScanNote | 'next' | undefined;
  /** Scans that wait while it is asked whether the kept one still holds. */
  readonly waiting?: readonly ScanNote[] | undefined;
  readonly notice?: Saying | undefined;
  /** A scan that does not look like what the step asks for. It is shown until the operator, or the next scan, decides. */
  readonly misfit?: Misfit | undefined;
  /** Newest first. */
  readonly entries: readonly RunEntry[];
}

/** A task at work: what scans and taps do to it. What came of them is in its view. */
export interface TaskRun {
  /** Takes a scan for the present step. Returns at once; what came of it is shown. */
  accept(scan: ScanNote): void;
  /** Takes the scan that does not look right, where the site leaves that to the operator. */
  takeAnyway(): void;
  /** Leaves the scan that does not look right. */
  leaveMisfit(): void;
  /** Says why something that came in is no scan; the steps stay as they are. */
  refuse(text: string): void;
  /** A repeat that the guard held back: it is kept with the scan that it repeats. */
  ignoreRepeat(text: string): void;
  /** Saves an entry that could not be saved, or one that the operator wants twice. */
  saveAgain(id: number): void;
  /** Takes back a question or an entry that is not wanted. Entries that are saved stay. */
  leave(id: number): void;
  /** Keeps a scan of the task's `keeps` for the calls that follow: this one, or the next that comes. */
  keep(scan: ScanNote | 'next'): void;
  /** Each call has all its steps scanned again. */
  release(): void;
  /** The kept scan still holds: what waited is taken with it. */
  keepOn(): void;
  /** A scan that waits is kept elsewhere; what it waited for is still asked. */
  dropWaiting(text: string): void;
  /** Empties the last filled step. */
  back(): void;
  /** Another page has changed the draft: it has finished this half of the task, or gone on with it. */
  reread(): void;
  /** @returns stops listening. */
  subscribe(listener: () => void): () => void;
  view(): TaskRunView;
}

/** The step of the task that holds this code already. @param scan - as the site's rule takes it */
export function holderOf(task: ScansTask, filled: TaskRunView['filled'], { text, raw }: ScanNote): Step | undefined {
  return task.steps.find(({ parameter }) => {
    const before = filled[parameter];
    const isSame = raw === undefined && before?.raw === text; // two elements of one code are two values
    return isSame || before?.text === text;
  });
}
