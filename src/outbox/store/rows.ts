import type { IDBPTransaction } from 'idb';
import {
  type Connection,
  type OutboxSchema,
  type Refusals,
  type StoredCall,
  type Totals,
  noTotals,
} from './database.ts';
import {
  type Attempt,
  type Claim,
  type QueuedCall,
  type State,
  idempotencyKey,
  standsInLane,
} from '#outbox/state/queuedCall.ts';

export type Writing = IDBPTransaction<OutboxSchema, ('calls' | 'attempts' | 'totals')[], 'readwrite'>;
type Ending = Pick<Writing, 'commit' | 'abort' | 'done' | 'error'>;
/** The same, and over what is kept beside the rows. */
export type WritingBeside = IDBPTransaction<OutboxSchema, ('calls' | 'attempts' | 'totals' | 'kept')[], 'readwrite'>;

/** On disk before anything is said or sent. Source: Indexed Database API 3.0, IDBTransactionDurability. */
const STRICT = { durability: 'strict' } as const;
const WRITTEN = ['calls', 'attempts', 'totals'] as const;
const BESIDE = [...WRITTEN, 'kept'] as const;

/** Runs `work` in one strict transaction; it is on disk when the promise resolves, and wholly absent where it rejects. */
export function write<T>(connection: Connection, work: (tx: Writing) => Promise<T>): Promise<T> {
  return connection.run((database) => end(database.transaction([...WRITTEN], 'readwrite', STRICT), work));
}

/** The same over what is kept beside the rows, too. */
export function writeBeside<T>(connection: Connection, work: (tx: WritingBeside) => Promise<T>): Promise<T> {
  return connection.run((database) => end(database.transaction([...BESIDE], 'readwrite', STRICT), work));
}

async function end<Tx extends Ending, T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = tx.done;
  done.catch(() => undefined); // reported below; without this a failed `work` leaves it unhandled
  try {
    const result = await work(tx);
    commit(tx);
    await done;
    return result;
  } catch (error) {
    abort(tx);
    throw tx.error ?? error;
  }
}

/** The row after a step, with the marks that the indexes need: it stands in its lane, and is the lane's head. */
export function marked(before: StoredCall, changed: QueuedCall): StoredCall {
  const { open: _open, head: _head, ...bare } = changed as StoredCall;
  if (!standsInLane(changed.state)) return bare;
  return { ...bare, open: 1, ...(before.head && { head: 1 }) };
}

/** Writes the row after a step, keeps the totals, and sees to it that the lane's first open call is its head. */
export async function put(tx: Writing, before: StoredCall, changed: QueuedCall): Promise<StoredCall> {
  const after = marked(before, changed);
  const stays = standsInLane(changed.state);
  const isBack = stays && (!standsInLane(before.state) || before.state === 'sending');
  // asked for together and carried out in this order: fewer turns, and the lane is read without the row that left it
  await Promise.all([
    tx.objectStore('calls').put(after),
    count(tx, before.state, after.state),
    before.head && !stays ? promoteNext(tx, before.lane) : undefined,
    isBack ? settleHead(tx, before.lane) : undefined,
    noteRefusal(tx, after),
  ]);
  return after;
}

async function promoteNext(tx: Writing, lane: string): Promise<void> {
  const calls = tx.objectStore('calls');
  const next = await calls.index('byOpenLane').get(inLane(lane));
  if (next) await calls.put({ ...next, head: 1 });
}

/**
 * Makes the first open call the lane's head, where a call came back that is older than the head: that one was handed
 * over, and a younger one took its place. A head that is being sent keeps it until it has been settled.
 */
async function settleHead(tx: Writing, lane: string): Promise<void> {
  const calls = tx.objectStore('calls');
  const first = await calls.index('byOpenLane').get(inLane(lane));
  if (!first || first.head) return;
  let cursor = await calls.index('byOpenLane').openCursor(inLane(lane));
  while (cursor && !cursor.value.head) cursor = await cursor.continue();
  if (cursor?.value.state === 'sending') return;
  if (cursor) {
    const { head: _head, ...younger } = cursor.value;
    await calls.put(younger);
  }
  await calls.put({ ...first, head: 1 });
}

async function count(tx: Writing, from: State, to: State): Promise<void> {
  await tx.objectStore('totals').put(counted(await readTotals(tx), from, to), 'calls');
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

/** More than these are not kept by name: a person who looks at none of so many needs no further mark. */
const MOST_UNSEEN = 500;

/** Keeps that the service has refused a call, or that no rule knows its answer, until a person has looked at it. */
export async function noteRefusal(tx: Writing, { seq, result }: QueuedCall): Promise<void> {
  const list = result?.verdict === 'refused' ? 'unseen' : result?.verdict === 'unclassified' ? 'unclear' : undefined;
  if (!list) return;
  const before = await readUnseen(tx);
  const keys = [...before[list].filter((known) => known !== seq), seq].slice(-MOST_UNSEEN);
  await tx.objectStore('totals').put({ ...before, [list]: keys }, 'refusals');
}

export async function readUnseen(tx: Writing): Promise<Required<Refusals>> {
  return unseenIn(await tx.objectStore('totals').get('refusals'));
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

/** Asks for the commit now: by itself the transaction would first wait for the result of its last request. */
function commit(tx: Ending): void {
  try {
    tx.commit();
  } catch {
    // it is committing, or has ended, already: `done` tells
  }
}

function abort(tx: Ending): void {
  try {
    tx.abort();
  } catch {
    // it has ended already
  }
}

export function inState(state: State): IDBKeyRange {
  return IDBKeyRange.bound([state, 0], [state, Number.MAX_SAFE_INTEGER]);
}

/** The attempts of one call, or of those from one to another, by their index: those of a call the oldest first. */
export function ofCalls(first: number, last = first): IDBKeyRange {
  return IDBKeyRange.bound([first, 0], [last, Number.MAX_SAFE_INTEGER]);
}

export function headsIn(state: State): IDBKeyRange {
  return IDBKeyRange.bound([1, state, 0], [1, state, Number.MAX_SAFE_INTEGER]);
}

export function inLane(lane: string): IDBKeyRange {
  return IDBKeyRange.bound([lane, 1, 0], [lane, 1, Number.MAX_SAFE_INTEGER]);
}
