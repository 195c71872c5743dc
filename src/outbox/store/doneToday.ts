import type { Attempt, QueuedCall } from '#outbox/state/queuedCall.ts';
import type { Connection } from './database.ts';
import { callsOf } from './rows.ts';

/** A call that is done, by what its day is summed up by. */
export type DoneCall = Pick<QueuedCall, 'operation' | 'parameters' | 'enqueuedAt'>;

/** The calls of a day that are done, as far as was looked. */
export interface DoneSoFar {
  /** By their numbers. */
  readonly calls: ReadonlyMap<number, DoneCall>;
  /** The number of the first try that is to be looked at next time: it, or one after it, may still end. */
  readonly next: number;
}

/** A worker's day on this handheld, from its midnight to the next: Unix ms. */
export interface WorkDay {
  readonly operator: string;
  readonly from: number;
  readonly to: number;
}

/** Tries read at a time, so that no scan waits for it. */
const SLICE = 200;
/** Milliseconds that a try may have been under way: a page that sleeps in the middle of one ends it when it wakes. */
const LONGEST_TRY_MS = 24 * 3_600_000;

/**
 * Finds the calls that this worker made, whenever that was, and that the service accepted on this day: what was refused, was not
 * understood, or is done by a person's or a look-up's word counts as no such one.
 *
 * It goes through the tries, the newest first, as far back as one of them may have ended on that day.
 *
 * @param before - found earlier for the same worker and day: then only tries since are looked at.
 */
export async function doneOn(
  connection: Connection,
  { operator, from, to }: WorkDay,
  before?: DoneSoFar,
): Promise<DoneSoFar> {
  const calls = new Map(before?.calls);
  const first = before?.next ?? 1;
  const newest = await connection.run(async (database) => {
    const cursor = await database.transaction('attempts').store.openKeyCursor(null, 'prev');
    return cursor?.key ?? 0;
  });
  let next = newest + 1;
  for (let last = newest; last >= first; last -= SLICE) {
    const range = IDBKeyRange.bound(Math.max(first, last - SLICE + 1), last);
    const isPast = await connection.run(async (database) => {
      const tries: readonly Attempt[] = await database.getAll('attempts', range);
      const ended = tries.filter(({ endedAt = 0 }) => endedAt >= from).map(({ seq }) => seq);
      for (const call of await callsOf(database, ended)) {
        const isOf = call.operator === operator && call.changedAt >= from && call.changedAt < to;
        if (!isOf || call.result?.verdict !== 'accepted') continue;
        const { seq, operation, parameters, enqueuedAt } = call;
        calls.set(seq, { operation, parameters, enqueuedAt });
      }
      next = tries.find(({ endedAt }) => endedAt === undefined)?.id ?? next;
      return tries.length > 0 && tries.every(({ startedAt }) => startedAt < from - LONGEST_TRY_MS);
    });
    if (isPast) break;
  }
  return { calls, next };
}
