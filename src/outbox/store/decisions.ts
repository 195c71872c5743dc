import {
  type CallDecision,
  type CallStands,
  type DecisionWord,
  type DecisionsAsked,
  type DecisionsHeard,
  MOST_DECISIONS,
  callOfKey,
} from '#contract/decision.ts';
import { UNDO_MS } from '#outbox/state/backoff.ts';
import { type QueuedCall, idempotencyKey } from '#outbox/state/queuedCall.ts';
import { givesWay } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import type { Connection, StoredCall } from './database.ts';
import { type Writing, inState, quietly, step } from './rows.ts';

/** A person's decision that the ledger has not been told. */
interface KeptWord extends CallDecision {
  readonly seq: number;
  /** Unix ms from which it is told: before, the person may take it back. */
  readonly from: number;
}

/** The name under which they are kept. */
const KEPT = 'decisions';
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
  if (event.kind === 'unsaid') await putKept(tx, (kept) => kept.filter(({ seq }) => seq !== before.seq));
  if (!says) return;
  const why = 'reason' in event && event.reason !== '' ? { why: event.reason.slice(0, 500) } : {};
  await keepWord(tx, before, { id, says, by: event.operator, ...why }, after.undo?.until);
}

/** Keeps for the ledger that a person has looked at these answers: those that are refusals, or that no rule knows. */
export async function keepSeen(tx: Writing, seqs: readonly number[], operator: string, id: string): Promise<void> {
  for (const seq of seqs) {
    const row = await tx.objectStore('calls').get(seq);
    if (row?.state !== 'answered' || row.result?.text === undefined) continue;
    await keepWord(tx, row, { id: `${id}-${seq}`, says: 'acknowledged', by: operator });
  }
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
    by: by === '' ? '?' : by,
    seq: call.seq,
    key: idempotencyKey(call),
    version: call.version ?? 0,
    from,
  };
  return putKept(tx, (kept) => [...kept.filter(({ id }) => id !== word.id), word].slice(-MOST_KEPT));
}

async function putKept(tx: Writing, change: (kept: readonly KeptWord[]) => readonly KeptWord[]): Promise<void> {
  void quietly(tx.objectStore('kept').put(change(await read(tx)), KEPT));
}

async function read(tx: Writing): Promise<readonly KeptWord[]> {
  return ((await tx.objectStore('kept').get(KEPT)) ?? []) as readonly KeptWord[];
}

/** Returns the decisions that are to be told now, the oldest first, and the calls to ask about. @param now - Unix ms. */
export function toTell(connection: Connection, now: number): Promise<DecisionsAsked> {
  return connection.run(async (database) => {
    const tx = database.transaction(['kept', 'calls']);
    const [kept, unconfirmed] = await Promise.all([
      tx.objectStore('kept').get(KEPT),
      tx.objectStore('calls').index('byState').getAll(inState('unconfirmed'), MOST_DECISIONS),
    ]);
    const due = ((kept ?? []) as readonly KeptWord[]).filter(({ from }) => from <= now || from > now + UNDO_MS);
    const tell = due.slice(0, MOST_DECISIONS).map(({ seq: _seq, from: _from, ...word }) => word);
    return { tell, ask: unconfirmed.map(idempotencyKey) };
  });
}

/**
 * Takes in what the ledger said: decisions that it was told leave the list, and where another one holds, or the call was answered,
 * the call here goes by that.
 *
 * @returns the number of calls that changed.
 */
export async function hear(tx: Writing, { told, asked }: DecisionsHeard, now: number): Promise<number> {
  const kept = await read(tx);
  const ids = new Set(told.map(({ id }) => id));
  if (told.length > 0)
    void quietly(
      tx.objectStore('kept').put(
        kept.filter(({ id }) => !ids.has(id)),
        KEPT,
      ),
    );
  const overruled = told.flatMap(({ id, holds, stands }) => {
    const word = kept.find((one) => one.id === id);
    return holds || !word ? [] : [{ key: word.key, stands }];
  });
  let changed = 0;
  for (const { key, stands } of [...overruled, ...asked]) if (await goBy(tx, key, stands, now)) changed += 1;
  return changed;
}

/** Has a call go by its state at the ledger, where that is about what the call is here. */
async function goBy(tx: Writing, key: string, stands: CallStands, now: number): Promise<boolean> {
  const { callId, generation } = callOfKey(key);
  const row: StoredCall | undefined = await tx.objectStore('calls').index('byCallId').get(callId);
  if (!row || !mayHear(row, generation, stands, now)) return false;
  await step(tx, row, { kind: 'heard', stands, generation }, now);
  return true;
}

/** Tells whether the ledger's word about that generation changes the call: nothing does that has gone on since. */
function mayHear(row: QueuedCall, generation: number, { is, version }: CallStands, now: number): boolean {
  const isThis = row.generation === generation;
  if (row.state === 'unconfirmed') {
    if (is === 'open' || is === 'not-done') return isThis && version !== (row.version ?? 0);
    return isThis && is !== 'running';
  }
  if (row.state === 'answered') return isThis && givesWay(row, now);
  // the next key has not left from here
  return row.state === 'waiting' && row.generation === generation + 1 && row.tries === 0;
}
