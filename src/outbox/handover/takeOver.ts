import { type Lanes, laneOf } from '#contract/call.ts';
import { type CarriedCall, type HandedOver, type Attempt, type QueuedCall, isPrint } from '#outbox/state/queuedCall.ts';
import type { Connection, StoredCall } from '#outbox/store/database.ts';
import { type Writing, inLane, readTotals, write, put } from '#outbox/store/rows.ts';
import { intentOf } from '#outbox/store/store.ts';
import { type CarriedAttempt, readQueue } from './queueDocument.ts';

export interface TakenOver {
  readonly added: number;
  /** Calls of this handheld's own that have come back to it. */
  readonly returned: number;
  /** Calls that were there already: nothing about them was changed. */
  readonly known: number;
}

/**
 * Takes a document over, wholly or not at all. A call that is here already is left alone, ended ones too, so the
 * same document again adds nothing; only one that this handheld has given away, and that comes back by a document
 * it has not gone by before, is open again as the document says.
 *
 * @param now - Unix ms.
 * @throws UnreadableQueue for anything but a whole document: nothing was written.
 */
export async function takeOver(connection: Connection, lanes: Lanes, text: string, now: number): Promise<TakenOver> {
  const { calls, attempts } = readQueue(text);
  return write(connection, async (tx) => {
    const done = { added: 0, returned: 0, known: 0 };
    for (const call of calls) {
      const row = await tx.objectStore('calls').index('byCallId').get(call.callId);
      const tries = attempts.filter(({ callId }) => callId === call.callId);
      if (!row) await add(tx, call, laneOf(call, lanes), tries, now);
      else if (isReturning(row, call)) await takeReturning(tx, row, call, tries, now);
      done[row ? (isReturning(row, call) ? 'returned' : 'known') : 'added'] += 1;
    }
    return done;
  });
}

/** A print that comes from another handheld is put to the person at this one. */
function stateHere(call: CarriedCall): HandedOver['from'] {
  return call.state === 'waiting' && !call.inDoubt && isPrint(call) ? 'asking' : call.state;
}

/** Tells whether this handheld gave the call away, and did so by another document than this one, as far as is known here. */
function isReturning({ state, passed = [] }: StoredCall, call: CarriedCall): boolean {
  const latest = call.passed[call.passed.length - 1] ?? '';
  return state === 'handed-over' && !passed.includes(latest);
}

async function add(
  tx: Writing,
  call: CarriedCall,
  lane: string,
  tries: readonly CarriedAttempt[],
  now: number,
): Promise<void> {
  const calls = tx.objectStore('calls');
  const [blocked, totals] = await Promise.all([calls.index('byOpenLane').getKey(inLane(lane)), readTotals(tx)]);
  const state = stateHere(call);
  const row: Omit<StoredCall, 'seq'> = {
    ...call,
    state,
    lane,
    changedAt: now,
    notBefore: 0,
    intent: intentOf(call),
    ...(state !== 'asking' && { open: 1, ...(blocked === undefined && { head: 1 }) }),
  };
  const [seq] = await Promise.all([
    calls.add(row as StoredCall),
    tx.objectStore('totals').put({ ...totals, [state]: totals[state] + 1 }, 'calls'),
  ]);
  await addTries(tx, seq, tries);
}

/** The call keeps its place here; what the other handheld has learned of it counts. */
async function takeReturning(
  tx: Writing,
  row: StoredCall,
  call: CarriedCall,
  tries: readonly CarriedAttempt[],
  now: number,
): Promise<void> {
  const {
    handedOver: _handedOver,
    tried: _tried,
    told: toldHere,
    trouble: _trouble,
    passed: before = [],
    ...own
  } = row;
  const { generation, inDoubt, tried, trouble, readAnswers, passed } = call;
  const told = call.told ?? (generation === row.generation ? toldHere : undefined); // an older Scanline carries none
  const changed: QueuedCall = {
    ...own,
    generation,
    tries: call.tries,
    inDoubt,
    state: stateHere(call),
    notBefore: 0,
    changedAt: now,
    ...(tried && { tried }),
    ...(told && { told }),
    ...(trouble && { trouble }),
    ...(readAnswers && { readAnswers }),
    passed: [...new Set([...before, ...passed])],
  };
  await put(tx, row, changed);
  await addTries(tx, row.seq, tries);
}

/** Adds the tries that are not here yet. */
async function addTries(tx: Writing, seq: number, tries: readonly CarriedAttempt[]): Promise<void> {
  const attempts = tx.objectStore('attempts');
  for (const { callId: _callId, ...attempt } of tries) {
    if ((await attempts.index('byToken').getKey(attempt.token)) === undefined) {
      await attempts.add({ ...attempt, seq } as Attempt);
    }
  }
}
