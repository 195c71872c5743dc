import { type CallDecision, DECISION_TEXTS, type DecisionWord } from '#contract/decision.ts';
import { type QueuedCall, idempotencyKey } from '#outbox/state/queuedCall.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import { type Writing, quietly } from './rows.ts';

/** A person's decision that the ledger has not been told. */
export interface KeptWord extends CallDecision {
  readonly seq: number;
  /** Unix ms from which it is told: before, the person may take it back. */
  readonly from: number;
}

/** The name under which they are kept. */
export const KEPT_DECISIONS = 'decisions';
/** So many are kept for a gateway that takes none: the calls themselves have the last word of each. */
const MOST_KEPT = 1_000;

const words: Readonly<Partial<Record<QueueEvent['kind'], DecisionWord>>> = {
  saidDone: 'done',
  ruledDone: 'done',
  saidNotDone: 'sent-again',
  discarded: 'discarded',
};

/** Keeps a decision for the ledger, in the transaction that makes it. One that is taken back before it was told is forgotten. */
export async function keepDecision(
  tx: Writing,
  before: QueuedCall,
  after: QueuedCall,
  event: Extract<QueueEvent, { operator: string }>,
  id: string,
): Promise<void> {
  const says = words[event.kind];
  if (event.kind === 'unsaid') await putKept(tx, (kept) => kept.filter(({ key }) => key !== idempotencyKey(before)));
  if (!says) return;
  const why = 'reason' in event && event.reason !== '' ? { why: event.reason.slice(0, DECISION_TEXTS.why) } : {};
  await keepWord(tx, before, { id, says, by: event.operator, ...why }, after.undo?.until);
}

/**
 * Keeps for the ledger that a person has looked at these answers: those that are refusals, or that no rule knows.
 *
 * @param from - Unix ms from which it is told. @defaultValue now
 */
export async function keepSeen(
  tx: Writing,
  seqs: readonly number[],
  operator: string,
  id: string,
  from = 0,
): Promise<void> {
  for (const seq of seqs) {
    const row = await tx.objectStore('calls').get(seq);
    if (row?.state !== 'answered' || row.result?.text === undefined) continue;
    await keepWord(tx, row, { id: `${id}-${seq}`, says: 'acknowledged', by: operator }, from);
  }
}

/** Forgets it, as it was taken back before it was told. @param id - the decision's */
export function forgetSeen(tx: Writing, id: string): Promise<void> {
  return putKept(tx, (kept) =>
    kept.filter((word) => !(word.says === 'acknowledged' && word.id === `${id}-${word.seq}`)),
  );
}

/** @param from - Unix ms from which it is told. @defaultValue now */
function keepWord(
  tx: Writing,
  call: QueuedCall,
  { by, ...said }: Omit<CallDecision, 'key' | 'version'>,
  from = 0,
): Promise<void> {
  const word = {
    ...said,
    by: by === '' ? '?' : by.slice(0, DECISION_TEXTS.by), // one that was refused would hold up all behind it
    seq: call.seq,
    key: idempotencyKey(call),
    version: call.version ?? 0,
    from,
  };
  return putKept(tx, (kept) => [...kept.filter(({ id }) => id !== word.id), word].slice(-MOST_KEPT));
}

async function putKept(tx: Writing, change: (kept: readonly KeptWord[]) => readonly KeptWord[]): Promise<void> {
  void quietly(tx.objectStore('kept').put(change(await keptDecisions(tx)), KEPT_DECISIONS));
}

/** Reads those that the ledger has not been told, the oldest first. */
export async function keptDecisions(tx: Pick<Writing, 'objectStore'>): Promise<readonly KeptWord[]> {
  return ((await tx.objectStore('kept').get(KEPT_DECISIONS)) ?? []) as readonly KeptWord[];
}
