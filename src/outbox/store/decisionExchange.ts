import {
  type CallStands,
  type DecisionsAsked,
  type DecisionsHeard,
  MOST_DECISIONS,
  callOfKey,
} from '#contract/decision.ts';
import { UNDO_MS } from '#outbox/state/backoff.ts';
import { type QueuedCall, idempotencyKey } from '#outbox/state/queuedCall.ts';
import { givesWay } from '#outbox/state/transition.ts';
import type { Connection, StoredCall } from './database.ts';
import { KEPT_DECISIONS, type KeptWord, keptDecisions } from './decisions.ts';
import { hearMistakes, mistakesToTell } from './mistakes.ts';
import { DECISION, type Writing, inState, quietly, step, write } from './rows.ts';

export type DecisionExchange = ReturnType<typeof createDecisionExchange>;

/** Creates what tells the ledger the decisions of a queue, and has its calls go by what was heard. A page loads it after its start. */
export function createDecisionExchange(connection: Connection) {
  return {
    toTell: (now: number) => toTell(connection, now),
    hear: (heard: DecisionsHeard, now: number) => write(connection, (tx) => hear(tx, heard, now), DECISION),
    hearMistakes: (heard: NonNullable<DecisionsHeard['mistakes']>) => hearMistakes(connection, heard),
  };
}

/** Returns the decisions that are to be told now, the oldest first, and the calls to ask about. @param now - Unix ms. */
function toTell(connection: Connection, now: number): Promise<DecisionsAsked> {
  return connection.run(async (database) => {
    const tx = database.transaction(['kept', 'calls']);
    const [kept, unconfirmed] = await Promise.all([
      tx.objectStore('kept').get(KEPT_DECISIONS),
      tx.objectStore('calls').index('byState').getAll(inState('unconfirmed'), MOST_DECISIONS),
    ]);
    const due = ((kept ?? []) as readonly KeptWord[]).filter(({ from }) => from <= now || from > now + UNDO_MS);
    const tell = due.slice(0, MOST_DECISIONS).map(({ seq: _seq, from: _from, ...word }) => word);
    const mistakes = await mistakesToTell(database);
    return { tell, ask: unconfirmed.map(idempotencyKey), ...(mistakes.length > 0 && { mistakes }) };
  });
}

/**
 * Takes in what the ledger said: decisions that it was told leave the list, and where another one holds, or the call was answered,
 * the call here goes by that.
 *
 * @returns the number of calls that changed.
 */
async function hear(tx: Writing, { told, asked }: DecisionsHeard, now: number): Promise<number> {
  const kept = await keptDecisions(tx);
  const ids = new Set(told.map(({ id }) => id));
  if (told.length > 0)
    void quietly(
      tx.objectStore('kept').put(
        kept.filter(({ id }) => !ids.has(id)),
        KEPT_DECISIONS,
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
  // that it was done adds nothing to what the site's rule has read, and would call it a person's word
  if (row.state === 'answered')
    return isThis && givesWay(row, now) && !(is === 'done' && row.result?.verdict === 'by-rule');
  // the next key has not left from here
  return row.state === 'waiting' && row.generation === generation + 1 && row.tries === 0;
}
