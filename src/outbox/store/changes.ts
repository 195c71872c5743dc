import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Verdict } from '#site/judging.ts';
import { isDue, needsConfirmation, undoLeftMs } from '#outbox/state/backoff.ts';
import {
  type Attempt,
  type LabelStands,
  NEVER_TOLD,
  type QueuedCall,
  type ReadEvidence,
  type Tried,
  holdsClaim,
  idempotencyKey,
  isPrint,
  isScanOf,
  onceMore,
  phaseOf,
} from '#outbox/state/queuedCall.ts';
import { keepDecision, keepSeen } from './decisions.ts';
import type { StoredCall } from './database.ts';
import { type Writing, headsIn, inState, quietly, noteLabelStands, noteSeen, step, unseenIn } from './rows.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/** Reads kept with a call beside the first, which is the one from before it was sent where there is one. */
const KEPT_READS = 20;

/** Number of the newest answered calls that a new rule may read again. */
const READ_AGAIN = 500;

/** A claim's result: a call to send, the Unix ms at which the next one is due, or nothing at all. */
type Claimed = { readonly queued: QueuedCall } | { readonly dueAt: number } | undefined;

/** The one that takes the next call, and by what it is chosen. */
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
 * Every change of a row that is there already, each within one strict transaction: what sending takes, and what a person
 * decides.
 */
export const changes = {
  claimNext,
  settle,
  settleAndClaim,
  askToConfirmPrints,
  recover,
  decide,
  sendAgain,
  readAgain,
  noteRead,
  noteRepeat,
  markCopied,
  seen,
  changeLabel,
};

/**
 * Takes the oldest call that may be sent now: the first open one of its lane, waiting and due, and nothing before it that
 * a person has said to be done and may still take back. It is marked `sending` and its attempt is written in the transaction that finds it, so two drainers never take one call.
 *
 * @param now - Unix ms. A call whose time lies further off than any back-off (a clock was set back) is due.
 */
async function claimNext(tx: Writing, claim: NextClaim, now: number): Promise<Claimed> {
  const { token, clearedAt, printsFrom } = claim;
  const heads = tx.objectStore('calls').index('byHead');
  const [taken, said, head] = await Promise.all([
    claimedBy(tx, token),
    heads.getAll(headsIn('answered')),
    heads.openCursor(headsIn('waiting')),
  ]);
  if (taken) return { queued: taken }; // the same claim again, as in `enqueue`
  let dueAt: number | undefined;
  for (const row of said) {
    const leftMs = undoLeftMs(row, now);
    if (leftMs === 0) await step(tx, row, { kind: 'undoEnded' }, now);
    else dueAt = Math.min(dueAt ?? Number.POSITIVE_INFINITY, now + leftMs);
  }
  const first = said.length > 0 ? await heads.openCursor(headsIn('waiting')) : head;
  for (let cursor = first; cursor; cursor = await cursor.continue()) {
    const row = cursor.value;
    if (needsConfirmation(row, now, printsFrom)) {
      await step(tx, row, { kind: 'notNow' }, now);
    } else if (isDue(row, now, clearedAt)) {
      return { queued: await take(tx, row, claim, now) };
    } else {
      dueAt = Math.min(dueAt ?? row.notBefore, row.notBefore);
    }
  }
  return dueAt === undefined ? undefined : { dueAt };
}

/** Marks a call as being sent, with its attempt. */
function take(tx: Writing, row: StoredCall, claim: NextClaim, now: number): Promise<StoredCall> {
  const { owner, token, tried } = claim;
  const attempt: Omit<Attempt, 'id'> = {
    seq: row.seq,
    idempotencyKey: idempotencyKey(row),
    token,
    owner,
    startedAt: now,
    phase: 'claimed',
  };
  void quietly(tx.objectStore('attempts').add(attempt as Attempt)); // the database makes its `id`
  return step(tx, row, { kind: 'claimed', claim: { owner, token, at: now }, tried }, now);
}

