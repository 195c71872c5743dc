import type { Outcome } from '#contract/outcome.ts';
import { isDue, needsConfirmation } from '#outbox/state/backoff.ts';
import type { StoredCall } from './database.ts';
import { type QueuedCall, type Tried, holdsClaim, phaseOf } from '#outbox/state/queuedCall.ts';
import { marked, noteRefusal, openAttempt, step } from './rowSteps.ts';
import { type Writing, counted, headsIn, inLane, quietly, readTotals } from './rows.ts';
import { transition } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/** Who takes the next call, and by what it is chosen. */
export interface NextClaim {
  readonly owner: string;
  readonly token: string;
  readonly tried: Tried;
  /** Unix ms of the last sign that trying is worth it again: a back-off set before it is over. */
  readonly clearedAt?: number | undefined;
  /** Unix ms: prints asked for before it, or long ago, are put to a person again and not taken. */
  readonly printsFrom?: number | undefined;
}

export interface SettledAndClaimed {
  /** The call after its settle; absent where its claim held it no longer. */
  readonly settled?: QueuedCall;
  /** The next call, claimed; absent where the oldest one is not due, or there is none. */
  readonly next?: QueuedCall;
}

/**
 * Settles an answered call and claims the next one in the same transaction: the next call of its lane comes to the lane's
 * head, and the oldest head is claimed with its attempt. Two trips to the storage and one flush in place of the six and
 * two of `settle` and `claimNext`. Where the oldest call is not due nothing is claimed, and `claimNext` tells when one is.
 *
 * @param sent - the call as it was claimed.
 */
export async function settleAndClaim(
  tx: Writing,
  sent: QueuedCall,
  outcome: Outcome,
  event: Extract<QueueEvent, { kind: 'answered' }>,
  claim: NextClaim,
  now: number,
): Promise<SettledAndClaimed> {
  const token = sent.claim?.token ?? '';
  const [row, attempt, ofLane, [oldest], totals] = await Promise.all([
    tx.objectStore('calls').get(sent.seq),
    tx.objectStore('attempts').index('byToken').get(token),
    tx.objectStore('calls').index('byOpenLane').getAll(inLane(sent.lane), 2),
    tx.objectStore('calls').index('byHead').getAll(headsIn('waiting'), 1),
    readTotals(tx),
  ]);
  if (!row || !holdsClaim(row, token)) {
    const settled = await settle(tx, sent.seq, token, outcome, event, now);
    const next = await claimedBy(tx, claim.token); // the same again, after a connection that died at its commit
    return { ...(settled && { settled }), ...(next && { next }) };
  }
  const settled = marked(row, transition(row, event, now));
  const behind = row.head ? ofLane.find(({ seq }) => seq !== row.seq) : undefined;
  const promoted: StoredCall | undefined = behind && { ...behind, head: 1 };
  const next = nextOf([oldest, promoted], claim, now);
  const taken = next && marked(next, transition(next, claimedBecause(claim, now), now));

  if (attempt) void quietly(tx.objectStore('attempts').put({ ...attempt, ...ended(outcome, now) }));
  if (next) void quietly(tx.objectStore('attempts').add(openAttempt(next, claim, now)));
  await noteRefusal(tx, settled);
  // each row is written once, as it is in the end: the one that came to the head may be the one that was claimed
  const changed = new Map([settled, promoted, taken].flatMap((call) => (call ? [[call.seq, call] as const] : [])));
  for (const call of changed.values()) void quietly(tx.objectStore('calls').put(call));
  const after = counted(totals, 'sending', settled.state);
  void quietly(tx.objectStore('totals').put(taken ? counted(after, 'waiting', 'sending') : after, 'calls'));
  return { settled, ...(taken && { next: taken }) };
}

/** The oldest of these heads, where it may be sent now. */
function nextOf(
  heads: readonly (StoredCall | undefined)[],
  { clearedAt, printsFrom }: NextClaim,
  now: number,
): StoredCall | undefined {
  const [next] = heads
    .filter((call) => call !== undefined)
    .filter(({ state }) => state === 'waiting') // a call that was taken back may stand unconfirmed behind this one
    .sort((a, b) => a.seq - b.seq);
  return next && !needsConfirmation(next, now, printsFrom) && isDue(next, now, clearedAt) ? next : undefined;
}

/** The event of a claim. */
export function claimedBecause({ owner, token, tried }: NextClaim, now: number): QueueEvent {
  return { kind: 'claimed', claim: { owner, token, at: now }, tried };
}

/** The call that a token has claimed and holds. */
export async function claimedBy(tx: Writing, token: string): Promise<StoredCall | undefined> {
  const attempt = await tx.objectStore('attempts').index('byToken').get(token);
  const row = attempt && (await tx.objectStore('calls').get(attempt.seq));
  return row?.claim?.token === token ? row : undefined;
}

/**
 * Records what came of a try. Only the holder of `token` changes the call; anybody later adds evidence to the attempt
 * and changes nothing else.
 *
 * @returns the call after the settle, or `undefined` where it came too late.
 */
export async function settle(
  tx: Writing,
  seq: number,
  token: string,
  outcome: Outcome,
  event: QueueEvent,
  now: number,
): Promise<QueuedCall | undefined> {
  const attempts = tx.objectStore('attempts');
  const [row, attempt] = await Promise.all([tx.objectStore('calls').get(seq), attempts.index('byToken').get(token)]);
  const holds = holdsClaim(row, token);
  const evidence = { ...ended(outcome, now), ...(!holds && { late: true }) };
  const [settled] = await Promise.all([
    row && holds ? step(tx, row, event, now) : undefined,
    attempt && attempt.endedAt === undefined ? attempts.put({ ...attempt, ...evidence }) : undefined,
  ]);
  return settled;
}

function ended(outcome: Outcome, now: number) {
  return { endedAt: now, outcome, phase: phaseOf(outcome) };
}
