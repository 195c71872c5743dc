import { expect, test } from 'vitest';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { Misfit } from '#tasks/task/codeCheck.ts';
import {
  type Effect,
  type Found,
  type FlowState,
  type Outcome,
  type Step,
  type Wanted,
  leaveMisfit,
  sayUnsaved,
  scanned,
  takenAnyway,
} from './taskFlow.ts';
import { sayAnswer } from './sayAnswer.ts';
import { words } from '#i18n/words.ts';

interface State extends FlowState {
  readonly taken?: string;
}

const scan = (text: string): ScanNote => ({ text, source: 'wedge', at: 1 });
const misfit = (text: string, isRefused = false): Misfit => ({ scan: scan(text), sentence: `No ${text}.`, isRefused });
const wrong = (text: string) => ({ tone: 'wrong' as const, text });
const take = (state: State, { text }: ScanNote): Step<State> => [{ ...state, taken: text }, [['cue', 'step']]];
const fits = (text: string) => ({ scan: scan(text) });

const warn: Effect = ['cue', 'wrong'];
const ask: Effect = ['cue', 'repeat'];
const keepX: Effect = ['notTaken', scan('X'), 'No X.'];
const atX: State = { misfit: misfit('X'), notice: wrong('No X.') };
const strictAtX: State = { misfit: misfit('X', true) };

const already: Outcome = { kind: 'alreadyQueued', seq: 3 };
const call: Wanted = {
  call: { operation: 'AgainOpenBag', parameters: [] },
  scans: [scan('B-1')],
  what: 'Reopen B-1',
  again: false,
};
const unsaved = (outcome: Exclude<Outcome, { kind: 'saved' }>) => sayUnsaved<State>({}, call, outcome);
const said = (found: Found, isRefused = false) => sayAnswer<State>({}, found, isRefused, 'B-1');

test.each<[what: string, step: Step<State>, state: State, effects: readonly Effect[]]>([
  ['a scan fits', scanned<State, never>({}, fits('A'), take), { taken: 'A' }, [['cue', 'step']]],
  [
    'a scan fits after a misfit, which is kept',
    scanned<State, never>(atX, fits('A'), take),
    { taken: 'A', misfit: undefined, notice: wrong('No X.') },
    [keepX, ['cue', 'step']],
  ],
  ['a scan does not fit', scanned<State, never>({}, misfit('X'), take), atX, [warn]],
  ['the same misfit again is one', scanned<State, never>(atX, misfit('X'), take), atX, [warn]],
  [
    'another misfit: the one before is kept',
    scanned<State, never>(atX, misfit('Y'), take),
    { misfit: misfit('Y'), notice: wrong('No Y.') },
    [keepX, warn],
  ],
  [
    'the misfit, taken anyway, is not kept as not taken',
    takenAnyway<State, never>(atX, take),
    { taken: 'X', misfit: undefined, notice: wrong('No X.') },
    [['cue', 'step']],
  ],
  ['a strict site takes none anyway', takenAnyway<State, never>(strictAtX, take), strictAtX, []],
  ['nothing is there to be taken anyway', takenAnyway<State, never>({}, take), {}, []],
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
    { notice: { tone: 'repeat', text: words('taskScreen').alreadyQueued({ what: 'Reopen B-1', seq: 3 }) } },
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
    said({ fresh: true, answer: { text: 'No such bag', at: 1 } }, true),
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
