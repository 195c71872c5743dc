import { expect, test } from 'vitest';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { Judged, Misfit } from '#tasks/task/codeCheck.ts';
import {
  type Effect,
  type Facts,
  type FlowState,
  type ReadOutcome,
  type SaveOutcome,
  type Step,
  type Wanted,
  leaveMisfit,
  sayUnsaved,
  scanEvents,
} from './taskFlow.ts';
import { sayAnswer } from './savingFlow.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

interface State extends FlowState {
  readonly taken?: string;
}

const scan = (text: string): ScanNote => ({ text, source: 'wedge', at: 1 });
const misfit = (text: string, isRefused = false): Misfit => ({ scan: scan(text), sentence: `No ${text}.`, isRefused });
const wrong = (text: string) => ({ tone: 'wrong' as const, text });
const facts = {} as Facts<unknown>;
const events = (judged: Judged) =>
  scanEvents<unknown, State>({
    noun: () => 'bag',
    judge: () => judged,
    take: (state, _, { text }) => [{ ...state, taken: text }, [['cue', 'step']]],
  });
const scanned = (state: State, judged: Judged) => events(judged).accept(state, facts, judged.scan);
const takenAnyway = (state: State) => events(fits('')).takeAnyway(state, facts);
const fits = (text: string) => ({ scan: scan(text) });

const warn: Effect = ['cue', 'wrong'];
const ask: Effect = ['cue', 'repeat'];
const inHand = (text: string): Effect => ['taken', scan(text)];
const keepX: Effect = ['notTaken', scan('X'), 'No X.'];
const atX: State = { misfit: misfit('X'), notice: wrong('No X.') };
const strictAtX: State = { misfit: misfit('X', true) };

const already: SaveOutcome = { kind: 'alreadyQueued', seq: 3 };
const call: Wanted = {
  call: { operation: 'AgainOpenBag', parameters: [] },
  scans: [scan('B-1')],
  what: 'Reopen B-1',
  again: false,
};
const place = { pending: scan('Q') } as Facts<unknown>;
const isAskedFirst = (text: string) => ({ tone: 'asked' as const, text: taskScreenWords().answerBefore({ text }) });
const unsaved = (outcome: Exclude<SaveOutcome, { kind: 'saved' }>) => sayUnsaved<State>({}, call, outcome);
const said = (found: ReadOutcome, refusal?: string) => sayAnswer<State>({}, found, refusal, 'B-1');

test.each<[what: string, step: Step<State>, state: State, effects: readonly Effect[]]>([
  ['a scan fits', scanned({}, fits('A')), { taken: 'A' }, [inHand('A'), ['cue', 'step']]],
  [
    'a scan fits after a misfit, which is kept',
    scanned(atX, fits('A')),
    { taken: 'A', misfit: undefined, notice: wrong('No X.') },
    [keepX, inHand('A'), ['cue', 'step']],
  ],
  [
    'a scan comes while it is asked what a code is: it is told of, and kept to be looked at',
    events(fits('A')).accept({ taken: 'B' }, place, scan('A')),
    { taken: 'B', notice: isAskedFirst('A') },
    [
      ['notTaken', { ...scan('A'), isObject: true }, taskScreenWords().answerFirst],
      ['cue', 'asked'],
    ],
  ],
  [
    'that code itself comes: it waits already',
    events(fits('Q')).accept({}, place, scan('Q')),
    { notice: isAskedFirst('Q') },
    [['cue', 'asked']],
  ],
  [
    'a person has said what it is',
    events(fits('Q')).place({}, place, scan('Q')),
    { taken: 'Q' },
    [inHand('Q'), ['cue', 'step']],
  ],
  ['it is for nothing', events(fits('Q')).forgetPlace({ notice: isAskedFirst('A') }), { notice: undefined }, []],
  [
    'a misfit is not taken anyway while something else is asked',
    events(fits('')).takeAnyway(atX, place),
    { ...atX, notice: { tone: 'asked', text: '' } },
    [['cue', 'asked']],
  ],
  ['a scan does not fit', scanned({}, misfit('X')), atX, [warn]],
  ['the same misfit again is one', scanned(atX, misfit('X')), atX, [warn]],
  [
    'another misfit: the one before is kept',
    scanned(atX, misfit('Y')),
    { misfit: misfit('Y'), notice: wrong('No Y.') },
    [keepX, warn],
  ],
  [
    'the misfit, taken anyway, is not kept as not taken',
    takenAnyway(atX),
    { taken: 'X', misfit: undefined, notice: wrong('No X.') },
    [inHand('X'), ['cue', 'step']],
  ],
  ['a strict site takes none anyway', takenAnyway(strictAtX), strictAtX, []],
  ['nothing is there to be taken anyway', takenAnyway({}), {}, []],
  ['the misfit, left, is forgotten', leaveMisfit<State>(atX), { misfit: undefined, notice: undefined }, []],
  [
    'a call is in doubt',
    unsaved({ kind: 'doubted', sentence: 'Sure?' }),
    { notice: { tone: 'repeat', text: 'Sure?' } },
    [ask],
  ],
  [
    'a call is queued already',
    unsaved(already),
    { notice: { tone: 'repeat', text: taskScreenWords().alreadyQueued({ what: 'Reopen B-1', seq: 3 }) } },
    [ask],
  ],
  [
    'a call could not be saved',
    unsaved({ kind: 'notSaved', problem: 'The storage is full.' }),
    { notice: wrong('Not saved: Reopen B-1. The storage is full.') },
    [warn],
  ],
  ['a fresh answer is shown, and not said', said({ fresh: true, answer: { text: 'x', at: 1 } }), {}, []],
  [
    'a fresh refusal is said in the service’s words',
    said({ fresh: true, answer: { text: 'No such bag', at: 1 } }, 'No such bag'),
    { notice: wrong('No such bag') },
    [warn],
  ],
  [
    'an old answer is to be checked',
    said({ fresh: false, answer: { text: 'x', at: 1 }, reason: 'No gateway.' }),
    { notice: { tone: 'repeat', text: 'The service could not be asked about B-1. No gateway.' } },
    [ask],
  ],
  [
    'a question that could not be asked says why',
    said({ fresh: false, reason: 'The storage is full.', isBroken: true }),
    { notice: wrong('The storage is full.') },
    [warn],
  ],
])('%s', (_, [nextState, nextEffects], state, effects) => {
  expect([nextState, nextEffects]).toEqual([state, effects]);
});

const dock = { name: 'Dock 2', code: 'PRN-2' };
const noQuestion = { site: {} } as Facts<unknown>;

test('a printer’s sticker chooses that printer and fills nothing; what is in hand stays', () => {
  const state: State = { ...atX, taken: 'A' };
  const [after, effects] = events(fits('')).sticker(state, noQuestion, dock);
  expect(after).toEqual({ ...state, notice: { tone: 'step', text: 'Labels come out of Dock 2.' } });
  expect(effects).toEqual([
    ['cue', 'step'],
    ['printer', 'PRN-2'],
  ]);
});

test.each<[what: string, State, Facts<unknown>]>([
  ['a code of another screen is asked about', {}, place],
  ['a decision is', { asking: { kind: 'decision', scan: scan('Q'), came: scan('Q'), seq: 3 } }, noQuestion],
  ['an object is', { asking: { kind: 'object', scan: scan('Q') } }, noQuestion],
])('a sticker chooses nothing while %s: it is told of', (_, state, now) => {
  const [after, effects] = events(fits('')).sticker(state, now, dock);
  expect(after).toEqual({ ...state, notice: isAskedFirst('Dock 2') });
  expect(effects).toEqual([['cue', 'asked']]);
});
