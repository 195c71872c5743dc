import { UNDO_MS, undoLeftMs } from '#outbox/state/backoff.ts';
import { keepSeen, forgetSeen } from './decisions.ts';
import type { Connection } from './database.ts';
import { DECISION, type Writing, noteRefusal, noteSeen, quietly, write } from './rows.ts';

/** A person's word that he has looked at several answers, as long as it can be taken back. */
export interface Look {
  readonly id: string;
  readonly seqs: readonly number[];
  /** Unix ms. */
  readonly until: number;
}

/** The name under which they are kept: also for whoever opens the app again meanwhile. */
const KEPT_LOOKS = 'looks';

export type Looks = ReturnType<typeof createLooks>;

/** Creates what takes in that a person says to have looked at answers: for a while that can be taken back, and the ledger is told after it. */
export function createLooks(connection: Connection) {
  return {
    look: (seqs: readonly number[], said: { readonly operator: string; readonly id: string }, now: number) =>
      write(connection, (tx) => look(tx, seqs, said, now), DECISION),
    unlook: (id: string, now: number) => write(connection, (tx) => unlook(tx, id, now), DECISION),
    /** Those that can be taken back now, the oldest first. @param now - Unix ms. */
    looks: (now: number): Promise<readonly Look[]> =>
      connection.run(async (database) => looksIn(await database.get('kept', KEPT_LOOKS), now)),
  };
}

async function look(
  tx: Writing,
  seqs: readonly number[],
  said: { readonly operator: string; readonly id: string },
  now: number,
): Promise<void> {
  const until = now + UNDO_MS;
  await noteSeen(tx, seqs);
  await keepSeen(tx, seqs, said.operator, said.id, until);
  const before = looksIn(await tx.objectStore('kept').get(KEPT_LOOKS), now);
  void quietly(tx.objectStore('kept').put([...before, { id: said.id, seqs, until }], KEPT_LOOKS));
}

/** Takes such a word back: those of its calls that stand as they stood are to be looked at again. */
async function unlook(tx: Writing, id: string, now: number): Promise<void> {
  const before = looksIn(await tx.objectStore('kept').get(KEPT_LOOKS), now);
  const taken = before.find((one) => one.id === id);
  if (!taken) return;
  for (const seq of taken.seqs) {
    const row = await tx.objectStore('calls').get(seq);
    if (row) await noteRefusal(tx, row);
  }
  await forgetSeen(tx, id);
  void quietly(
    tx.objectStore('kept').put(
      before.filter((one) => one !== taken),
      KEPT_LOOKS,
    ),
  );
}

function looksIn(kept: unknown, now: number): readonly Look[] {
  return ((kept ?? []) as readonly Look[]).filter((one) => undoLeftMs({ undo: one }, now) > 0);
}
