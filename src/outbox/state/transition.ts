import { IllegalStep, type QueueEvent } from './queueEvent.ts';
import { UNDO_MS, undoLeftMs } from './backoff.ts';
import { labelAfter } from './label.ts';
import {
  type HandedOver,
  NEVER_TOLD,
  type QueuedCall,
  type State,
  type Tried,
  type Trouble,
  isPrint,
  mayHaveCopy,
} from './queuedCall.ts';

type Change = Partial<QueuedCall> & Pick<QueuedCall, 'state'>;
type Steps = {
  readonly [E in QueueEvent['kind']]?: (
    queued: QueuedCall,
    event: Extract<QueueEvent, { kind: E }>,
    now: number,
  ) => Change;
};

/** Every legal step, row by row; a missing cell is an illegal step. Source: docs/adr/2026-11-21-doubt-ends-with-the-ledger.md. */
const steps: { readonly [S in State]: Steps } = {
  waiting: {
    claimed: (queued, { claim, tried }) => ({
      state: 'sending',
      claim,
      tries: queued.tries + 1,
      tried: triedNow(queued, tried),
    }),
    notNow: (queued, { kind }) => {
      if (queued.inDoubt) throw new IllegalStep('waiting', kind);
      return { state: 'asking' };
    },
    cancelled: (queued, { operator, kind, reason = '' }) => {
      if (queued.inDoubt) throw new IllegalStep('waiting', kind); // it may have run: only the ledger can tell
      return { state: 'cancelled', endedBy: { operator, reason } };
    },
    handedOver: handOver('waiting'),
    heard(queued, event, now) {
      if (event.generation !== queued.generation - 1) throw new IllegalStep('waiting', event.kind); // its own key is asked under
      return heard(queued, event, now);
    },
  },
  asking: {
    printNow: (_, { printer }) => ({ state: 'waiting', notBefore: 0, printer }),
    cancelled: (_, { operator }) => ({ state: 'cancelled', endedBy: { operator, reason: '' } }),
    handedOver: handOver('asking'),
  },
  sending: {
    answered: (queued, { text, verdict }) => ({
      state: 'answered',
      result: { text, verdict },
      ...labelAfter(queued, { text, verdict }),
    }),
    keyRefused: (queued, { trouble }) => ({ ...asked(queued, anew(queued)), trouble }),
    rejected: (_, { trouble }) => ({ state: 'held', trouble }),
    // this try did not run; an earlier one may have, so a doubt that is there stays (a busy gateway asks no ledger)
    notForwarded: (queued, { trouble, delayMs, isUnasked }, now) => {
      if (!isUnasked) return { ...asked(queued, again(now, delayMs)), trouble };
      return inDoubt(queued, again(now, delayMs), trouble); // a copy that the browser sent by itself may have run
    },
    stillRunning: (_, { trouble, delayMs }, now) => ({ ...again(now, delayMs), inDoubt: true, trouble }),
    answerLost: (queued, { trouble, delayMs, isThere }, now) => {
      const times = lostInRow(queued) + 1;
      if (isThere && times >= MOST_LOST) return { state: 'unconfirmed', trouble };
      const alike = times < MOST_LOST ? { code: trouble.code, times } : undefined;
      return { ...inDoubt(queued, again(now, delayMs), trouble), alike };
    },
    nobodyKnows: (_, { trouble }) => ({ state: 'unconfirmed', trouble }),
    heard,
    ownerGone: (queued, _, now) => inDoubt(queued, again(now, 0), GONE),
  },
  unconfirmed: {
    saidDone: ({ trouble }, { operator }, now) => ({
      state: 'answered',
      result: { verdict: 'by-person' },
      endedBy: { operator, reason: '' },
      undo: { until: now + UNDO_MS, trouble },
    }),
    ruledDone: (_, { operator, reason }) => ({
      state: 'answered',
      result: { verdict: 'by-rule' },
      endedBy: { operator, reason },
    }),
    // a copy gives it the same new key; nobody can have sent that before this was told
    saidNotDone: (queued, { told }) => ({ ...anew(queued), told }),
    discarded: discard,
    handedOver: handOver('unconfirmed'),
    heard,
  },
  held: { discarded: discard, handedOver: handOver('held') },
  answered: {
    heard(queued, event, now) {
      if (!givesWay(queued, now)) throw new IllegalStep('answered', event.kind);
      return heard(queued, event, now);
    },
    unsaid({ undo }, { kind }) {
      if (!undo) throw new IllegalStep('answered', kind);
      const { trouble } = undo;
      return {
        state: 'unconfirmed',
        result: undefined,
        endedBy: undefined,
        undo: undefined,
        ...(trouble && { trouble }),
      };
    },
    undoEnded({ undo, changedAt }, { kind }) {
      if (!undo) throw new IllegalStep('answered', kind);
      return { state: 'answered', undo: undefined, changedAt };
    },
    readAgain({ result, label, changedAt }, { kind, verdict }) {
      if (result?.verdict !== 'unclassified') throw new IllegalStep('answered', kind);
      const hasLabel = label !== undefined && verdict !== 'refused';
      return { state: 'answered', result: { ...result, verdict }, label: hasLabel ? label : undefined, changedAt };
    },
    // its answer was kept before the site knew that in these words the service refuses the key: so it has not run
    ruledKeyRefused: (queued, { kind }) => {
      if (queued.result?.verdict !== 'unclassified') throw new IllegalStep('answered', kind);
      return { ...asked(queued, anew(queued)), result: undefined, label: undefined };
    },
  },
  cancelled: {},
  discarded: {},
  'handed-over': { takenBack },
};

