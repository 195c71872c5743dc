import { beforeEach, expect, test } from 'vitest';
import { createAnswerCues } from './answerCues.ts';
import type { Cue } from '#device/cueNames.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

let played: (readonly [Cue, number])[];
let clock: number;
let timers: { at: number; work: () => void }[];
let place: string;
let waiting: number;
let freeAt: number;
let cues: ReturnType<typeof createAnswerCues>;

beforeEach(() => {
  [played, clock, timers, place, waiting, freeAt] = [[], 10_000, [], '/tasks/revert-off', 0, 0];
  cues = createAnswerCues({
    play: (cue) => played.push([cue, clock]),
    freeAt: () => freeAt,
    now: () => clock,
    place: () => place,
    waiting: () => waiting,
    setTimeout: (work, ms) => timers.push({ at: clock + ms, work }),
  });
});

function pass(ms: number): void {
  const end = clock + ms;
  for (;;) {
    const next = timers.sort((a, b) => a.at - b.at)[0];
    if (!next || next.at > end) break;
    timers.shift();
    clock = next.at;
    next.work();
  }
  clock = end;
}

const answered = (seq: number, verdict: 'accepted' | 'refused' | 'unclassified'): QueuedCall =>
  ({ seq, state: 'answered', result: { verdict } }) as QueuedCall;
const ended = (seq: number, state: QueuedCall['state']): QueuedCall => ({ seq, state }) as QueuedCall;
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
  place = '/tasks/bag';
  cues.settled(answered(1, 'accepted'));
  cues.settled(answered(2, 'unclassified'));
  expect(told()).toEqual([]);
  cues.settled(answered(3, 'refused'));
  expect(told()).toEqual(['queue']);
});

test('a call of the screen before is not told as one of this screen, also where this one has saved a call too', () => {
  cues.saved(1);
  place = '/tasks/bag';
  cues.saved(2);
  cues.settled(answered(1, 'accepted'));
  expect(told()).toEqual([]);
});

test('never into the signal of a scan: also not of one that comes meanwhile', () => {
  cues.saved(1);
  freeAt = clock + 200;
  cues.settled(answered(1, 'accepted'));
  pass(100);
  freeAt = clock + 300; // the next scan
  pass(250);
  expect(told()).toEqual([]);
  pass(500);
  expect(played).toEqual([['accepted', 10_000 + 100 + 300 + 120]]);
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
