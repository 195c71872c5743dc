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
import { type State, type QueuedCall, standsInLane } from '#outbox/state/queuedCall.ts';
import { goesToPrinter, isLabelDue } from '#outbox/state/label.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import { transition } from '#outbox/state/transition.ts';

type StoreName = 'calls' | 'attempts' | 'totals' | 'kept';
export type Writing = IDBPTransaction<OutboxSchema, StoreName[], 'readwrite'>;

/** The stores that a step of a call writes. */
const STEP: readonly StoreName[] = ['calls', 'attempts', 'totals'];
/** The stores that a new call writes: no attempt yet, and what is kept along with the rows. Each store costs a scan time. */
export const NEW_CALL: readonly StoreName[] = ['calls', 'totals', 'kept'];
/** The stores that a person's decision writes: it is kept there until the ledger was told. */
export const DECISION: readonly StoreName[] = ['calls', 'attempts', 'totals', 'kept'];
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
  return { unclear: [], labels: [], printing: [], ...(row && 'unseen' in row ? row : { unseen: [] }) };
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

/** Applies an event to a row of this transaction. @throws IllegalStep */
export function step(tx: Writing, row: StoredCall, event: QueueEvent, now: number): Promise<StoredCall> {
  return put(tx, row, transition(row, event, now));
}

/** The row after a step, with the marks that the indexes need: it stands in its lane, and is the lane's head. */
function marked(before: StoredCall, changed: QueuedCall): StoredCall {
  const { open: _open, head: _head, ...bare } = changed as StoredCall;
  if (!standsInLane(changed)) return bare;
  return { ...bare, open: 1, ...(before.head && { head: 1 }) };
}

/** Writes the row after a step, keeps the totals, and sees to it that the lane's first open call is its head. */
export async function put(tx: Writing, before: StoredCall, changed: QueuedCall): Promise<StoredCall> {
  const after = marked(before, changed);
  const stays = standsInLane(changed);
  const isBack = stays && (!standsInLane(before) || before.state === 'sending');
  // asked for together and carried out in this order: fewer turns, and the lane is read without the row that left it
  void quietly(tx.objectStore('calls').put(after));
  await Promise.all([
    count(tx, before.state, after.state),
    before.head && !stays ? promoteNext(tx, before.lane) : undefined,
    isBack ? settleHead(tx, before.lane) : undefined,
    noteRefusal(tx, after),
    before.result && !after.result ? noteSeen(tx, [after.seq], true) : undefined, // nothing is left to look at, or to print
  ]);
  return after;
}

async function promoteNext(tx: Writing, lane: string): Promise<void> {
  const calls = tx.objectStore('calls');
  const next = await calls.index('byOpenLane').get(inLane(lane));
  if (next) void quietly(calls.put({ ...next, head: 1 }));
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
    void quietly(calls.put(younger));
  }
  void quietly(calls.put({ ...first, head: 1 }));
}

async function count(tx: Writing, from: State, to: State): Promise<void> {
  const totals = counted(await readTotals(tx), from, to);
  void quietly(tx.objectStore('totals').put(totals, 'calls'));
}

/** Keeps what a person is to look at: a refusal, an answer that no rule knows, and a label that is to be handed over. */
export async function noteRefusal(tx: Writing, row: QueuedCall): Promise<void> {
  const { seq, result } = row;
  const list = result?.verdict === 'refused' ? 'unseen' : result?.verdict === 'unclassified' ? 'unclear' : undefined;
  const [isDue, isPrinting] = [isLabelDue(row), goesToPrinter(row)];
  if (!list && !isDue && !isPrinting) return;
  const before = await readUnseen(tx);
  const after = {
    ...before,
    ...(list && { [list]: withSeq(before[list], seq) }),
    ...(isDue && { labels: withSeq(before.labels, seq) }),
    ...(isPrinting && { printing: withSeq(before.printing, seq) }),
  };
  void quietly(tx.objectStore('totals').put(after, 'refusals'));
}

function withSeq(seqs: readonly number[], seq: number): readonly number[] {
  return [...seqs.filter((known) => known !== seq), seq].sort((a, b) => a - b);
}

async function readUnseen(tx: Writing): Promise<Required<Refusals>> {
  return unseenIn(await tx.objectStore('totals').get('refusals'));
}

/** A person has looked at the answers of these. @param hasNoLabel - whether their labels are no matter any more either */
export async function noteSeen(tx: Writing, seqs: readonly number[], hasNoLabel = false): Promise<void> {
  const { unseen, unclear, labels, printing } = await readUnseen(tx);
  const left = (keys: readonly number[]): readonly number[] => keys.filter((seq) => !seqs.includes(seq));
  const after = {
    unseen: left(unseen),
    unclear: left(unclear),
    labels: hasNoLabel ? left(labels) : labels,
    printing: hasNoLabel ? left(printing) : printing,
  };
  await tx.objectStore('totals').put(after, 'refusals');
}

/** The label of this call stands otherwise: it wants a person, or goes to a printer, or neither. */
export async function noteLabelStands(tx: Writing, row: QueuedCall): Promise<void> {
  const { seq } = row;
  const before = await readUnseen(tx);
  const without = (seqs: readonly number[]): readonly number[] => seqs.filter((known) => known !== seq);
  const after = {
    ...before,
    labels: isLabelDue(row) ? withSeq(before.labels, seq) : without(before.labels),
    printing: goesToPrinter(row) ? withSeq(before.printing, seq) : without(before.printing),
  };
  void quietly(tx.objectStore('totals').put(after, 'refusals'));
}
