import { goOn, wantedOf } from './taskEvents.ts';
import { type TaskFacts, type TaskState, type TaskStep, changed } from './taskState.ts';
import { swapOf } from './taskQuestions.ts';
import type { RunEntry } from '#tasks/task/taskRunView.ts';

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
