import { type Connection, type Refusals, type Totals, noTotals } from './database.ts';
import { type Attempt, type QueuedCall, type State, isOpen } from '#outbox/state/queuedCall.ts';
import { inState, ofCalls, unseenIn } from './rows.ts';

/** What can be read of the outbox; nothing here writes. */
export function createReads(connection: Connection) {
  return {
    totals(): Promise<Totals> {
      return connection.run(async (database) => ({ ...noTotals, ...(await database.get('totals', 'calls')) }));
    },

    /** Keys of the calls whose answers nobody has looked at since: refused, and known to no rule. The oldest first. */
    unseen(): Promise<Required<Refusals>> {
      return connection.run(async (database) => unseenIn(await database.get('totals', 'refusals')));
    },

    /** The calls after `seq`, the oldest first. */
    since(seq: number, limit: number): Promise<readonly QueuedCall[]> {
      return connection.run((database) => database.getAll('calls', IDBKeyRange.lowerBound(seq, true), limit));
    },

    /** The number of the newest call; 0 where there is none. */
    newest(): Promise<number> {
      return connection.run(async (database) => {
        const cursor = await database.transaction('calls').store.openKeyCursor(null, 'prev');
        return cursor?.key ?? 0;
      });
    },

    get(seq: number): Promise<QueuedCall | undefined> {
      return connection.run((database) => database.get('calls', seq));
    },

    /** The calls of these keys that there are, in the order of the keys, read at one moment. */
    getMany(seqs: readonly number[]): Promise<readonly QueuedCall[]> {
      return connection.run(async (database) => {
        const calls = database.transaction('calls').store;
        const rows = await Promise.all(seqs.map((seq) => calls.get(seq)));
        return rows.filter((row) => row !== undefined);
      });
    },

    /** Calls in one state: the newest first where that is said or they are ended, else the oldest first. */
    list(state: State, limit: number, from?: 'newest'): Promise<readonly QueuedCall[]> {
      return connection.run(async (database) => {
        const index = database.transaction('calls').store.index('byState');
        const rows: QueuedCall[] = [];
        const direction = isOpen(state) && from === undefined ? 'next' : 'prev';
        for (let cursor = await index.openCursor(inState(state), direction); cursor && rows.length < limit;) {
          rows.push(cursor.value);
          cursor = await cursor.continue();
        }
        return rows;
      });
    },

    /** Every try of a call, the oldest first. */
    attemptsOf(seq: number): Promise<readonly Attempt[]> {
      return connection.run((database) => database.getAllFromIndex('attempts', 'bySeq', ofCalls(seq)));
    },
  };
}
