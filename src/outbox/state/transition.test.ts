import { describe, expect, test } from 'vitest';
import type { CallStands } from '#contract/decision.ts';
import { type State, endedStates, idempotencyKey, isOpen, openStates } from './queuedCall.ts';
import { transition } from './transition.ts';
import { IllegalStep, type QueueEvent } from './queueEvent.ts';
import { callThatIs as queued, claim, print, tried } from '#outbox/testing/callRig.ts';

const NOW = 1_700_000_000_000;
const trouble = { code: 'timed-out', reason: 'No answer within 30 s.' };

const events: { readonly [E in QueueEvent['kind']]: Extract<QueueEvent, { kind: E }> } = {
  claimed: { kind: 'claimed', claim, tried },
  answered: { kind: 'answered', text: 'OK', verdict: 'accepted' },
  readAgain: { kind: 'readAgain', verdict: 'accepted' },
  keyRefused: { kind: 'keyRefused', trouble },
  rejected: { kind: 'rejected', trouble },
  notForwarded: { kind: 'notForwarded', trouble, delayMs: 4_000 },
  stillRunning: { kind: 'stillRunning', trouble, delayMs: 4_000 },
  answerLost: { kind: 'answerLost', trouble, delayMs: 4_000 },
  nobodyKnows: { kind: 'nobodyKnows', trouble },
  ownerGone: { kind: 'ownerGone' },
  notNow: { kind: 'notNow' },
  cancelled: { kind: 'cancelled', operator: 'u17' },
  printNow: { kind: 'printNow', operator: 'u17' },
  saidDone: { kind: 'saidDone', operator: 'u17' },
  unsaid: { kind: 'unsaid', operator: 'u17' },
  undoEnded: { kind: 'undoEnded' },
  ruledDone: { kind: 'ruledDone', operator: 'u17', reason: 'rule' },
  saidNotDone: { kind: 'saidNotDone', operator: 'u17' },
  ruledKeyRefused: { kind: 'ruledKeyRefused', operator: 'u17' },
  discarded: { kind: 'discarded', operator: 'u17', reason: ' label is gone ' },
  handedOver: { kind: 'handedOver', operator: 'u17', id: 'hand-over-1' },
  takenBack: { kind: 'takenBack', operator: 'u17' },
  heard: { kind: 'heard', stands: { is: 'done', version: 1, by: 'Ada', why: 'seen' } },
};

/** Every legal step, written by hand from docs/adr/2026-11-21-doubt-ends-with-the-ledger.md; what is not here must be refused. */
const legal: readonly [from: State, event: QueueEvent['kind'], write: State, print: State][] = [
  ['waiting', 'claimed', 'sending', 'sending'],
  ['waiting', 'cancelled', 'cancelled', 'cancelled'],
  ['waiting', 'notNow', 'asking', 'asking'],
  ['asking', 'printNow', 'waiting', 'waiting'],
  ['asking', 'cancelled', 'cancelled', 'cancelled'],
  ['asking', 'handedOver', 'handed-over', 'handed-over'],
  ['sending', 'answered', 'answered', 'answered'],
  ['sending', 'keyRefused', 'waiting', 'asking'],
  ['sending', 'rejected', 'held', 'held'],
  ['sending', 'notForwarded', 'waiting', 'asking'],
  ['sending', 'stillRunning', 'waiting', 'waiting'],
  ['sending', 'answerLost', 'waiting', 'unconfirmed'],
  ['sending', 'nobodyKnows', 'unconfirmed', 'unconfirmed'],
  ['sending', 'ownerGone', 'waiting', 'unconfirmed'],
  ['unconfirmed', 'saidDone', 'answered', 'answered'],
  ['unconfirmed', 'ruledDone', 'answered', 'answered'],
  ['unconfirmed', 'saidNotDone', 'waiting', 'waiting'],
  ['unconfirmed', 'discarded', 'discarded', 'discarded'],
  ['held', 'discarded', 'discarded', 'discarded'],
  ['sending', 'heard', 'answered', 'answered'],
  ['unconfirmed', 'heard', 'answered', 'answered'],
  ['waiting', 'handedOver', 'handed-over', 'handed-over'],
  ['unconfirmed', 'handedOver', 'handed-over', 'handed-over'],
  ['held', 'handedOver', 'handed-over', 'handed-over'],
  ['handed-over', 'takenBack', 'waiting', 'asking'],
];

