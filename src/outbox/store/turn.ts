import type { Outcome } from '#contract/outcome.ts';
import { isDue, isStillAsked } from '#outbox/state/backoff.ts';
import type { StoredCall } from './database.ts';
import { type QueuedCall, type Tried, holdsClaim, isPrint, phaseOf } from '#outbox/state/queuedCall.ts';
import { type Writing, counted, headsIn, inLane, noteRefusal, openAttempt, quietly, readTotals } from './rows.ts';
import { step } from './step.ts';
import { transition } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/** Who takes the next call, and what `Store.claimNext` is given beside. */
export interface NextClaim {
  readonly owner: string;
  readonly token: string;
  readonly tried: Tried;
  readonly clearedAt: number | undefined;
  readonly printsFrom?: number | undefined;
}

/** What one turn of a replay did. */
export interface Turn {
  /** The call after its settle. */
  readonly settled: QueuedCall;
  /** The next call, claimed; absent where the oldest one is not due, or there is none. */
  readonly next?: QueuedCall;
}

/** Changes that were asked for in one transaction: each row is written once, as it is in the end. */
type Rows = Map<number, StoredCall>;

/**
 * The step from one answered call to the next: its answer is recorded, the next call of its lane comes to the lane's head,
 * and the oldest head is claimed with its attempt, all in one transaction. Two trips to the storage and one flush in place
 * of the six and two of a settle and a claim.
 *
 * @param token - of the claim that was sent.
 * @returns `undefined` where the token holds the call no longer: nothing was written.
 */
export async function turn(
  tx: Writing,
  { seq, lane }: QueuedCall,
  token: string,
  outcome: Outcome,
  event: Extract<QueueEvent, { kind: 'answered' }>,
  claim: NextClaim,
  now: number,
): Promise<Turn | undefined> {
  const calls = tx.objectStore('calls');
  const attempts = tx.objectStore('attempts');
  const [row, attempt, ofLane, [oldest], before] = await Promise.all([
    calls.get(seq),
    attempts.index('byToken').get(token),
    calls.index('byOpenLane').getAll(inLane(lane), 2),
    calls.index('byHead').getAll(headsIn('waiting'), 1),
    readTotals(tx),
  ]);
  if (!row || !holdsClaim(row, token)) return undefined;

  const changed: Rows = new Map();
  const settled = transition(row, event, now);
  const { open: _open, head: _head, ...ended } = settled as StoredCall;
  changed.set(seq, ended);
  if (attempt) {
    void quietly(attempts.put({ ...attempt, endedAt: now, outcome, phase: phaseOf(outcome) }));
  }
  let totals = counted(before, 'sending', settled.state);

  const behind = row.head ? ofLane.find((call) => call.seq !== seq) : undefined;
  const promoted: StoredCall | undefined = behind && { ...behind, head: 1 };
  if (promoted) changed.set(promoted.seq, promoted);

  const [next] = [oldest, promoted?.state === 'waiting' ? promoted : undefined]
    .filter((call) => call !== undefined)
    .filter(({ state }) => state === 'waiting') // a call that was taken back may stand unconfirmed behind this one
    .sort((a, b) => a.seq - b.seq);
  let taken: StoredCall | undefined;
  const isAsked = !next || !isPrint(next) || next.inDoubt || isStillAsked(next, now, claim.printsFrom ?? 0);
  if (next && isAsked && isDue(next, now, claim.clearedAt ?? 0)) {
    const { owner, tried } = claim;
    const taking: QueueEvent = { kind: 'claimed', claim: { owner, token: claim.token, at: now }, tried };
    taken = { ...(transition(next, taking, now) as StoredCall) };
    changed.set(taken.seq, taken);
    void quietly(attempts.add(openAttempt(next, claim, now)));
    totals = counted(totals, 'waiting', 'sending');
  }

  await noteRefusal(tx, settled);
  for (const call of changed.values()) void quietly(calls.put(call));
  void quietly(tx.objectStore('totals').put(totals, 'calls'));
  return { settled: ended, ...(taken && { next: taken }) };
}

/** The call that a token has claimed and holds. */
export async function claimedBy(tx: Writing, token: string): Promise<StoredCall | undefined> {
  const attempt = await tx.objectStore('attempts').index('byToken').get(token);
  const row = attempt && (await tx.objectStore('calls').get(attempt.seq));
  return row?.claim?.token === token ? row : undefined;
}

/** Records what came of a try. @returns the call after it where the token held it still. */
export async function settleIn(
  tx: Writing,
  seq: number,
  token: string,
  outcome: Outcome,
  event: QueueEvent,
  now: number,
): Promise<StoredCall | undefined> {
  const attempts = tx.objectStore('attempts');
  const [row, attempt] = await Promise.all([tx.objectStore('calls').get(seq), attempts.index('byToken').get(token)]);
  const holds = holdsClaim(row, token);
  const evidence = { endedAt: now, outcome, phase: phaseOf(outcome), ...(!holds && { late: true }) };
  const [settled] = await Promise.all([
    row && holds ? step(tx, row, event, now) : undefined,
    attempt && attempt.endedAt === undefined ? attempts.put({ ...attempt, ...evidence }) : undefined,
  ]);
  return settled;
}
