import { DECISION_TEXTS, type DecisionsHeard, type Mistake } from '#contract/decision.ts';
import { FEW_WORDS, isSettled, withMistake } from '#outbox/state/mistake.ts';
import { type QueuedCall, idempotencyKey } from '#outbox/state/queuedCall.ts';
import type { Connection, OutboxDatabase } from './database.ts';
import { type Writing, callsOf, quietly, write } from './rows.ts';

/** The name under which the numbers of the calls are kept whose mistakes are not settled, in the order in which they are told. */
const KEPT_MISTAKES = 'mistakes';
/** So many are told at once: with decisions beside them they are less than a gateway reads. */
const AT_ONCE = 50;

/** The stores that a word about a mistake writes. */
const WRITTEN = ['calls', 'kept'] as const;

/** A person's word that a call was a mistake. */
export interface MistakeWords {
  readonly id: string;
  readonly operator: string;
  /** A few words; empty: none. */
  readonly why: string;
}

/**
 * Keeps with a finished call that it was a mistake, until the ledger has heard it and somebody has settled it. Said twice it is the first
 * word. It is no step of the call: nothing that waits is sent later for it.
 *
 * @throws IllegalStep where the call is not finished; RangeError: no such call; DOMException `QuotaExceededError`: nothing was kept.
 */
export function sayMistake(connection: Connection, seq: number, words: MistakeWords, now: number): Promise<QueuedCall> {
  return write(connection, (tx) => keepMistake(tx, seq, words, now), WRITTEN);
}

async function keepMistake(
  tx: Writing,
  seq: number,
  { id, operator, why }: MistakeWords,
  now: number,
): Promise<QueuedCall> {
  const calls = tx.objectStore('calls');
  const [row, unsettled] = await Promise.all([calls.get(seq), unsettledIn(tx)]);
  if (!row) throw new RangeError(`there is no call ${seq}`);
  const few = why.trim().slice(0, FEW_WORDS);
  // one that the ledger refuses would hold up all that is told with it
  const by = operator === '' ? '?' : operator.slice(0, DECISION_TEXTS.by);
  const after = withMistake(row, { id, key: idempotencyKey(row), by, at: now, ...(few !== '' && { why: few }) });
  if (after === row) return row;
  void quietly(calls.put(after));
  void quietly(tx.objectStore('kept').put([...unsettled, seq], KEPT_MISTAKES));
  return after;
}

/** Returns the mistakes that are to be told now. */
export async function mistakesToTell(database: OutboxDatabase): Promise<readonly Mistake[]> {
  const unsettled = ((await database.get('kept', KEPT_MISTAKES)) ?? []) as readonly number[];
  const rows = await callsOf(database, unsettled.slice(0, AT_ONCE));
  return rows.flatMap(({ mistake }) => {
    if (!mistake) return [];
    const { id, key, by, why } = mistake;
    return [{ id, key, by, ...(why !== undefined && { why }) }];
  });
}

/**
 * Takes in how mistakes stand at the ledger. What is settled is told no more; of many the others come after those that wait.
 *
 * @returns the number of calls that changed.
 */
export function hearMistakes(connection: Connection, heard: NonNullable<DecisionsHeard['mistakes']>): Promise<number> {
  return write(connection, (tx) => hear(tx, heard), WRITTEN);
}

async function hear(tx: Writing, heard: NonNullable<DecisionsHeard['mistakes']>): Promise<number> {
  const calls = tx.objectStore('calls');
  const unsettled = await unsettledIn(tx);
  const rows = await Promise.all(unsettled.map((seq) => calls.get(seq)));
  const stay: { readonly seq: number; readonly isHeard: boolean }[] = [];
  let changed = 0;
  for (const row of rows) {
    if (!row?.mistake) continue;
    const { mistake } = row;
    const stands = heard.find(({ id }) => id === mistake.id)?.stands;
    const after = { ...mistake, ...(stands && { stands }) };
    if (!isSettled(after)) stay.push({ seq: row.seq, isHeard: stands !== undefined });
    if (JSON.stringify(after) === JSON.stringify(mistake)) continue;
    void quietly(calls.put({ ...row, mistake: after }));
    changed += 1;
  }
  const isMany = stay.length > AT_ONCE;
  const left = [...stay].sort((one, other) => (isMany ? Number(one.isHeard) - Number(other.isHeard) : 0));
  const seqs = left.map(({ seq }) => seq);
  if (seqs.join() !== unsettled.join()) void quietly(tx.objectStore('kept').put(seqs, KEPT_MISTAKES));
  return changed;
}

async function unsettledIn(tx: Pick<Writing, 'objectStore'>): Promise<readonly number[]> {
  return ((await tx.objectStore('kept').get(KEPT_MISTAKES)) ?? []) as readonly number[];
}