const states: readonly State[] = [...openStates, ...endedStates];
const kinds = Object.keys(events) as QueueEvent['kind'][];
const illegal = states.flatMap((from) =>
  kinds
    .filter((kind) => !legal.some((step) => step[0] === from && step[1] === kind))
    .map((kind) => [from, kind] as const),
);

describe('every state and every event', () => {
  test.each(legal)('%s + %s → %s (a print: %s)', (from, kind, write, ofPrint) => {
    expect(transition(queued(from), events[kind], NOW).state).toBe(write);
    expect(transition(queued(from, print), events[kind], NOW).state).toBe(ofPrint);
  });

  test.each(illegal)('%s + %s is no step', (from, kind) => {
    expect(() => transition(queued(from), events[kind], NOW)).toThrow(IllegalStep);
    expect(() => transition(queued(from), events[kind], NOW)).toThrow(`a call that is ${from} cannot be ${kind}`);
  });

  test('are 207 pairs together', () => {
    expect(legal.length + illegal.length).toBe(9 * 23);
  });

  test.each(legal)('%s + %s leaves what the call is: order, identity, operation, parameters', (from, kind) => {
    const before = queued(from);
    const { seq, callId, operation, parameters, lane, operator, scans, enqueuedAt } = transition(
      before,
      events[kind],
      NOW,
    );
    expect({ ...before, seq, callId, operation, parameters, lane, operator, scans, enqueuedAt }).toEqual(before);
  });
});

