import { expect, test, vi } from 'vitest';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { createFlow } from './flowRunner.ts';
import { flowPorts } from '#tasks/testing/flowRig.ts';
import type { Effect, FlowState, ReadOutcome, SaveOutcome, Step, Wanted } from './taskFlow.ts';

interface State extends FlowState {
  readonly log: readonly string[];
}

const wanted = (what: string, more: Partial<Wanted> = {}): Wanted => ({
  call: { operation: 'AgainOpenBag', parameters: [] },
  scans: [],
  what,
  again: false,
  ...more,
});

const noted = (state: State, text: string): State => ({ ...state, log: [...state.log, text] });

/** A flow that notes what it is told, and a save that the test lets end. */
function rig() {
  const ends: ((queued: QueuedCall | Promise<never>) => void)[] = [];
  const answers: ((found: ReadOutcome) => void)[] = [];
  const done: string[] = [];
  const flow = createFlow<string, State, string>(
    {
      start: { log: [] },
      task: 'task',
      drawsSoon: true,
      saveEnded: (state, _, { what }, { kind }: SaveOutcome) => [noted(state, `${what} ${kind}`), [['cue', 'saved']]],
      answered: (state, _, question, { reason }) => [noted(state, `${question} ${reason}`), []],
      repeated: (state, _, id, code) => [state, id === 1 ? [['noteRepeat', 7, code]] : []],
      keeps: [
        { draft: { read: () => undefined, write: (text) => done.push(`kept ${text}`) }, text: ({ log }) => log.at(-1) },
      ],
      doubt: async ({ what }) => (what === 'odd' ? { sentence: 'Sure?' } : undefined),
      ask: () => new Promise((resolve) => answers.push(resolve)),
    },
    {
      ...flowPorts().ports,
      cue: (cue) => done.push(cue),
      notTaken: ({ text }, reason) => done.push(`${text}: ${reason}`),
      save: () => new Promise((resolve) => ends.push(resolve)),
      noteRepeat: async (seq, code) => void done.push(`repeat of ${code} with ${seq}`),
    },
  );
  const { event } = flow.on({
    event: (state: State, _: unknown, text: string, ...effects: Effect<string>[]): Step<State, string> => [
      noted(state, text),
      effects,
    ],
  });
  return { flow, event, ends, answers, done };
}

test('effects are performed in order, after what the state keeps is written, and before it is drawn', () => {
  const { flow, event, done } = rig();
  flow.subscribe(() => done.push('drawn'));
  event('A', ['cue', 'wrong'], ['notTaken', { text: 'X', at: 1 }, 'why']);
  expect(done).toEqual(['kept A', 'wrong', 'X: why', 'drawn']);
});

test('calls are saved one after the other, and a repeat is counted after them', async () => {
  const { flow, event, ends, done } = rig();
  event('A', ['save', wanted('one')], ['save', wanted('two')], ['repeat', 1, 'C'], ['repeat', 2, 'D']);
  await expect.poll(() => ends).toHaveLength(1);
  ends[0]?.({ seq: 1 } as QueuedCall);
  await expect.poll(() => ends).toHaveLength(2);
  expect(flow.view().log).toEqual(['A', 'one saved']);
  ends[1]?.(Promise.reject(new AlreadyQueued(1)));
  await flow.saved();
  expect(flow.view().log).toEqual(['A', 'one saved', 'two alreadyQueued']);
  await flow.saved();
  expect(done.at(-1)).toBe('repeat of C with 7');
});

test('a call in doubt is not saved, and one that a person is sure of is', async () => {
  const { flow, event, ends } = rig();
  event('A', ['save', wanted('odd')]);
  await flow.saved();
  expect([flow.view().log.at(-1), ends.length]).toEqual(['odd doubted', 0]);
  event('B', ['save', wanted('odd', { isSure: true })]);
  await expect.poll(() => ends).toHaveLength(1);
  ends[0]?.(Promise.reject(new Error('The storage is full.')));
  await flow.saved();
  expect(flow.view().log.at(-1)).toBe('odd notSaved');
});

test('only the answer to the last question comes back', async () => {
  const { flow, event, answers } = rig();
  event('A', ['ask', 'first']);
  event('B', ['ask', 'second']);
  answers[1]?.({ fresh: false, reason: 'two' });
  answers[0]?.({ fresh: false, reason: 'one' });
  await expect.poll(() => flow.view().log).toEqual(['A', 'B', 'second two']);
});

test('what goes on as it should is drawn a moment later and once, and at once with what must be seen', () => {
  vi.useFakeTimers();
  try {
    const { flow, event } = rig();
    const drawn: (string | undefined)[] = [];
    flow.subscribe(() => drawn.push(flow.view().log.at(-1)));
    event('A', ['cue', 'step']);
    event('B', ['cue', 'saved']);
    expect(drawn).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(drawn).toEqual(['B']);
    event('C', ['cue', 'step']);
    event('D');
    vi.advanceTimersByTime(100);
    expect(drawn).toEqual(['B', 'D']);
  } finally {
    vi.useRealTimers();
  }
});
