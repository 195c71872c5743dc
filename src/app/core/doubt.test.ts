import { describe, expect, test } from 'vitest';
import type { NoAnswerCause, Outcome } from '#contract/outcome.ts';
import { eventOf } from '#outbox/drainer.ts';
import { type QueuedCall, endedStates, isOpen, openStates } from '#outbox/state/queuedCall.ts';
import { transition } from '#outbox/state/transition.ts';
import { IllegalStep, type QueueEvent } from '#outbox/state/queueEvent.ts';
import { callThatIs as call, claim, print, tried } from '#outbox/testing/callRig.ts';
import { classify } from '#wire/classify.ts';
import { defaultNames } from '#wire/names.ts';
import { type ProblemCode, NOT_DISPATCHED, problems, makeProblem } from '#wire/problem.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

const ports = { judge: () => 'accepted' as const, random: () => 0 };

/** Reads a reply as the handheld reads it. */
function outcomeOf(status: number, contentType: string, body: string): Outcome {
  return classify({ status, contentType, body: new TextEncoder().encode(body) }, defaultNames, REVERT_OFF);
}

function problem(code: ProblemCode, more: object = {}, status: number = problems[code].status): Outcome {
  return outcomeOf(
    status,
    'application/problem+json',
    JSON.stringify({ ...makeProblem(code, 'Why.', status), ...more }),
  );
}

const settle = (queued: QueuedCall, outcome: Outcome): QueuedCall =>
  transition(queued, eventOf(ports, queued, outcome), 1_000);

const codes = Object.keys(problems) as ProblemCode[];
const unasked: readonly [what: string, outcome: Outcome][] = [
  ...[400, 403, 404, 405, 408, 411, 413, 415, 421, 431].map((status): [string, Outcome] => [
    `a refusal ${status} without the ledger`,
    problem('refused', {}, status),
  ]),
  ...codes.map((code): [string, Outcome] => [`${code}, the ledger not asked`, problem(code)]),
  ['a proxy’s own 400', outcomeOf(400, 'text/html', '<html>Bad Request</html>')],
  ['a proxy’s own 408', outcomeOf(408, '', '')],
  ['a proxy’s own 431', outcomeOf(431, 'text/plain', 'Request header fields too large')],
  ['nothing', { kind: 'no-answer', cause: 'no-reply', reason: 'Why.' }],
];

describe('a doubt is not lost', () => {
  test.each([
    ...unasked,
    ...codes.map((code): [string, Outcome] => [`${code}, the ledger asked`, problem(code, { ledger: NOT_DISPATCHED })]),
  ])('%s: a call that may have run is never shown as not done', (_, outcome) => {
    for (const operation of [{}, print]) {
      const { state, inDoubt } = settle(call('sending', { ...operation, inDoubt: true, tries: 2 }), outcome);
      expect(['waiting', 'unconfirmed']).toContain(state);
      expect(inDoubt).toBe(true);
    }
  });

  test('the service’s own word about this key is the proof that ends it', () => {
    const rejected = outcomeOf(500, 'text/plain; charset=utf-8', 'RevertOff Web Service method name is not valid.\r\n');
    expect(settle(call('sending', { inDoubt: true }), rejected).state).toBe('held');
  });

  test.each(unasked)('%s: a copy that the browser sent before may have run, so nobody can cancel it', (_, outcome) => {
    for (const operation of [{}, print]) {
      const after = settle(call('sending', operation), outcome);
      const isOurs = outcome.kind === 'unknown' && outcome.code === 'key-reuse'; // a fault of ours: shown, not cancelled
      const open = after.state === 'waiting' && after.inDoubt ? 'unconfirmed' : after.state;
      expect(open).toBe(isOurs ? 'held' : 'unconfirmed');
      expect(() => transition(after, { kind: 'cancelled', operator: 'u17' }, 1)).toThrow(IllegalStep);
    }
  });

  test('a refusal behind the ledger is final for a call without doubt, and what was not forwarded can be cancelled', () => {
    const asked = { ledger: NOT_DISPATCHED };
    expect(settle(call('sending'), problem('refused', asked)).state).toBe('held');
    expect(settle(call('sending'), problem('not-forwarded', asked))).toMatchObject({
      state: 'waiting',
      inDoubt: false,
    });
    expect(settle(call('sending'), problem('busy', asked))).toMatchObject({ state: 'waiting', inDoubt: false });
  });
});

