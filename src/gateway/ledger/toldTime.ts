import { rarely } from '#gateway/http/rarely.ts';
import { PRUNE_MARGIN_MS, RETENTION_MS } from './ledger.ts';
import type { LedgerClock } from './ledgerTime.ts';

/** A told time is good for so long, in milliseconds; recording it may take so long. */
const TOLD_MS = 250;
const TELL_LIMIT_MS = 1_000;

/** Where the times of a ledger are recorded. All are Unix ms. */
export interface TimeRecords {
  /** Records a time that is about to be told. @returns it, or the later one that is recorded already. */
  record(time: number): Promise<number>;
  /** Draws a gap from a time until now, and forgets what was received before. @returns that now. */
  forgetSince(from: number): Promise<number>;
  /** Raises the time before which keys may be forgotten. */
  drawLine(line: number): Promise<void>;
  /** Forgets so many calls of before a time at most. @returns how many. */
  forgetBefore(time: number, most: number): Promise<number>;
}

/**
 * What a ledger tells of time, and forgets by it.
 *
 * @param last - the newest time that is recorded, Unix ms.
 * @param pruneAtOnce - how many rows are forgotten in one go; whatever else waits comes before the next.
 */
export function createToldTime(clock: LedgerClock, last: number, pruneAtOnce: number, records: TimeRecords) {
  let told = last;
  const recordNow = rarely(
    async () => {
      told = Math.max(told, await records.record(clock.now()));
    },
    TOLD_MS,
    TELL_LIMIT_MS,
  );
  /**
   * Where the wall clock jumped ahead, the machine may have been put back with its memory, and the ledger with it: a gap
   * is drawn. Called before anything is looked up. @throws where it cannot be drawn
   */
  const noteJump = async (): Promise<void> => {
    const from = clock.jumpedFrom();
    if (from === undefined) return;
    told = Math.max(told, await records.forgetSince(from));
    clock.forgetJump();
  };
  return {
    noteJump,
    /** Source: `Ledger.tell`. */
    async tell(): Promise<number> {
      await noteJump().catch(() => {});
      await recordNow().catch(() => {}); // where it cannot be recorded the last one is told again
      return told;
    },
    /** Source: `Ledger.prune`. */
    async prune(): Promise<number> {
      const line = clock.pruning() - RETENTION_MS;
      await records.drawLine(line);
      let pruned = 0;
      for (let count = pruneAtOnce; count === pruneAtOnce; pruned += count) {
        count = await records.forgetBefore(line - PRUNE_MARGIN_MS, pruneAtOnce);
      }
      return pruned;
    },
  };
}
