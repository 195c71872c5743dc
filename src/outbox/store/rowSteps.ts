import type { Refusals, StoredCall } from './database.ts';
import { type QueuedCall, type State, standsInLane } from '#outbox/state/queuedCall.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import { transition } from '#outbox/state/transition.ts';
import { type Writing, counted, inLane, quietly, readTotals, unseenIn } from './rows.ts';

// What a step of a call does to its row, and to those beside it: no start needs it.

/** Applies an event to a row of this transaction. @throws IllegalStep */
export function step(tx: Writing, row: StoredCall, event: QueueEvent, now: number): Promise<StoredCall> {
  return put(tx, row, transition(row, event, now));
}

/** The row after a step, with the marks that the indexes need: it stands in its lane, and is the lane's head. */
function marked(before: StoredCall, changed: QueuedCall): StoredCall {
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
  void quietly(tx.objectStore('calls').put(after));
  await Promise.all([
    count(tx, before.state, after.state),
    before.head && !stays ? promoteNext(tx, before.lane) : undefined,
    isBack ? settleHead(tx, before.lane) : undefined,
    noteRefusal(tx, after),
    before.result && !after.result ? noteSeen(tx, [after.seq]) : undefined, // nothing is left to look at
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

/** Keeps that the service has refused a call, or that no rule knows its answer, until a person has looked at it. */
async function noteRefusal(tx: Writing, { seq, result }: QueuedCall): Promise<void> {
  const list = result?.verdict === 'refused' ? 'unseen' : result?.verdict === 'unclassified' ? 'unclear' : undefined;
  if (!list) return;
  const before = await readUnseen(tx);
  const keys = [...before[list].filter((known) => known !== seq), seq];
  void quietly(tx.objectStore('totals').put({ ...before, [list]: keys }, 'refusals'));
}

async function readUnseen(tx: Writing): Promise<Required<Refusals>> {
  return unseenIn(await tx.objectStore('totals').get('refusals'));
}

/** A person has looked at the answers of these. */
export async function noteSeen(tx: Writing, seqs: readonly number[]): Promise<void> {
  const { unseen, unclear } = await readUnseen(tx);
  const left = (keys: readonly number[]): readonly number[] => keys.filter((seq) => !seqs.includes(seq));
  await tx.objectStore('totals').put({ unseen: left(unseen), unclear: left(unclear) }, 'refusals');
}
