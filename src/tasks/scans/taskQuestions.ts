import { type Call, makeCall } from '#contract/call.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { fitsRule, judgeCode } from '#tasks/task/codeCheck.ts';
import { readAsked } from '#tasks/task/draft.ts';
import type { RunEntry, TaskRunView } from '#tasks/task/taskRunView.ts';
import { sameAsked } from '#tasks/intake/taskFlow.ts';
import { type Filled, type TaskFacts, type TaskState, readKept } from './taskState.ts';
import { words } from '#i18n/words.ts';

/** What a code was in calls that the service accepted, and in those of this run. */
export function rolesIn({ entries }: Pick<TaskState, 'entries'>, facts: TaskFacts, text: string): readonly string[] {
  for (const { scans } of entries) {
    const step = facts.task.steps.find((_, at) => scans[at]?.text === text);
    if (step) return [...facts.rolesOf(text), step.parameter];
  }
  return facts.rolesOf(text);
}

/** The step that the misfit filled before: there it may go. */
export function swapOf({ misfit, steps }: Pick<TaskRunView, 'misfit' | 'steps'>) {
  return misfit?.role === undefined ? undefined : steps.find(({ parameter }) => parameter === misfit.role);
}

/** What the scan is where it is another one of the kept step and of no other, as far as that is known. */
export function otherThanKept(state: TaskState, facts: TaskFacts, scan: ScanNote) {
  const { keptScan, step } = state;
  const { task, site, mayType } = facts;
  const { keeps = '' } = task;
  const roles = rolesIn(state, facts, scan.text);
  const isOf = (name: string): boolean => fitsRule(site.codes, name, scan) || roles.includes(name);
  const isOfKept = isOf(keeps) && !isOf(step.parameter);
  if (!isOfKept || typeof keptScan !== 'object' || (scan.source === 'typed' && !mayType)) return undefined;
  const other = judgeCode(site.codes, keeps, '', scan).scan;
  return other.text === keptScan.text ? undefined : other;
}

/** What is asked on the screen, where something is. */
export function questionOf({ keptScan, waiting, other, entries }: TaskRunView): string | undefined {
  if (waiting && typeof keptScan === 'object') {
    const kept = keptScan.text;
    if (other) return words('taskScreen').keepOther({ next: other.text, kept });
    return words('taskScreen').stillKept({ kept, text: waiting.at(-1)?.text ?? '' });
  }
  const asked = entries.find(({ saving }) => saving === 'needs-confirmation');
  return asked && sameAsked(whatOf(asked), asked);
}

/** The call of a filled task. @throws InvalidParameter */
export function callOf({ task, known }: Pick<TaskFacts, 'task' | 'known'>, filled: Filled): Call {
  const scans = task.steps.map(({ parameter }) => [parameter, filled[parameter]?.text ?? ''] as const);
  const set = Object.entries(task.known).map(([parameter, name]) => [parameter, known[name]] as const);
  return makeCall(task.operation, Object.fromEntries([...scans, ...set]));
}

export function whatOf({ scans }: Pick<RunEntry, 'scans'>): string {
  return scans.map(({ text }) => text).join(' → ');
}

/** The state with what was kept: half a task, the kept scan, and the question that nobody has answered. */
export function withKept(
  state: Pick<TaskState, 'entries' | 'made' | 'notice' | 'misfit'>,
  facts: Pick<TaskFacts, 'task' | 'known'>,
  half: string | undefined,
  kept: string | undefined,
): TaskState {
  const asked = entryAsked(facts, half, state.made + 1);
  const others = state.entries.filter(({ saving }) => saving !== 'needs-confirmation');
  const entries = asked ? [asked, ...others] : others;
  const now = { ...state, ...readKept(facts.task, half, kept), entries, made: asked ? asked.id : state.made };
  const question = questionOf(now);
  return question === undefined ? now : { ...now, notice: { tone: 'repeat', text: question } };
}

function entryAsked(
  facts: Pick<TaskFacts, 'task' | 'known'>,
  half: string | undefined,
  id: number,
): RunEntry | undefined {
  const { scans, ...rest } = readAsked(half) ?? {};
  if (scans?.length !== facts.task.steps.length) return undefined;
  const filled = Object.fromEntries(facts.task.steps.map(({ parameter }, at) => [parameter, scans[at] as ScanNote]));
  try {
    return { id, call: callOf(facts, filled), scans, saving: 'needs-confirmation', ...rest };
  } catch {
    return undefined; // a value of the settings is another one now
  }
}
