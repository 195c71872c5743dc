import { attempt } from '#contract/attempt.ts';
import type { IDBPTransaction } from 'idb';
import {
  type Connection,
  type OutboxDatabase,
  type OutboxSchema,
  type Refusals,
  type StoredCall,
  type Totals,
  noTotals,
} from './database.ts';
import type { State } from '#outbox/state/queuedCall.ts';

type StoreName = 'calls' | 'attempts' | 'totals' | 'kept';
export type Writing = IDBPTransaction<OutboxSchema, StoreName[], 'readwrite'>;

/** The stores that a step of a call writes. */
const STEP: readonly StoreName[] = ['calls', 'attempts', 'totals'];
/** The stores that a new call writes: no attempt yet, and what is kept along with the rows. Each store costs a scan time. */
export const NEW_CALL: readonly StoreName[] = ['calls', 'totals', 'kept'];
/** On disk before anything is said or sent. Source: Indexed Database API 3.0, IDBTransactionDurability. */
const STRICT = { durability: 'strict' } as const;

/** Runs `work` in one strict transaction; it is on disk when the promise resolves, and wholly absent where it rejects. */
export function write<T>(connection: Connection, work: (tx: Writing) => Promise<T>, stores = STEP): Promise<T> {
  return connection.run((database) => end(database.transaction([...stores], 'readwrite', STRICT), work));
}

async function end<T>(tx: Writing, work: (tx: Writing) => Promise<T>): Promise<T> {
  const done = tx.done;
  done.catch(() => undefined); // reported below; without this a failed `work` leaves it unhandled
  try {
    const result = await work(tx);
    // Now: by itself the transaction would first wait for the result of its last request. Where it is committing, or has
    // ended, already, `done` tells.
    attempt(() => tx.commit());
    await done;
    return result;
  } catch (error) {
    attempt(() => tx.abort()); // unless it has ended already
    throw tx.error ?? error;
  }
}

/** The totals after one call went from a state, or from nowhere, to another. */
export function counted(totals: Totals, from: State | undefined, to: State): Totals {
  const after = { ...totals };
  if (from) after[from] -= 1;
  after[to] += 1;
  return after;
}

export async function readTotals(tx: Writing): Promise<Totals> {
  return { ...noTotals, ...(await tx.objectStore('totals').get('calls')) };
}

export function unseenIn(row: Totals | Refusals | undefined): Required<Refusals> {
  return { unclear: [], ...(row && 'unseen' in row ? row : { unseen: [] }) };
}

/**
 * A write that is asked for and not waited for: where it fails it aborts its transaction, whose end tells. So the commit
 * can be asked for in the same turn.
 */
export function quietly<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => undefined);
  return asked;
}

export function inState(state: State): IDBKeyRange {
  return IDBKeyRange.bound([state, 0], [state, Number.MAX_SAFE_INTEGER]);
}

/** The attempts of a call by their index, the oldest first. */
export function ofCall(seq: number): IDBKeyRange {
  return IDBKeyRange.bound([seq, 0], [seq, Number.MAX_SAFE_INTEGER]);
}

export function headsIn(state: State): IDBKeyRange {
  return IDBKeyRange.bound([1, state, 0], [1, state, Number.MAX_SAFE_INTEGER]);
}

export function inLane(lane: string): IDBKeyRange {
  return IDBKeyRange.bound([lane, 1, 0], [lane, 1, Number.MAX_SAFE_INTEGER]);
}

/** The calls of these keys that there are, in the order of the keys, read at one moment. */
export async function callsOf(database: OutboxDatabase, seqs: readonly number[]): Promise<readonly StoredCall[]> {
  const calls = database.transaction('calls').store;
  const rows = await Promise.all(seqs.map((seq) => calls.get(seq)));
  return rows.filter((row) => row !== undefined);
}
