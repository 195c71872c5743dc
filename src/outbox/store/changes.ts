import { isDue, needsConfirmation } from '#outbox/state/backoff.ts';
import { type QueuedCall, type ReadAnswer, isPrint, isScanOf, onceMore } from '#outbox/state/queuedCall.ts';
import { openAttempt, noteSeen, step } from './rowSteps.ts';
import { type Writing, headsIn } from './rows.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import { type NextClaim, claimedBecause, claimedBy, settle, settleAndClaim } from './settleAndClaim.ts';

/** Reads kept with a call beside the first, which is the one from before it was sent where there is one. */
const KEPT_READS = 20;

/** What a claim found: a call to send, or when the next one is due (Unix ms), or nothing at all. */
type Claimed = { readonly queued: QueuedCall } | { readonly dueAt: number } | undefined;

/**
 * Every change of a row that is there already, each within one strict transaction: what sending takes, and what a person
 * decides. A chunk of its own: none of it is needed to save a scan.
 */
export const changes = {
  claimNext,
  settle,
  settleAndClaim,
  askToConfirmPrints,
  recover,
  decide,
  noteRead,
  noteRepeat,
  seen: noteSeen,
};

/**
 * Takes the oldest call that may be sent now: the first open one of its lane, waiting and due. It is marked
 * `sending` and its attempt is written in the transaction that finds it, so two drainers never take one call.
 *
 * @param now - Unix ms. A call whose time lies further off than any back-off (a clock was set back) is due.
 */
async function claimNext(tx: Writing, claim: NextClaim, now: number): Promise<Claimed> {
  const { token, clearedAt, printsFrom } = claim;
  const heads = tx.objectStore('calls').index('byHead');
  const [taken, first] = await Promise.all([claimedBy(tx, token), heads.openCursor(headsIn('waiting'))]);
  if (taken) return { queued: taken }; // the same claim again, as in `enqueue`
  let dueAt: number | undefined;
  for (let cursor = first; cursor; cursor = await cursor.continue()) {
    const row = cursor.value;
    if (needsConfirmation(row, now, printsFrom)) {
      await step(tx, row, { kind: 'notNow' }, now);
    } else if (isDue(row, now, clearedAt)) {
      const [queued] = await Promise.all([
        step(tx, row, claimedBecause(claim, now), now),
        tx.objectStore('attempts').add(openAttempt(row, claim, now)),
      ]);
      return { queued };
    } else {
      dueAt = Math.min(dueAt ?? row.notBefore, row.notBefore);
    }
  }
  return dueAt === undefined ? undefined : { dueAt };
}

/** Lets a person confirm the waiting prints, as the gateway is not there. @returns how many. */
async function askToConfirmPrints(tx: Writing, now: number): Promise<number> {
  for (let asked = 0; ;) {
    const rows = await tx.objectStore('calls').index('byHead').getAll(headsIn('waiting'));
    const prints = rows.filter((row) => isPrint(row) && !row.inDoubt);
    for (const row of prints) await step(tx, row, { kind: 'notNow' }, now);
    asked += prints.length;
    if (prints.length === 0) return asked; // the next of its lane may be a print too
  }
}

/** Frees the calls that a dead or frozen owner was sending. @returns how many. */
async function recover(tx: Writing, owner: string, now: number): Promise<number> {
  const rows = await tx.objectStore('calls').index('byHead').getAll(headsIn('sending'));
  const orphans = rows.filter((row) => row.claim?.owner !== owner);
  for (const row of orphans) await step(tx, row, { kind: 'ownerGone' }, now);
  return orphans.length;
}

/** Applies what a person decided. @throws IllegalStep where the call is not in a state for it; RangeError: no such call. */
async function decide(
  tx: Writing,
  seq: number,
  event: Extract<QueueEvent, { operator: string }>,
  now: number,
): Promise<QueuedCall> {
  const row = await tx.objectStore('calls').get(seq);
  if (!row) throw new RangeError(`there is no call ${seq}`);
  return step(tx, row, event, now);
}

/** Keeps what was read about a call beside it; the call itself stays as it is. */
async function noteRead(tx: Writing, seq: number, answer: ReadAnswer): Promise<void> {
  const calls = tx.objectStore('calls');
  const row = await calls.get(seq);
  if (!row) return;
  const [first, ...later] = row.readAnswers ?? [];
  const readAnswers = first ? [first, ...[...later, answer].slice(-KEPT_READS)] : [answer];
  await calls.put({ ...row, readAnswers });
}

/** Counts a second scan of `code` that the guard held back with the last scan of it among those of the call. */
async function noteRepeat(tx: Writing, seq: number, code: string): Promise<void> {
  const calls = tx.objectStore('calls');
  const row = await calls.get(seq);
  const last = row?.scans.filter((scan) => isScanOf(scan, code)).at(-1);
  if (!row || !last) return;
  await calls.put({ ...row, scans: row.scans.map((scan) => (scan === last ? onceMore(scan) : scan)) });
}
