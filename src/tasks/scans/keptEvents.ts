import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { chain } from '#tasks/intake/taskFlow.ts';
import { takeSure } from './taskEvents.ts';
import { type TaskFacts, type TaskState, type TaskStep, withFilled, withKeptScan, nothingAsked } from './taskState.ts';

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
  const { other, waiting } = state;
  if (!other) return [state, []];
  const asked = { ...state, ...nothingAsked, notice: undefined, usedAt: facts.now, once: other };
  return chain<TaskState>([withFilled(asked, facts.task, state.filled), []], ...takeAll(facts, waiting));
}

/** The kept scan still holds: what waited is taken with it. */
export function keepOn(state: TaskState, facts: TaskFacts): TaskStep {
  const { usedAt, waiting } = state;
  if (!waiting) return [state, []];
  const used = { ...state, ...nothingAsked, notice: undefined, usedAt: Math.max(usedAt, facts.now) };
  return chain<TaskState>([used, []], ...takeAll(facts, waiting));
}
