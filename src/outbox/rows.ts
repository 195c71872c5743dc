import type { IDBPTransaction } from 'idb';
import { LONGEST_CALL_DELAY_MS } from '#outbox/backoff.ts';
import { type OutboxSchema, type Totals, noTotals } from '#outbox/database.ts';
import { type Attempt, type Claim, type QueuedCall, type State, idempotencyKey } from '#outbox/queuedCall.ts';

/** A strict transaction over everything that a step of a call changes. */
export type Writing = IDBPTransaction<OutboxSchema, ('calls' | 'attempts' | 'totals')[], 'readwrite'>;

export async function readTotals(tx: Writing): Promise<Totals> {
  return { ...noTotals, ...(await tx.objectStore('totals').get('calls')) };
}

/** The totals after one call went from a state, or from nowhere, to another. */
export function counted(totals: Totals, from: State | undefined, to: State): Totals {
  const after = { ...totals };
  if (from) after[from] -= 1;
  after[to] += 1;
  return after;
}

/**
 * A write that is asked for and not waited for: where it fails it aborts its transaction, whose end tells. So the commit
 * can be asked for in the same turn.
 */
export function quietly<T>(write: Promise<T>): Promise<T> {
  write.catch(() => undefined);
  return write;
}

/** The attempt's row as it is written with the claim. Its `id` is made by the database. */
export function openAttempt(
  call: QueuedCall,
  { owner, token }: Pick<Claim, 'owner' | 'token'>,
  startedAt: number,
): Attempt {
  const row: Omit<Attempt, 'id'> = {
    seq: call.seq,
    idempotencyKey: idempotencyKey(call),
    token,
    owner,
    startedAt,
    phase: 'claimed',
  };
  return row as Attempt;
}

/** Whether a waiting call may be tried now. A time further off than any back-off (a clock was set back) is none. */
export function isDue(call: QueuedCall, now: number, clearedAt: number): boolean {
  const isOff = call.notBefore > now && call.notBefore <= now + LONGEST_CALL_DELAY_MS;
  return !isOff || call.changedAt <= clearedAt;
}

export function inState(state: State): IDBKeyRange {
  return IDBKeyRange.bound([state, 0], [state, Number.MAX_SAFE_INTEGER]);
}

export function headsIn(state: State): IDBKeyRange {
  return IDBKeyRange.bound([1, state, 0], [1, state, Number.MAX_SAFE_INTEGER]);
}

export function inLane(lane: string): IDBKeyRange {
  return IDBKeyRange.bound([lane, 1, 0], [lane, 1, Number.MAX_SAFE_INTEGER]);
}