describe('there is a way out', () => {
  const person = { operator: 'u17' };
  const decisions: readonly QueueEvent[] = [
    { kind: 'cancelled', ...person },
    { kind: 'saidDone', ...person },
    { kind: 'discarded', ...person, reason: 'gone' },
  ];
  const ends = (queued: QueuedCall): boolean =>
    decisions.some((event) => {
      try {
        return !isOpen(transition(queued, event, 1).state);
      } catch {
        return false;
      }
    });

  const replies: readonly [what: string, outcome: Outcome][] = [
    ['too large', { kind: 'no-answer', cause: 'too-large', reason: 'Why.' }],
    ['not the service’s', { kind: 'no-answer', cause: 'foreign', reason: 'Why.' }],
    ['malformed', { kind: 'no-answer', cause: 'malformed', reason: 'Why.' }],
    ['a status', { kind: 'no-answer', cause: 'status', reason: 'Why.' }],
  ];

  test.each(replies)('from every state and flag where each reply is the same again: %s', (_, outcome) => {
    for (const state of openStates)
      for (const operation of [{}, print])
        for (const inDoubt of state === 'asking' ? [false] : [false, true]) {
          let queued = call(state, { ...operation, inDoubt });
          for (let turn = 0; turn < 20 && !ends(queued); turn += 1) {
            if (queued.state === 'waiting') queued = transition(queued, { kind: 'claimed', claim, tried }, 1);
            queued = settle(queued, outcome);
          }
          expect(ends(queued), `${state} ${JSON.stringify(operation)} ${inDoubt}`).toBe(true);
        }
    expect(endedStates).not.toContain('waiting');
  });

  const lost = (cause: NoAnswerCause): Outcome => ({ kind: 'no-answer', cause, reason: 'Why.' });
  const causes: Readonly<Record<NoAnswerCause, true>> = {
    'no-reply': true,
    'timed-out': true,
    'cut-off': true,
    'too-large': true,
    redirected: true,
    status: true,
    'not-xml': true,
    malformed: true,
    foreign: true,
  };
  const all = Object.keys(causes) as NoAnswerCause[];

  /** The same answer, or none, again and again; hello finds the gateway or not. */
  const afterTurns = (
    turns: number,
    outcomeAt: (turn: number) => Outcome,
    isThere: boolean,
    change = {},
  ): QueuedCall => {
    let queued = call('waiting', { inDoubt: true, ...change });
    for (let turn = 0; turn < turns && queued.state === 'waiting'; turn += 1) {
      queued = transition(queued, { kind: 'claimed', claim, tried }, 1);
      const event = eventOf(ports, queued, outcomeAt(turn));
      queued = transition(queued, event.kind === 'answerLost' ? { ...event, isThere } : event, 1);
    }
    return queued;
  };

  test.each(all)('%s: lost each time while hello finds the gateway, a person decides in the end', (cause) => {
    expect(afterTurns(7, () => lost(cause), true).state).toBe('waiting');
    const queued = afterTurns(8, () => lost(cause), true);
    expect(queued).toMatchObject({ state: 'unconfirmed', callId: 'call-7', generation: 1, inDoubt: true });
    expect(ends(queued)).toBe(true);
  });

  test('lost in whatever ways, one after the other, is the same', () => {
    expect(afterTurns(8, (turn) => lost(all[turn % all.length] ?? 'status'), true).state).toBe('unconfirmed');
  });

  test('a network that is down never counts towards it, nor does a call that the ledger has under way', () => {
    expect(afterTurns(50, () => lost('no-reply'), false)).toMatchObject({ state: 'waiting', inDoubt: true });
    expect(afterTurns(50, () => problem('in-progress'), true)).toMatchObject({ state: 'waiting', inDoubt: true });
    const between = (turn: number): Outcome => (turn % 8 === 7 ? problem('in-progress') : lost('timed-out'));
    expect(afterTurns(50, between, true)).toMatchObject({ state: 'waiting', inDoubt: true });
  });
});
