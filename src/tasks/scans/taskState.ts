import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { type AskedDraft, readFilled, isScanNote, objectIn } from '#tasks/task/draft.ts';
import type { RunEntry, TaskRunView } from '#tasks/task/taskRunView.ts';
import type { Facts, Step } from '#tasks/intake/taskFlow.ts';
import type { ScansTask } from '#tasks/task/task.ts';

export interface TaskState extends TaskRunView, KeptScanUse {
  readonly made: number;
}

export type TaskFacts = Facts<ScansTask>;
export type TaskStep = Step<TaskState>;
export type Filled = TaskRunView['filled'];

/** Reads the half task that was kept over a restart, or that another page keeps now. */
export function readKept(task: ScansTask, half: string | undefined, kept: string | undefined) {
  const { keptScan, ...use } = keptScanIn(task.keeps === undefined ? undefined : kept);
  return { ...fill(task, readFilled(task, half), keptScan, use.once), ...use };
}

export function fill(
  task: ScansTask,
  own: Filled,
  keptScan: TaskRunView['keptScan'],
  once?: ScanNote,
): Pick<TaskRunView, 'filled' | 'step' | 'steps' | 'keptScan'> {
  const [first] = task.steps;
  if (!first) throw new RangeError(`task ${task.id} has no step`);
  const isAlone = task.steps.every(({ parameter }) => parameter === task.keeps || Object.hasOwn(own, parameter));
  const isKept = typeof keptScan === 'object' && !isAlone; // what was begun before it was kept is ended by a scan
  const filled = isKept ? { ...own, [task.keeps ?? '']: once ?? keptScan } : own;
  const steps = isKept ? task.steps.filter(({ parameter }) => parameter !== task.keeps) : task.steps;
  return { filled, steps, keptScan, step: steps.find(({ parameter }) => !Object.hasOwn(filled, parameter)) ?? first };
}

export function ownOf(task: ScansTask, keptScan: TaskRunView['keptScan'], filled: Filled): Filled {
  const isOwn = (name: string): boolean => typeof keptScan !== 'object' || name !== task.keeps;
  return Object.fromEntries(Object.entries(filled).filter(([name]) => isOwn(name)));
}

export function withFilled(state: TaskState, task: ScansTask, filled: Filled): TaskState {
  return { ...state, ...fill(task, ownOf(task, state.keptScan, filled), state.keptScan, state.once) };
}

/** Half the task as it is kept, with the call that is asked about. */
export function halfText(task: ScansTask, { keptScan, filled, entries }: TaskState): string | undefined {
  const own = ownOf(task, keptScan, filled);
  const asked = entries.find(({ saving }) => saving === 'needs-confirmation');
  const half = { ...own, ...(asked && { asked: askedText(asked) }) };
  return Object.keys(half).length === 0 ? undefined : JSON.stringify(half);
}

function askedText({ scans, seq = 0, stands }: RunEntry): AskedDraft {
  return { scans, seq, stands };
}

export function withKeptScan(state: TaskState, { task, now }: TaskFacts, keptScan: TaskRunView['keptScan']): TaskState {
  const own = ownOf(task, state.keptScan, state.filled);
  const isAsked = state.entries.some(({ saving }) => saving === 'needs-confirmation');
  const notice = isAsked ? state.notice : undefined; // the dock asks still
  return { ...state, ...fill(task, own, keptScan), notice, usedAt: now, ...nothingAsked };
}

export const nothingAsked = { waiting: undefined, other: undefined, once: undefined } as const;

export function changed(state: TaskState, id: number, change: Partial<RunEntry>): TaskState {
  return { ...state, entries: state.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)) };
}

/** A kept scan's last use, and what waits until a person has said whether it still holds. */
interface KeptScanUse extends Pick<TaskRunView, 'waiting' | 'other' | 'once'> {
  /** Unix ms of the last scan beside it. */
  readonly usedAt: number;
}

/** The scan that is kept, `next` where the one that comes is to be, or nothing; and its use. */
export function keptScanIn(kept: string | undefined) {
  const { scan, next, usedAt, waiting, other, once } = objectIn(kept);
  const keptScan = isScanNote(scan) ? scan : next === true ? ('next' as const) : undefined;
  return {
    keptScan,
    usedAt: typeof usedAt === 'number' ? usedAt : isScanNote(scan) ? scan.at : 0,
    waiting: Array.isArray(waiting) ? waiting.filter(isScanNote) : undefined,
    other: isScanNote(other) ? other : undefined,
    once: isScanNote(once) ? once : undefined,
  };
}

export function keptScanText(
  scan: ScanNote | 'next' | undefined,
  { usedAt, waiting, other, once }: KeptScanUse,
): string | undefined {
  return scan && JSON.stringify(scan === 'next' ? { next: true } : { scan, usedAt, waiting, other, once });
}