describe('the promises', () => {
  test.each(endedStates)(
    'a call that is %s can never be sent again, nor changed, but by taking it back, or by a rule that reads its answer later',
    (state) => {
      for (const kind of kinds.filter((one) => state !== 'handed-over' || one !== 'takenBack'))
        expect(() => transition(queued(state), events[kind], NOW)).toThrow(IllegalStep);
      expect(isOpen(state)).toBe(false);
    },
  );

  test.each(openStates.filter((state) => state !== 'waiting'))('a call that is %s cannot be claimed', (state) => {
    expect(() => transition(queued(state), events.claimed, NOW)).toThrow(IllegalStep);
    expect(isOpen(state)).toBe(true);
  });

  test.each(['answerLost', 'ownerGone', 'nobodyKnows'] as const)(
    'a print is never repeated by itself after %s: a second label needs a person',
    (kind) => {
      const after = transition(queued('sending', print), events[kind], NOW);
      expect(after.state).toBe('unconfirmed');
      expect(() => transition(after, events.claimed, NOW)).toThrow(IllegalStep);
    },
  );

  test.each(['notForwarded', 'keyRefused'] as const)(
    'a print that has not run (%s) is put to a person, and goes only when one says so',
    (kind) => {
      const after = transition(queued('sending', print), events[kind], NOW);
      expect(after).toMatchObject({ state: 'asking', inDoubt: false, trouble });
      expect(transition(after, events.printNow, NOW)).toMatchObject({ state: 'waiting', notBefore: 0 });
    },
  );

  test('a print that may have run is never put to a person as one that has not: its key is asked about', () => {
    const running = transition(queued('sending', print), events.stillRunning, NOW);
    expect(running).toMatchObject({ state: 'waiting', inDoubt: true });
    expect(() => transition(running, events.notNow, NOW)).toThrow(IllegalStep);
    const busy = transition(transition(running, events.claimed, NOW), events.notForwarded, NOW);
    expect(busy).toMatchObject({ state: 'waiting', inDoubt: true });
  });

  test('a lost answer is asked for again under the same key', () => {
    const before = queued('sending');
    const after = transition(before, events.answerLost, NOW);
    expect(idempotencyKey(after)).toBe(idempotencyKey(before));
    expect(after).toMatchObject({ inDoubt: true, tries: 1, tried, notBefore: NOW + 4_000, trouble });
    const again = transition(after, { ...events.claimed, tried: { epoch: 'e-2', at: 9 } }, NOW);
    // still when it was first tried, and when last before this one
    expect(again).toMatchObject({ state: 'sending', tries: 2, tried: { ...tried, told: 9 } });
    const third = transition(transition(again, events.answerLost, NOW), events.claimed, NOW);
    expect(third.tried).toEqual({ ...tried, last: 9, told: 5 });
  });

  test('a call that may have run cannot be cancelled', () => {
    const inDoubt = transition(queued('sending'), events.answerLost, NOW);
    expect(() => transition(inDoubt, events.cancelled, NOW)).toThrow(IllegalStep);
  });

  test('a later try that was not forwarded does not undo the doubt about an earlier one', () => {
    const inDoubt = transition(queued('sending'), events.answerLost, NOW);
    const refused = transition(transition(inDoubt, events.claimed, NOW), events.notForwarded, NOW);
    expect(refused).toMatchObject({ state: 'waiting', inDoubt: true });
    expect(() => transition(refused, events.cancelled, NOW)).toThrow(IllegalStep);
  });

  test('a call whose only try was not forwarded can be cancelled', () => {
    const back = transition(queued('sending'), events.notForwarded, NOW);
    expect(back).toMatchObject({ state: 'waiting', inDoubt: false, notBefore: NOW + 4_000, trouble });
    expect(transition(back, events.cancelled, NOW)).toMatchObject({
      state: 'cancelled',
      endedBy: { operator: 'u17', reason: '' },
    });
  });

  test.each([
    ['keyRefused', 'sending'],
    ['saidNotDone', 'unconfirmed'],
  ] as const)('%s makes a new generation: a new key, no tries, due at once', (kind, from) => {
    const after = transition(queued(from, { tries: 4, inDoubt: true, tried, notBefore: NOW * 2 }), events[kind], NOW);
    expect(after).toMatchObject({ state: 'waiting', generation: 2, tries: 0, inDoubt: false, notBefore: 0, seq: 7 });
    expect(after.tried).toBeUndefined();
    expect(idempotencyKey(after)).toBe('call-7.g2');
  });

  describe('an answer that no rule knew, and that a rule now knows', () => {
    const ended = { result: { text: 'ERR?', verdict: 'unclassified' }, changedAt: NOW - 9 } as const;

    test.each(['accepted', 'refused'] as const)('is read as %s, at the time at which it came', (verdict) => {
      const after = transition(queued('answered', ended), { kind: 'readAgain', verdict }, NOW);
      expect(after).toMatchObject({ state: 'answered', result: { text: 'ERR?', verdict }, changedAt: NOW - 9 });
    });

    test('has no label to hand over where the service refused it', () => {
      const labelled = queued('answered', { ...print, ...ended, label: { is: 'due' } });
      expect(transition(labelled, events.readAgain, NOW).label).toEqual({ is: 'due' });
      expect(transition(labelled, { kind: 'readAgain', verdict: 'refused' }, NOW).label).toBeUndefined();
    });

    test.each(['accepted', 'refused', 'key-refused', 'by-person', 'by-rule'] as const)(
      'is read no other way where it was %s',
      (verdict) => {
        const call = queued('answered', { result: { text: 'ERR?', verdict } });
        expect(() => transition(call, events.readAgain, NOW)).toThrow(IllegalStep);
      },
    );
  });

  describe('an answer that no rule knew, and that a rule now knows for a refused key', () => {
    const ended = { result: { text: 'ERR: key', verdict: 'unclassified' }, tries: 2, tried } as const;

    test('sends the call anew under a new key, and is forgotten as its answer', () => {
      const after = transition(queued('answered', ended), events.ruledKeyRefused, NOW);
      expect(after).toMatchObject({ state: 'waiting', generation: 2, tries: 0, inDoubt: false, notBefore: 0, seq: 7 });
      expect(after.result).toBeUndefined();
      expect(idempotencyKey(after)).toBe('call-7.g2');
    });

    test('asks a person first where it is a print', () => {
      const after = transition(queued('answered', { ...print, ...ended }), events.ruledKeyRefused, NOW);
      expect(after).toMatchObject({ state: 'asking', generation: 2 });
    });

    test.each(['accepted', 'refused', 'key-refused', 'by-person', 'by-rule'] as const)(
      'is none where it was %s: nothing that a rule or a person has read is sent again',
      (verdict) => {
        const call = queued('answered', { result: { text: 'ERR: key', verdict } });
        expect(() => transition(call, events.ruledKeyRefused, NOW)).toThrow(IllegalStep);
      },
    );
  });

  test('the key of the first generation is the call’s own id', () => {
    expect(idempotencyKey({ callId: 'call-7', generation: 1 })).toBe('call-7');
    expect(idempotencyKey({ callId: 'call-7', generation: 12 })).toBe('call-7.g12');
  });

  test('nothing is shown as accepted without an answer that was stored', () => {
    expect(transition(queued('sending'), events.answered, NOW).result).toEqual({ text: 'OK', verdict: 'accepted' });
    const nil: QueueEvent = { kind: 'answered', text: null, verdict: 'unclassified' };
    expect(transition(queued('sending'), nil, NOW).result).toEqual({ text: null, verdict: 'unclassified' });
    expect(transition(queued('unconfirmed'), events.saidDone, NOW)).toMatchObject({
      result: { verdict: 'by-person' },
      endedBy: { operator: 'u17' },
    });
  });

  test('that a call was done can be taken back: it is unconfirmed as it was, with its trouble, under the same key', () => {
    const before = queued('unconfirmed', { trouble, tried, inDoubt: true });
    const done = transition(before, events.saidDone, NOW);
    expect(done).toMatchObject({ state: 'answered', undo: { until: NOW + 10_000 } });
    const back = transition(done, events.unsaid, NOW + 9_999);
    expect(back).toEqual({ ...before, changedAt: NOW + 9_999 });
    expect(idempotencyKey(back)).toBe(idempotencyKey(before));
  });

  test('once it stands that a call was done it cannot be taken back, and the time of the word stays', () => {
    const done = transition(queued('unconfirmed', { trouble }), events.saidDone, NOW);
    const stands = transition(done, events.undoEnded, NOW + 10_000);
    expect(stands).toMatchObject({ state: 'answered', result: { verdict: 'by-person' }, changedAt: NOW });
    expect(() => transition(stands, events.unsaid, NOW + 10_000)).toThrow(IllegalStep);
    expect(() => transition(stands, events.undoEnded, NOW + 10_000)).toThrow(IllegalStep);
  });

  test.each(['ruledDone', 'discarded'] as const)('%s has no way back', (kind) => {
    expect(() => transition(transition(queued('unconfirmed'), events[kind], NOW), events.unsaid, NOW)).toThrow(
      IllegalStep,
    );
  });

  test.each([
    ['waiting', { inDoubt: true, tries: 2, tried, trouble, notBefore: 9 }],
    ['waiting', {}],
    ['unconfirmed', { trouble, tried }],
    ['held', { trouble }],
  ] as const)(
    'a call that was %s is the same again once it is taken back: key, doubt, tries, trouble',
    (state, change) => {
      const before = queued(state, change);
      const away = transition(before, events.handedOver, NOW);
      expect(idempotencyKey(away)).toBe(idempotencyKey(before));
      expect(away).toMatchObject({ state: 'handed-over', inDoubt: before.inDoubt, passed: ['hand-over-1'] });
      const back = transition(away, events.takenBack, NOW);
      expect(back).toEqual({ ...before, changedAt: NOW, passed: ['hand-over-1'] });
    },
  );

  test('a call remembers every hand-over, so that an old document cannot bring it back', () => {
    const once = transition(transition(queued('held'), events.handedOver, NOW), events.takenBack, NOW);
    const twice = transition(once, { ...events.handedOver, id: 'hand-over-2' }, NOW);
    expect(twice.passed).toEqual(['hand-over-1', 'hand-over-2']);
    expect(twice.handedOver?.id).toBe('hand-over-2');
  });

  test.each(['', '   ', '\t\n'])('a call is not discarded for the reason %j', (reason) => {
    expect(() => transition(queued('held'), { kind: 'discarded', operator: 'u17', reason }, NOW)).toThrow(
      'needs a reason',
    );
  });

  test('a discarded call says who and why', () => {
    expect(transition(queued('held'), events.discarded, NOW).endedBy).toEqual({
      operator: 'u17',
      reason: 'label is gone',
    });
  });

  test.each(legal)('%s + %s: the claim ends with the sending, and an old trouble with its state', (from, kind, to) => {
    const after = transition(queued(from, { trouble: { code: 'old', reason: 'Old.' } }), events[kind], NOW);
    expect(after.claim).toEqual(to === 'sending' ? claim : undefined);
    expect(after.trouble?.code).not.toBe('old');
    expect(after.changedAt).toBe(NOW);
  });
});

