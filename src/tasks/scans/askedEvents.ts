import { goOn, wantedOf, takeSure } from './taskEvents.ts';
import {
  type TaskFacts,
  type TaskState,
  type TaskStep,
  changed,
  withFilled,
  withKeptScan,
  nothingAsked,
} from './taskState.ts';
import { swapOf } from './taskQuestions.ts';
import type { RunEntry } from '#tasks/task/taskRunView.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { chain, say } from '#tasks/intake/taskFlow.ts';
import { words } from '#i18n/words.ts';

// What a person answers to what a task asks: loaded with the buttons that say it.

/** The scan that is known as another step's goes there; what stood there, or comes next, is the present step's. */
export function swap(state: TaskState, facts: TaskFacts): TaskStep {
  const { misfit, step, filled } = state;
  const other = swapOf(state);
  if (!misfit || !other) return [state, []];
  const moved = filled[other.parameter];
  const after = { ...filled, ...(moved && { [step.parameter]: moved }), [other.parameter]: misfit.scan };
  return goOn({ ...state, misfit: undefined }, facts, after, other, misfit.scan);
}

/** Saves an entry that could not be saved, or one that the operator wants twice. */
export function saveAgain(state: TaskState, _facts: TaskFacts, id: number): TaskStep {
  const entry = state.entries.find((known) => known.id === id);
  if (entry?.saving !== 'not-saved' && entry?.saving !== 'needs-confirmation') return [state, []];
  return [changed(state, id, { saving: 'saving' }), [['save', wantedOf(entry, true)]]];
}

/** Takes back a question or an entry that is not wanted. Entries that are saved stay. */
export function leave(state: TaskState, _facts: TaskFacts, id: number): TaskStep {
  const stays = ({ saving }: RunEntry): boolean => saving === 'saved' || saving === 'saving';
  const entries = state.entries.filter((entry) => entry.id !== id || stays(entry));
  return [{ ...state, notice: undefined, entries }, []];
}

// What a person says about the kept scan: loaded with the buttons that say it.

function takeAll(facts: TaskFacts, scans: readonly ScanNote[] = []) {
  return scans.map((scan) => (state: TaskState) => takeSure(state, facts, scan));
}

/** Keeps a scan of the task's `keeps` for the calls that follow: this one, or the next that comes. */
export function keep(state: TaskState, facts: TaskFacts, scan: ScanNote | 'next'): TaskStep {
  const isBegun = state.steps.some(({ parameter }) => Object.hasOwn(state.filled, parameter));
  return [withKeptScan(state, facts, isBegun ? 'next' : scan), []];
}

/** Each call has all its steps scanned again. */
export function release(state: TaskState, facts: TaskFacts): TaskStep {
  const { other, waiting = [] } = state;
  const due = other ? [other, ...waiting] : waiting;
  return chain<TaskState>([withKeptScan(state, facts, undefined), []], ...takeAll(facts, due));
}

/** The other scan is the one that is kept from now on. */
export function keepOther(state: TaskState, facts: TaskFacts): TaskStep {
  const { other, waiting } = state;
  if (!other) return [state, []];
  return chain<TaskState>([withKeptScan(state, facts, other), []], ...takeAll(facts, waiting));
}

/** The other scan is for the next call alone. */
export function takeOnce(state: TaskState, facts: TaskFacts): TaskStep {
  const { other, waiting, keptScan } = state;
  if (!other || typeof keptScan !== 'object') return [state, []];
  const asked = { ...state, ...nothingAsked, usedAt: facts.now, once: other };
  const said = words('object').nowOnce({ once: other.text, kept: keptScan.text });
  return chain<TaskState>(say(withFilled(asked, facts.task, state.filled), 'step', said), ...takeAll(facts, waiting));
}

/** The kept scan still holds: what waited is taken with it. */
export function keepOn(state: TaskState, facts: TaskFacts): TaskStep {
  const { usedAt, waiting } = state;
  if (!waiting) return [state, []];
  const used = { ...state, ...nothingAsked, notice: undefined, usedAt: Math.max(usedAt, facts.now) };
  return chain<TaskState>([used, []], ...takeAll(facts, waiting));
}
