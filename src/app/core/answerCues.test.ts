import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswerCues } from './answerCues.ts';
import type { Cue } from '#device/cueNames.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

let played: (readonly [Cue, number])[];
let waiting: number;
let freeAt: number;
let cues: ReturnType<typeof createAnswerCues>;

beforeEach(() => {
  vi.useFakeTimers();
  at('/tasks/revert-off');
  [played, waiting, freeAt] = [[], 0, 0];
  const play = (cue: Cue): unknown => played.push([cue, performance.now()]);
  cues = createAnswerCues(
    { play, freeAt: () => freeAt },
    () => waiting,
    () => '7',
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (pathname: string): unknown => vi.stubGlobal('location', { pathname });
const pass = (ms: number): unknown => vi.advanceTimersByTime(ms);
const answered = (seq: number, verdict: 'accepted' | 'refused' | 'unclassified'): QueuedCall =>
  ({ seq, operator: '7', state: 'answered', result: { verdict } }) as QueuedCall;
const ended = (seq: number, state: QueuedCall['state']): QueuedCall => ({ seq, operator: '7', state }) as QueuedCall;
const told = (): Cue[] => played.map(([cue]) => cue);

test.each(['accepted', 'refused', 'unclassified'] as const)(
  'an answer that is %s, to a call made on this screen, is told by its own signal',
  (verdict) => {
    cues.saved(1);
    cues.settled(answered(1, verdict));
    expect(told()).toEqual([verdict]);
  },
);

test('a call made here that is refused before it runs is told as refused', () => {
  cues.saved(1);
  cues.settled(ended(1, 'held'));
  expect(told()).toEqual(['refused']);
});

test('of calls of before, or of another screen, only what wants a person is told, and as such', () => {
  cues.saved(2);
  at('/tasks/bag');
  cues.settled(answered(1, 'accepted'));
  cues.settled(answered(2, 'unclassified'));
  expect(told()).toEqual([]);
  cues.settled(answered(3, 'refused'));
  expect(told()).toEqual(['queue']);
});

test.each(['unconfirmed', 'held'] as const)(
  'a call of another worker that is %s needs that one: no signal',
  (state) => {
    cues.settled({ ...ended(1, state), operator: '8' });
    expect(told()).toEqual([]);
    cues.settled({ ...ended(2, state), operator: '' }); // of nobody: whoever is at work
    expect(told()).toEqual(['queue']);
  },
);

test('a call of the screen before is not told as one of this screen, also where this one has saved a call too', () => {
  cues.saved(1);
  at('/tasks/bag');
  cues.saved(2);
  cues.settled(answered(1, 'accepted'));
  expect(told()).toEqual([]);
});

test('never into the signal of a scan: also not of one that comes meanwhile', () => {
  cues.saved(1);
  const start = performance.now();
  freeAt = start + 200;
  cues.settled(answered(1, 'accepted'));
  pass(100);
  freeAt = performance.now() + 300; // the next scan
  pass(250);
  expect(told()).toEqual([]);
  pass(500);
  expect(played).toEqual([['accepted', start + 100 + 300 + 120]]);
});

test('a replay of a hundred is not a concert, and a refusal among them is heard', () => {
  for (let seq = 1; seq <= 100; seq += 1) cues.saved(seq);
  for (let seq = 1; seq <= 100; seq += 1) {
    waiting = 100 - seq;
    cues.settled(answered(seq, seq === 50 ? 'refused' : 'accepted'));
    pass(50);
  }
  pass(10_000);
  expect(told()).toEqual(['refused', 'accepted', 'accepted']);
});

test('of several at once the worst is told, and a call that waits again is not', () => {
  for (const seq of [1, 2, 3, 4]) cues.saved(seq);
  cues.settled(answered(1, 'accepted'));
  cues.settled(answered(2, 'refused'));
  cues.settled(answered(3, 'unclassified'));
  cues.settled(ended(4, 'waiting'));
  pass(10_000);
  expect(told()).toEqual(['accepted', 'refused']);
});
