import type { Connection } from './database.ts';
import { callsOf } from './rows.ts';
import type { Attempt, QueuedCall } from '#outbox/state/queuedCall.ts';

/** One try with its call; absent where that is not there any more. */
export interface TryOfCall {
  readonly attempt: Attempt;
  readonly call: QueuedCall | undefined;
}

/** Reads the newest tries of all calls, the oldest of them first. @param most - how many at most */
export async function newestTries(connection: Connection, most: number): Promise<readonly TryOfCall[]> {
  return connection.run(async (database) => {
    const newest = await database.transaction('attempts').store.openKeyCursor(null, 'prev');
    if (!newest) return [];
    const oldest = most > 1 ? await newest.advance(most - 1) : newest;
    const attempts = await database.getAll('attempts', oldest ? IDBKeyRange.lowerBound(oldest.primaryKey) : null);
    const calls = await callsOf(database, [...new Set(attempts.map(({ seq }) => seq))]);
    const bySeq = new Map(calls.map((call) => [call.seq, call]));
    return attempts.map((attempt) => ({ attempt, call: bySeq.get(attempt.seq) }));
  });
}
