import { type Lanes, laneOf } from '#contract/call.ts';
import type { Connection } from './database.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { write, step } from './rows.ts';
import { type Enqueued, addCall } from './store.ts';

/**
 * Takes a call back that waits, and saves another one in its place: both in one strict transaction, or neither.
 *
 * @param reason - stands with the one that was taken back; it gets the number of the other one.
 * @param now - Unix ms.
 * @returns the one that was saved.
 * @throws IllegalStep where the call does not wait any more, or may have been sent; AlreadyQueued where the other one is there.
 */
export async function swapCall(
  connection: Connection,
  lanes: Lanes,
  { seq, reason, ...saved }: Enqueued & { readonly seq: number; readonly reason: (by: number) => string },
  now: number,
): Promise<QueuedCall> {
  return write(connection, async (tx) => {
    const row = await tx.objectStore('calls').get(seq);
    if (!row) throw new RangeError(`there is no call ${seq}`);
    const { row: made, added } = await addCall(
      tx,
      { ...saved, again: false, behind: 'any' },
      laneOf(saved.call, lanes),
      now,
    );
    const by = await added;
    await step(tx, row, { kind: 'cancelled', operator: saved.operator, reason: reason(by) }, now);
    return { ...made, seq: by };
  });
}
