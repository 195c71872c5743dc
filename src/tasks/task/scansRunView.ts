import type { Call } from '#contract/call.ts';
import type { ScanNote, State } from '#outbox/state/queuedCall.ts';
import type { Misfit } from './codeCheck.ts';
import type { KeptScan } from './keptScan.ts';
import type { ScansTask, Step } from './task.ts';
import type { Saying } from '#ui/ResultBanner.tsx';

/** A call of this run: from the last scan until it is on disk, or the sentence that says why it is not. */
export interface RunEntry {
  readonly id: number;
  readonly call: Call;
  readonly scans: readonly ScanNote[];
  readonly saving: 'saving' | 'saved' | 'not-saved' | 'needs-confirmation';
  /** The row's key once it is saved; of a call that is asked about, that of the one that is there already. */
  readonly seq?: number;
  readonly stands?: State | undefined;
  /** True of a call that is asked about as it would wait for a decision on the one that is there. */
  readonly isBehind?: boolean | undefined;
  /** The call that is to be decided about, and behind which a person lets it wait. */
  readonly behind?: number | undefined;
  readonly problem?: string;
}

export interface ScansRunView {
  readonly filled: Readonly<Record<string, ScanNote>>;
  readonly step: Step;
  readonly steps: readonly Step[];
  readonly keptScan: KeptScan;
  readonly notice?: Saying | undefined;
  readonly misfit?: Misfit | undefined;
  readonly entries: readonly RunEntry[];
}

/** The step of the task that holds this code already. @param scan - as the site's rule takes it */
export function holderOf(task: ScansTask, filled: ScansRunView['filled'], { text, raw }: ScanNote): Step | undefined {
  return task.steps.find(({ parameter }) => {
    const before = filled[parameter];
    const isSame = raw === undefined && before?.raw === text; // two elements of one code are two values
    return isSame || before?.text === text;
  });
}
