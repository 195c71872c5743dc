import { describe, expect, test } from 'vitest';
import { eventOf } from '#outbox/drainer.ts';
import { NEVER_TOLD, type QueuedCall } from '#outbox/state/queuedCall.ts';
import { transition } from '#outbox/state/transition.ts';
import { callThatIs, claim } from '#outbox/testing/callRig.ts';

const told = { epoch: 'e-1', at: 100 };
/** The gateway's word before this try. */
const hello = { epoch: 'e-2', at: 900 };
const handedOver = { passed: ['hand-over-1'] };

const tryOf = (change: Partial<QueuedCall>) =>
  transition(callThatIs('waiting', change), { kind: 'claimed', claim, tried: hello }, 1).tried;

describe('what a try says of when its key was first tried, and last before it', () => {
  test.each<[string, Partial<QueuedCall>, object]>([
    ['of this handheld alone: now', { told }, { epoch: 'e-2', at: 900, last: undefined }],
    ['tried before: then', { told, tried: { epoch: 'e-1', at: 300, told: 400 } }, { epoch: 'e-1', at: 300, last: 400 }],
    ['that came by a hand-over: since it was saved, up to now', { told, ...handedOver }, { ...told, last: 900 }],
    [
      'that came by a hand-over and was tried: the same, as another may have tried it before',
      { told, ...handedOver, tried: { epoch: 'e-1', at: 300, told: 400 } },
      { ...told, last: 900 },
    ],
    [
      'of a hand-over of an older Scanline, tried: since then, up to now',
      { ...handedOver, tried: { epoch: 'e-1', at: 300, told: 400 } },
      { epoch: 'e-1', at: 300, last: 900 },
    ],
    ['of a hand-over of an older Scanline, untried: it cannot be said', handedOver, { ...NEVER_TOLD, last: 900 }],
    ['of a copied storage: since it was saved, up to now', { told, copied: true }, { ...told, last: 900 }],
  ])('a call %s', (_, change, says) => {
    expect(tryOf(change)).toEqual({ ...says, told: 900 });
  });

  test.each([{ copied: true }, handedOver])(
    'a call of which a copy may be (%j) that a person has sent anew: since that was said, as the copy gives it the same key',
    (copy) => {
      const said = { kind: 'saidNotDone', operator: 'u17', told } as const;
      const anew = transition(callThatIs('unconfirmed', { ...copy, told: { epoch: 'e-0', at: 1 } }), said, 1);
      expect(tryOf(anew)).toMatchObject({ ...told, last: 900 });
    },
  );
});

test('a call that the ledger cannot know any more is said to be another handheld’s only where one may have it', () => {
  const expired = { kind: 'unknown', code: 'key-expired', reason: 'Why.' } as const;
  const codeOf = (change: Partial<QueuedCall>): unknown =>
    eventOf({ judge: () => 'accepted', random: () => 0 }, callThatIs('sending', change), expired);
  expect(codeOf(handedOver)).toMatchObject({ kind: 'nobodyKnows', trouble: { code: 'copied' } });
  expect(codeOf({})).toMatchObject({ kind: 'nobodyKnows', trouble: { code: 'key-expired' } });
});
