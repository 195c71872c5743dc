import type { CodeRules } from '#site/codes.ts';
import { draftName, createKeptList } from '#tasks/task/draft.ts';
import type { Scan } from '#scan/scan.ts';
import type { CollectingRun, Collects } from './batchDraft.ts';
import { judgeCode } from '#tasks/task/codeCheck.ts';
import type { Step } from '#tasks/task/task.ts';
import { holderOf } from '#tasks/task/scansRunView.ts';
import { noteOf } from './useScans.ts';
import { batchWords } from '#i18n/words/batch.ts';
import { readBatch } from '#scan/batch.ts';
import { useHandheld } from '#tasks/task/handheld.ts';

export interface Stop {
  /** The code that was not taken as it stands, where it is in the list still. */
  readonly text?: string;
  readonly reason: string;
}

/** Returns the step that each of so many codes would be taken for, beginning with the task's present one. */
export function stepsOf({ run }: Pick<Collects, 'run'>, present: Step, many: number): readonly Step[] {
  const { steps } = run.view();
  const begin = steps.indexOf(present);
  return Array.from({ length: many }, (_, index) => steps[(begin + index) % steps.length] as Step);
}

/** Returns the step of the half task that holds a code already. */
export function heldFor({ task, run }: Collects, rules: CodeRules | undefined, scan: Scan): Step | undefined {
  const { step, filled } = run.view();
  return holderOf(task, filled, judgeCode(rules, step.parameter, step.noun(), noteOf(scan)).scan);
}

/**
 * Takes codes, each for the step shown beside it, up to the first that is not taken as it stands; a pair that is asked
 * about stays in the run. @param remove - told of codes that are on disk now
 */
export async function takeCollected(
  { run }: Pick<Collects, 'run'>,
  codes: readonly Scan[],
  steps: readonly Step[],
  remove: (texts: readonly string[]) => void,
): Promise<Stop | undefined> {
  const half: string[] = [];
  try {
    for (const [index, scan] of codes.entries()) {
      const before = run.view();
      if (before.step !== steps[index]) return { reason: batchWords().between };
      run.accept(noteOf(scan));
      const after = run.view();
      if (after.filled === before.filled) return notTaken(run, before.misfit, scan.text);
      half.push(scan.text);
      const [entry] = after.entries;
      if (!entry || entry.id === before.entries[0]?.id) continue; // a step of several
      await run.saved(); // a question stops the codes after it
      remove(half.splice(0));
      const { saving } = run.view().entries.find(({ id }) => id === entry.id) ?? {};
      if (saving !== 'saved') return { reason: run.view().notice?.text ?? '' };
    }
    return undefined;
  } finally {
    if (half.length > 0) remove(half);
  }
}

/** The code stays in the list, so the run need not ask about it. */
function notTaken(run: CollectingRun, earlier: unknown, text: string): Stop {
  const { misfit, notice } = run.view();
  if (misfit && misfit !== earlier) run.leaveMisfit();
  run.dropWaiting(text);
  return { text, reason: notice?.text ?? '' };
}

/** Codes that were collected for a task and not taken yet. Beside React: two codes may come before it draws once. */
type KeptBatch = ReturnType<typeof createKeptList<Scan>>;

/** One a task: the camera's panel may close while its codes are being taken. */
const batches = new Map<string | undefined, KeptBatch>();

export function useBatch(task: string | undefined): KeptBatch {
  const { draft } = useHandheld();
  const batch =
    batches.get(task) ?? createKeptList(task === undefined ? undefined : draft(draftName('batch', task)), readBatch);
  batches.set(task, batch);
  return batch;
}
