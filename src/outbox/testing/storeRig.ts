import { type Call, makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { type Connection, connect } from '#outbox/store/database.ts';
import { type Store, createStore } from '#outbox/store/store.ts';
import { type Looks, createLooks } from '#outbox/store/looks.ts';
import { type DecisionExchange, createDecisionExchange } from '#outbox/store/decisionExchange.ts';

export const RIG_TIME = 1_700_000_000_000;
export const tried = { epoch: 'e-1', at: 1 };
export const trouble = { code: 'test', reason: 'Test.' };

/** An answer that comes back, and the event that it is. */
export const OK: Outcome = { kind: 'answered', text: 'OK' };
export const ACCEPTED = { kind: 'answered', text: 'OK', verdict: 'accepted' } as const;
export const LOST: Outcome = { kind: 'no-answer', cause: 'timed-out', reason: 'No answer within 30 s.' };
export const AWAY = { kind: 'not-forwarded', reason: 'The call did not reach the service.' } as const;
export const REJECTED: Outcome = { kind: 'rejected', reason: 'The service cannot take it.' };
export const UNKNOWN: Outcome = { kind: 'unknown', code: 'outcome-unknown', reason: 'Nobody knows.' };

let names = 0;
export const freshName = (): string => `database-${(names += 1)}`;
export const freshConnection = (): Connection => connect(freshName());
/** A new store, with what tells of its decisions and takes looks back. */
export function freshStore(): Store & DecisionExchange & Looks {
  const connection = freshConnection();
  return { ...createStore(connection), ...createDecisionExchange(connection), ...createLooks(connection) };
}

/** A connection that does everything twice, as after an UnknownError at a commit that had succeeded. */
export function twice(connection: Connection): Connection {
  return {
    ...connection,
    async run(use) {
      await connection.run(use);
      return connection.run(use);
    },
  };
}

/** A write in the lane of that delivery. */
export function revertOffCall(deliveryCode: string, storeCode = 'S-07'): Call {
  return makeCall('RevertOff', { deliveryCode, storeCode, userID: 'u17' });
}

/** Saves a call under that id. */
export function saveAs(callId: string, call: Call, store: Store, now = RIG_TIME): Promise<QueuedCall> {
  return store.enqueue({ call, callId, operator: 'u17', scans: [], behind: 'any' }, now);
}

/** Claims the next call. @throws Error where none is due */
export async function claimAs(token: string, store: Store, now = RIG_TIME): Promise<QueuedCall> {
  const claimed = await store.claimNext({ owner: 'page-1', token, tried }, now);
  if (!claimed || !('queued' in claimed)) throw new Error('nothing was claimed');
  return claimed.queued;
}