describe('a word of the ledger about a call', () => {
  const said = { result: { verdict: 'by-person' }, endedBy: { operator: 'u17', reason: '' } } as const;
  const word = (is: CallStands['is'], version = 1): Extract<QueueEvent, { kind: 'heard' }> => ({
    kind: 'heard',
    stands: { is, version, by: 'Ada', why: 'seen on the shelf' },
    generation: 1,
  });

  test.each(['sending', 'unconfirmed'] as const)(
    'that it was done, or given up, ends one that is %s, in the name of who said so',
    (from) => {
      const endedBy = { operator: 'Ada', reason: 'seen on the shelf' };
      const done = transition(queued(from, { trouble }), word('done'), NOW);
      expect(done).toMatchObject({ state: 'answered', result: { verdict: 'by-person' }, endedBy, version: 1 });
      expect(transition(queued(from), word('discarded'), NOW)).toMatchObject({ state: 'discarded', endedBy });
    },
  );

  test('that it was not done leaves it to a person here, and says who said so', () => {
    const after = transition(queued('unconfirmed', { trouble }), word('not-done'), NOW);
    expect(after).toMatchObject({ state: 'unconfirmed', version: 1 });
    expect(after.trouble).toEqual({ code: 'said-not-done', reason: 'Ada said that it was not done.' });
  });

  test.each(['answered', 'running'] as const)(
    'that it is %s has it ask under its key, whatever a person said here',
    (is) => {
      for (const before of [queued('unconfirmed'), queued('answered', said), queued('waiting', { generation: 2 })]) {
        const after = transition(before, word(is), NOW);
        expect(after).toMatchObject({ state: 'waiting', generation: 1, inDoubt: true, notBefore: NOW });
        expect([after.result, after.endedBy]).toEqual([undefined, undefined]);
      }
    },
  );

  test('that it was sent again from elsewhere has it ask under the next key; a print asks a person', () => {
    const after = transition(queued('answered', said), word('sent-again'), NOW);
    expect(after).toMatchObject({ state: 'waiting', generation: 2, inDoubt: true });
    const label = transition(queued('answered', { ...print, ...said }), word('sent-again'), NOW);
    expect(label).toMatchObject({ state: 'unconfirmed', generation: 2 });
    expect(label.result).toBeUndefined();
  });

  test('about its last key takes back that it is sent again, as long as that has not left', () => {
    const waits = queued('waiting', { generation: 2 });
    expect(transition(waits, word('done'), NOW)).toMatchObject({ state: 'answered', generation: 1 });
    expect(transition(waits, word('not-done'), NOW)).toMatchObject({ state: 'unconfirmed', generation: 1, version: 1 });
  });

  test('takes the place of no answer of the service, and of no word that can be taken back', () => {
    const answered = queued('answered', { result: { text: null, verdict: 'accepted' } });
    const undoable = queued('answered', { ...said, undo: { until: NOW + 1 } });
    for (const before of [answered, undoable]) expect(() => transition(before, word('done'), NOW)).toThrow(IllegalStep);
  });

  test('is forgotten with its key', () => {
    const after = transition(queued('unconfirmed', { version: 1 }), events.saidNotDone, NOW);
    expect(after.version).toBeUndefined();
  });
});
