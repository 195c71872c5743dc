import { expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { ReadBack } from '#site/readBack.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { readBefore } from './readBefore.ts';

const shelf: ReadBack = {
  operation: 'RevertOff',
  read: 'GetSelfDetailList',
  parameters: { selfID: { parameter: 'storeCode' } },
  before: true,
};
const call = makeCall('RevertOff', { deliveryCode: 'D-1', storeCode: 'S-07', userID: '7' });
const queued = { ...call, seq: 4, scans: [] } as unknown as QueuedCall;

async function reading(readBack: ReadBack, outcome: Outcome) {
  const read = vi.fn(() => Promise.resolve(outcome));
  const noteRead = vi.fn(() => Promise.resolve());
  vi.spyOn(Date, 'now').mockReturnValue(9);
  await readBefore(queued, { noteRead }, { readBacks: [readBack] }, read);
  return { read, noteRead };
}

test('what a write is about to change is asked, and kept with the call', async () => {
  const { read, noteRead } = await reading(shelf, { kind: 'answered', text: '[]' });
  const question = makeCall('GetSelfDetailList', { selfID: 'S-07' });
  expect(read).toHaveBeenCalledExactlyOnceWith(question);
  expect(noteRead).toHaveBeenCalledExactlyOnceWith(4, { when: 'before', question, text: '[]', at: 9 });
});

test('is not asked where the site does not want it', async () => {
  expect((await reading({ ...shelf, before: false }, { kind: 'answered', text: '[]' })).read).not.toHaveBeenCalled();
  expect(
    (await reading({ ...shelf, operation: 'CompleteBag' }, { kind: 'answered', text: '' })).read,
  ).not.toHaveBeenCalled();
});

test('no answer is asked for once, and nothing is kept', async () => {
  const { read, noteRead } = await reading(shelf, { kind: 'no-answer', cause: 'timed-out', reason: 'x' });
  expect(read).toHaveBeenCalledOnce();
  expect(noteRead).not.toHaveBeenCalled();
});