/** The call that a token has claimed and holds. */
async function claimedBy(tx: Writing, token: string): Promise<StoredCall | undefined> {
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
async function settle(
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
  if (attempt && attempt.endedAt === undefined) {
    const evidence = { endedAt: now, outcome, phase: phaseOf(outcome), ...(!holds && { late: true }) };
    void quietly(attempts.put({ ...attempt, ...evidence }));
  }
  return row && holds ? step(tx, row, event, now) : undefined;
}

/**
 * Settles an answered call and claims the next one in the same transaction: one flush in place of the two of `settle` and
 * `claimNext`. Where the oldest call is not due nothing is claimed, and `claimNext` tells when one is.
 *
 * @param sent - the call as it was claimed.
 */
async function settleAndClaim(
  tx: Writing,
  sent: QueuedCall,
  outcome: Outcome,
  event: Extract<QueueEvent, { kind: 'answered' }>,
  claim: NextClaim,
  now: number,
): Promise<SettledAndClaimed> {
  const settled = await settle(tx, sent.seq, sent.claim?.token ?? '', outcome, event, now);
  if (!settled) {
    const next = await claimedBy(tx, claim.token); // the same again, after a connection that died at its commit
    return next ? { next } : {};
  }
  const [oldest] = await tx.objectStore('calls').index('byHead').getAll(headsIn('waiting'), 1);
  const { clearedAt, printsFrom } = claim;
  const isFree = oldest && !needsConfirmation(oldest, now, printsFrom) && isDue(oldest, now, clearedAt);
  return { settled, ...(isFree && { next: await take(tx, oldest, claim, now) }) };
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

/** A person has looked at the answers of these. @param said - who, and the decision's id; absent: nobody is told. */
async function seen(
  tx: Writing,
  seqs: readonly number[],
  said?: { readonly operator: string; readonly id: string },
): Promise<void> {
  await noteSeen(tx, seqs);
  if (said) await keepSeen(tx, seqs, said.operator, said.id);
}

/** Applies what a person decided, and keeps it for the ledger. @param id - the decision's; absent: nobody is told. @throws IllegalStep where the call is not in a state for it; RangeError: no such call. */
async function decide(
  tx: Writing,
  seq: number,
  event: Extract<QueueEvent, { operator: string }>,
  now: number,
  id?: string,
): Promise<QueuedCall> {
  const row = await tx.objectStore('calls').get(seq);
  if (!row) throw new RangeError(`there is no call ${seq}`);
  const decided = await step(tx, row, event, now);
  if (id !== undefined) await keepDecision(tx, row, decided, event, id);
  return decided;
}

/**
 * Sends calls anew whose kept answers, as the site knows now, say that the service refused the key. One stays as it is where a
 * younger call of its lane has gone since, or is on its way: what was meant then may be done already, so a person decides.
 *
 * @returns how many stay.
 */
async function sendAgain(tx: Writing, seqs: readonly number[], operator: string, now: number): Promise<number> {
  const calls = tx.objectStore('calls');
  const rows = await calls.getAll(IDBKeyRange.lowerBound(Math.min(...seqs)));
  const isMeant = ({ seq, state, result }: StoredCall): boolean =>
    seqs.includes(seq) && state === 'answered' && result?.verdict === 'unclassified';
  const passed = new Map<string, number>();
  for (const row of rows) if (!isMeant(row) && hasPassed(row)) passed.set(row.lane, row.seq);
  const meant = rows.filter(isMeant);
  const free = meant.filter(({ lane, seq }) => seq > (passed.get(lane) ?? 0));
  for (const row of free) await step(tx, row, { kind: 'ruledKeyRefused', operator }, now);
  return meant.length - free.length;
}

/**
 * Reads the newest answers that no rule knew, and all that nobody has looked at, by the rules that the site has now. What it refused, as is
 * known then, a person is still to look at; one that says that the key was refused stays for `sendAgain`.
 *
 * @returns the calls whose answers are read now.
 */
async function readAgain(
  tx: Writing,
  judge: (operation: OperationName, text: string | null) => Verdict,
  now: number,
): Promise<readonly QueuedCall[]> {
  const calls = tx.objectStore('calls');
  const { unclear } = unseenIn(await tx.objectStore('totals').get('refusals'));
  const rows = new Map<number, StoredCall | undefined>();
  for (const seq of unclear) rows.set(seq, await calls.get(seq));
  let cursor = await calls.index('byState').openCursor(inState('answered'), 'prev');
  for (let left = READ_AGAIN; cursor && left > 0; left -= 1) {
    rows.set(cursor.value.seq, cursor.value);
    cursor = await cursor.continue();
  }
  const read: QueuedCall[] = [];
  for (const [seq, row] of rows) {
    if (row?.result?.verdict !== 'unclassified') continue;
    const verdict = judge(row.operation, row.result.text ?? null);
    if (verdict !== 'accepted' && verdict !== 'refused') continue;
    await noteSeen(tx, [seq], verdict === 'refused');
    read.push(await step(tx, row, { kind: 'readAgain', verdict }, now));
    if (!unclear.includes(seq)) await noteSeen(tx, [seq]); // somebody has looked at it
  }
  return read;
}

/** Tells whether the call was done, or may be yet. */
function hasPassed({ state, result }: StoredCall): boolean {
  return state !== 'cancelled' && result?.verdict !== 'refused' && result?.verdict !== 'key-refused';
}

/** Keeps what was read about a call beside it; the call itself stays as it is. */
async function noteRead(tx: Writing, seq: number, answer: ReadEvidence): Promise<void> {
  const calls = tx.objectStore('calls');
  const row = await calls.get(seq);
  if (!row) return;
  const [first, ...later] = row.readAnswers ?? [];
  const readAnswers = first ? [first, ...[...later, answer].slice(-KEPT_READS)] : [answer];
  await calls.put({ ...row, readAnswers });
}

/**
 * Changes where the label of a call stands. @param change - of the label as it is on the disk; `undefined` leaves it so.
 * @returns the call after it; `undefined`: nothing was changed.
 */
async function changeLabel(
  tx: Writing,
  seq: number,
  change: (label: LabelStands, call: QueuedCall) => LabelStands | undefined,
): Promise<QueuedCall | undefined> {
  const row = await tx.objectStore('calls').get(seq);
  const label = row?.label && change(row.label, row);
  return row && label && putLabel(tx, row, label);
}

async function putLabel(tx: Writing, row: StoredCall, label: LabelStands): Promise<StoredCall> {
  const after = { ...row, label };
  void quietly(tx.objectStore('calls').put(after));
  await noteLabelStands(tx, after);
  return after;
}

/** Counts a second scan of `code` that the guard held back with the last scan of it among those of the call. */
async function noteRepeat(tx: Writing, seq: number, code: string): Promise<void> {
  const calls = tx.objectStore('calls');
  const row = await calls.get(seq);
  const last = row?.scans.filter((scan) => isScanOf(scan, code)).at(-1);
  if (!row || !last) return;
  await calls.put({ ...row, scans: row.scans.map((scan) => (scan === last ? onceMore(scan) : scan)) });
}

/**
 * Marks every call that may still be sent, also by a person's word or a new rule, as one that another handheld may hold too: the
 * storage was copied. A call of an older Scanline says no told time: nobody knows since when it may have been tried.
 */
async function markCopied(tx: Writing): Promise<void> {
  const calls = tx.objectStore('calls');
  const states = ['waiting', 'asking', 'sending', 'unconfirmed', 'answered'] as const;
  const rows = (await Promise.all(states.map((state) => calls.index('byState').getAll(inState(state))))).flat();
  const mayGo = rows.filter(
    ({ state, result, undo }) => state !== 'answered' || result?.verdict === 'unclassified' || undo,
  );
  await Promise.all(mayGo.map((row) => calls.put({ ...row, copied: true, told: row.told ?? NEVER_TOLD })));
}