/** Tells whether an ended call gives way to the ledger's word: not the service's own answer, and no word that can still be taken back. */
export function givesWay(queued: Pick<QueuedCall, 'result' | 'undo'>, now: number): boolean {
  const { verdict } = queued.result ?? {};
  return (verdict === 'by-person' || verdict === 'by-rule') && undoLeftMs(queued, now) === 0;
}

/** After so many tries in a row whose answer was lost a person is asked, where the gateway is there: else it has no end. */
export const MOST_LOST = 8;

/** Returns the number of answers in a row that were lost before this try. */
export function lostInRow({ alike }: Pick<QueuedCall, 'alike'>): number {
  return alike?.times ?? 0;
}

const GONE: Trouble = { code: 'owner-gone', reason: 'Scanline was closed while the call was being sent.' };

/** The call after an event. Pure: nothing is read or written. @throws IllegalStep where the table has no such step. */
export function transition(queued: QueuedCall, event: QueueEvent, now: number): QueuedCall {
  const step = steps[queued.state][event.kind] as
    | ((queued: QueuedCall, event: QueueEvent, now: number) => Change)
    | undefined;
  if (!step) throw new IllegalStep(queued.state, event.kind);
  const { claim: _claim, trouble: _trouble, ...kept } = queued;
  return { ...kept, changedAt: now, ...step(queued, event, now) };
}

/**
 * Returns when its key was first tried, and last before this try. A call that another handheld may hold too may have been tried by that
 * one at any time since it was saved, up to now: it runs only where the ledger reaches back to there.
 */
function triedNow(queued: QueuedCall, hello: Tried): Tried {
  if (!mayHaveCopy(queued)) return { ...hello, ...queued.tried, last: queued.tried?.told, told: hello.at };
  const { epoch, at } = queued.told ?? queued.tried ?? NEVER_TOLD;
  return { epoch, at, last: hello.at, told: hello.at };
}

function again(now: number, delayMs: number): Change {
  return { state: 'waiting', notBefore: now + delayMs, alike: undefined };
}

/** A call that may have run is asked for again; a replay of a print is a second label, so that a person decides. */
function inDoubt(queued: QueuedCall, change: Change, trouble: Trouble): Change {
  return isPrint(queued) ? { state: 'unconfirmed', trouble } : { ...change, inDoubt: true, trouble };
}

/** A call that would go back to waiting: a print that has surely not run goes back to asking a person instead. */
function asked(queued: QueuedCall, change: Change): Change {
  return isPrint(queued) && !(change.inDoubt ?? queued.inDoubt) ? { ...change, state: 'asking', notBefore: 0 } : change;
}

/** Back in the queue as a new generation: a new key, so that the ledger takes it for a new call. */
function anew(queued: QueuedCall): Change {
  return {
    state: 'waiting',
    generation: queued.generation + 1,
    tries: 0,
    inDoubt: false,
    notBefore: 0,
    tried: undefined,
    alike: undefined,
    version: undefined,
  };
}

/**
 * The call as the ledger has it: a person's word that holds there, or an answer that is to be asked for under its key. It takes
 * the place of whatever was said here about the same key.
 */
function heard(
  queued: QueuedCall,
  { stands, generation }: Extract<QueueEvent, { kind: 'heard' }>,
  now: number,
): Change {
  const { is, version, by = '', why = '' } = stands;
  const about = { ...queued, generation: generation ?? queued.generation };
  const back = { generation: about.generation, result: undefined, endedBy: undefined, undo: undefined, version };
  const ended = { ...back, endedBy: { operator: by, reason: why } };
  switch (is) {
    case 'done':
      return { ...ended, state: 'answered', result: { verdict: 'by-person' } };
    case 'discarded':
      return { ...ended, state: 'discarded' };
    case 'not-done':
      return {
        ...back,
        state: 'unconfirmed',
        trouble: { code: 'said-not-done', reason: `${by} said that it was not done.` },
      };
    case 'sent-again':
      return { ...back, ...anew(about), ...inDoubt(queued, { state: 'waiting' }, SENT_ELSEWHERE) };
    case 'open':
      return { ...back, state: 'unconfirmed', trouble: queued.trouble ?? FORGOTTEN };
    case 'answered':
    case 'acknowledged':
    case 'running': // it was answered, or will be: the ledger gives that, and runs nothing again
      return { ...back, ...again(now, 0), inDoubt: true };
  }
}

const SENT_ELSEWHERE: Trouble = { code: 'sent-elsewhere', reason: 'The call was sent again from elsewhere.' };
const FORGOTTEN: Trouble = { code: 'decision-lost', reason: 'The ledger does not know what was decided.' };

function discard(_: QueuedCall, { operator, reason }: Extract<QueueEvent, { kind: 'discarded' }>): Change {
  if (reason.trim() === '') throw new RangeError('a discarded call needs a reason');
  return { state: 'discarded', endedBy: { operator, reason: reason.trim() } };
}

/** The key, the doubt and the tries stay: whoever sends it next asks the ledger about the same call. */
function handOver(from: HandedOver['from']) {
  return (queued: QueuedCall, event: Extract<QueueEvent, { kind: 'handedOver' }>, now: number): Change => {
    const { operator, id } = event;
    return {
      state: 'handed-over',
      handedOver: { id, operator, at: now, from, ...(queued.trouble && { trouble: queued.trouble }) },
      passed: [...(queued.passed ?? []), id],
      copied: undefined,
    };
  };
}

function takenBack(queued: QueuedCall): Change {
  const { from = 'waiting', trouble } = queued.handedOver ?? {};
  const back: Change = { state: from, handedOver: undefined, ...(trouble && { trouble }) };
  return from === 'waiting' ? asked(queued, back) : back;
}
