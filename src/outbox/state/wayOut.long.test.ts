import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type QueuedCall, isOpen } from './queuedCall.ts';
import { MOST_LOST, transition } from './transition.ts';
import { IllegalStep, type QueueEvent } from './queueEvent.ts';
import { callThatIs, claim, tried } from '#outbox/testing/callRig.ts';

const NOW = 1_700_000_000_000;
const operator = 'u17';
const trouble = { code: 'timed-out', reason: 'No answer.' };
const later = { trouble, delayMs: 4_000 };

const claimed: QueueEvent = { kind: 'claimed', claim, tried };
/** Everything that leaves a call open, or may have it open again, each as it changes what the call remembers. */
const events: readonly QueueEvent[] = [
  claimed,
  { kind: 'answered', text: 'key?', verdict: 'unclassified' },
  { kind: 'ruledKeyRefused', operator },
  { kind: 'keyRefused', trouble },
  { kind: 'rejected', trouble },
  { kind: 'notForwarded', ...later },
  { kind: 'notForwarded', ...later, isUnasked: true },
  { kind: 'stillRunning', ...later },
  { kind: 'answerLost', ...later },
  { kind: 'answerLost', ...later, isThere: true },
  { kind: 'nobodyKnows', trouble },
  { kind: 'ownerGone' },
  { kind: 'notNow' },
  { kind: 'printNow', operator },
  { kind: 'saidNotDone', operator },
  { kind: 'handedOver', operator, id: 'document-1' },
  { kind: 'takenBack', operator },
];
/** The words of a person that end a call here. */
const ends: readonly QueueEvent[] = [
  { kind: 'cancelled', operator },
  { kind: 'saidDone', operator },
  { kind: 'discarded', operator, reason: 'gone' },
];

const saved = (operation: QueuedCall['operation']): QueuedCall => callThatIs('waiting', { operation });

/** The call after the event; `undefined` where that is no legal step. */
function after(call: QueuedCall, event: QueueEvent): QueuedCall | undefined {
  try {
    return transition(call, event, NOW);
  } catch (error) {
    if (error instanceof IllegalStep) return undefined;
    throw error;
  }
}

const mayEnd = (call: QueuedCall): boolean => ends.some((event) => after(call, event) !== undefined);

test('whatever has happened to a call, a gateway that only ever loses its answers brings it to where a person may end it', () => {
  const reached = new Set<string>();
  const anyStart = fc.constantFrom(saved('RevertOff'), saved('PrintCNOrder'));
  const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(anyStart, anyEvents, (start, happened) => {
      let call = happened.reduce((before, event) => after(before, event) ?? before, start);
      reached.add(`${call.state} ${call.inDoubt} ${call.alike?.times ?? 0} ${call.operation}`);
      for (let tries = 0; isOpen(call.state) && !mayEnd(call); tries += 1) {
        expect(tries, `${call.state}, in doubt: ${call.inDoubt}`).toBeLessThanOrEqual(MOST_LOST);
        const sent = call.state === 'sending' ? call : after(call, claimed);
        if (!sent) throw new Error(`nobody may end it, and nobody may send it: ${call.state}`);
        call = transition(sent, { kind: 'answerLost', ...later, isThere: true }, NOW);
      }
      // and one that is sent by nobody goes to another handheld, where this one has no network for good
      const unsent = call.state === 'sending' ? transition(call, { kind: 'ownerGone' }, NOW) : call;
      const isStuck = isOpen(unsent.state) && !after(unsent, { kind: 'handedOver', operator, id: 'document-2' });
      expect(isStuck, unsent.state).toBe(false);
    }),
    { numRuns: 20_000 },
  );
  expect(reached.size).toBeGreaterThan(20); // or it proved little
});
