import { expect, test } from 'vitest';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { unknownSite } from '#site/site.ts';
import { reasonFor, byReason } from './QueueParts.tsx';

const site = unknownSite;

function refused(seq: number, delivery: string, shelf: string, text: string | null): QueuedCall {
  const parameters = [
    ['deliveryCode', delivery],
    ['storeCode', shelf],
    ['userID', '7'],
  ] as const;
  return {
    seq,
    operation: 'RevertOff',
    scans: [],
    parameters,
    state: 'answered',
    result: { verdict: 'refused', text },
  } as unknown as QueuedCall;
}

test.each([
  ['ERR: shelf S-99-Z is unknown', 'ERR: shelf … is unknown'],
  ['ERR: D-1001 is not off shelf S-99-Z', 'ERR: … is not off shelf …'],
  ['ERR: 7 days over', 'ERR: 7 days over'], // one letter is no code
  [null, ''],
])('the reason of %s is %s', (text, reason) => {
  expect(reasonFor(site, refused(1, 'D-1001', 'S-99-Z', text)).reason).toBe(reason);
});

test('a code that begins as another one does is taken out whole', () => {
  expect(reasonFor(site, refused(1, 'D-10', 'D-1012', 'D-1012 is not D-10')).reason).toBe('… is not …');
});

test('refusals of one reason stand together', () => {
  const calls = [
    refused(3, 'D-3', 'S-3', 'ERR: D-3 is unknown'),
    refused(2, 'D-2', 'S-2', 'ERR: shelf S-2 is full'),
    refused(1, 'D-1', 'S-1', 'ERR: D-1 is unknown'),
  ];
  const found = byReason(site, calls).map((group) => [group.reason, group.calls.map(({ seq }) => seq)]);
  expect(found).toEqual([
    ['ERR: … is unknown', [3, 1]],
    ['ERR: shelf … is full', [2]],
  ]);
});

test('calls that wait stand together by why they wait, and none is said where there is nothing to say', () => {
  const waiting = (seq: number, code?: string): QueuedCall =>
    ({
      seq,
      scans: [],
      parameters: [],
      state: 'waiting',
      ...(code !== undefined && { trouble: { code, reason: 'the same in English' } }),
    }) as unknown as QueuedCall;
  const groups = byReason(site, [waiting(3), waiting(2, 'timed-out'), waiting(1)]);
  expect(groups.map(({ mark, reason, calls }) => [mark.word, reason, calls.map(({ seq }) => seq)])).toEqual([
    ['Waiting', '', [3, 1]],
    ['Waiting', expect.stringMatching(/./), [2]],
  ]);
});

test('refusals that the site has words for stand together by those, whatever else the service said', () => {
  const says = { en: 'The delivery is unknown', zh: '运单不存在' };
  const answerRules = [
    { contains: 'is unknown', verdict: 'refused', says },
    { matches: '^ERR', verdict: 'refused' },
  ] as const;
  const calls = [
    refused(3, 'D-3', 'S-3', 'ERR: 17, D-3 is unknown'),
    refused(2, 'D-2', 'S-2', 'ERR: shelf S-2 is full'),
    refused(1, 'D-1', 'S-1', 'ERR: 18, D-1 is unknown'),
  ];
  const found = byReason({ answerRules }, calls).map(({ reason, isOfService }) => [reason, isOfService]);
  expect(found).toEqual([
    ['The delivery is unknown', false],
    ['ERR: shelf … is full', true],
  ]);
});
