import { expect, test, vi } from 'vitest';
import type { OutboxView } from '#outbox/outboxPorts.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { createShown } from '#contract/listeners.ts';
import { takeBack } from './takeBack.ts';

type Row = Pick<QueuedCall, 'state' | 'inDoubt'>;

/** An outbox with one call. It is taken back only while it waits, and was surely not sent. */
function rig(row: Row) {
  let now = row;
  let revision = 1;
  const { view, subscribe, show } = createShown({ revision } as OutboxView);
  const change = (next: Row): void => {
    now = next;
    show({ ...view(), revision: (revision += 1) });
  };
  return {
    change,
    outbox: {
      view,
      subscribe,
      get: async () => now as QueuedCall,
      async decide() {
        if (now.state !== 'waiting' || now.inDoubt) throw new IllegalStep(now.state, 'cancelled');
        change({ state: 'cancelled', inDoubt: false });
        return now as QueuedCall;
      },
    },
  };
}

test('a call that waits is taken back at once', async () => {
  const onTried = vi.fn();
  const { outbox } = rig({ state: 'waiting', inDoubt: false });
  await expect(takeBack(outbox, 1, '7', onTried)).resolves.toMatchObject({ state: 'cancelled' });
  expect(onTried).not.toHaveBeenCalled();
});

test('a call that a tap before has taken back is taken back, and nothing is wrong', async () => {
  const { outbox } = rig({ state: 'cancelled', inDoubt: false });
  await expect(takeBack(outbox, 1, '7')).resolves.toMatchObject({ state: 'cancelled' });
});

test('a call that is just being tried is taken back once that has come to nothing, and it is told that it is tried', async () => {
  const onTried = vi.fn();
  const { outbox, change } = rig({ state: 'sending', inDoubt: false });
  const taken = takeBack(outbox, 1, '7', onTried);
  await expect.poll(() => onTried).toHaveBeenCalledOnce();
  change({ state: 'sending', inDoubt: false }); // another call has changed
  change({ state: 'waiting', inDoubt: false });
  await expect(taken).resolves.toMatchObject({ state: 'cancelled' });
  expect(onTried).toHaveBeenCalledOnce();
});

test.each([
  ['was answered', { state: 'answered', inDoubt: false }],
  ['may have been sent', { state: 'waiting', inDoubt: true }],
  ['nobody knows about', { state: 'unconfirmed', inDoubt: false }],
] as const)('a call that %s meanwhile is not taken back', async (_how, row) => {
  const { outbox, change } = rig({ state: 'sending', inDoubt: false });
  const taken = takeBack(outbox, 1, '7', () => change(row));
  await expect(taken).rejects.toThrow(IllegalStep);
});
