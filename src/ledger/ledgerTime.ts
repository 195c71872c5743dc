import type { TriedAt } from '#wire/hello.ts';
import { RETENTION_MS, PRUNE_MARGIN_MS } from './ledger.ts';
import { rarely } from './within.ts';

/** A wall clock this far ahead of the monotonic one, in milliseconds, means that the machine slept, or was put back with its memory. */
export const JUMP_MS = 5_000;

/**
 * A call may be dispatched this much later than the told time that its retry will carry: a hello is good for 10 s, a
 * claim for 12 s, and a request may be on its way.
 */
const ON_ITS_WAY_MS = 30_000;

/** The most gaps that are kept: of more, the oldest two become one, with the time between them. */
const MOST_GAPS = 100;

export interface Clocks {
  /** Unix ms. It may be wrong, and may be set. */
  readonly now: () => number;
  /** Milliseconds since any moment that is the same for each process of one boot; never set. @defaultValue `sinceBoot` */
  readonly monotonic?: (() => number) | undefined;
}

/** Returns the milliseconds since the machine came up. They stand still while it sleeps, and go back with its memory. */
export function sinceBoot(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The ports of either kind of ledger. */
export interface LedgerPorts extends Clocks {
  /** The folder of the ledger, or of its checkpoint. */
  readonly dataDir: string;
  /** Told what somebody should know: a broken file, a lost connection, a new epoch, calls that were cut short. */
  readonly log: (line: string) => void;
}

export type LedgerClock = ReturnType<typeof createLedgerClock>;

/**
 * Creates the clock of a ledger, in Unix ms: the latest time that the ledger or the wall clock has shown, carried on by
 * the monotonic clock. It never runs backwards, so no call is received before the time that its handheld was told.
 *
 * @param floor - the highest time that the ledger has recorded.
 */
export function createLedgerClock({ now: wall, monotonic = sinceBoot }: Clocks, floor: number) {
  let last = Math.max(Number.isFinite(floor) ? floor : 0, wall());
  let at = monotonic();
  let jumped: number | undefined;
  let [sureFrom, sureAt] = [0, at];
  const now = (): number => {
    const expected = last + monotonic() - at;
    const read = wall();
    if (read > expected + JUMP_MS) jumped ??= Math.floor(expected);
    last = Math.max(expected, read);
    at = monotonic();
    return Math.floor(last);
  };
  const sure = (): number => Math.min(now(), Math.floor(sureFrom + monotonic() - sureAt));
  return {
    now,
    /** Returns sure time, to forget by: ledger time as far as something beside this machine's wall clock bears it out. */
    sure,
    /**
     * Raises sure time to what another witness shows: the ledger, which counted it while a gateway was at work, or another
     * machine's clock. From there it goes on by the monotonic clock. What goes beyond ledger time is not believed.
     */
    bearOut(time: number): void {
      if (!Number.isFinite(time)) return; // no witness; taken in, it would end all forgetting
      [sureFrom, sureAt] = [Math.max(sure(), Math.min(now(), time)), monotonic()];
    },
    /** Takes over the time of another gateway on the same ledger. */
    raise(to: number): void {
      if (!Number.isFinite(to)) return;
      last = Math.max(now(), to);
    },
    /** Returns the time before the wall clock last jumped ahead, until `forgetJump`. */
    jumpedFrom(): number | undefined {
      now();
      return jumped;
    },
    forgetJump: (): void => void (jumped = undefined),
  };
}

/** A time, after `from` and before `until`, of which the ledger may have lost dispatches. */
export type Gap = readonly [from: number, until: number];

/** Reads the gaps as they are kept. */
export function readGaps(text: string | undefined): readonly Gap[] {
  return JSON.parse(text ?? '[]') as Gap[];
}

/**
 * Draws a gap after a time at which the ledger was whole. One that meets the last one becomes one with it.
 *
 * @param line - the pruned line, Unix ms: it covers what ends before it. @returns the gaps to keep.
 */
export function drawGap(text: string | undefined, alive: number, until: number, line: number): string {
  const kept = readGaps(text).filter(([, end]) => end > line);
  const [from, last] = [alive - ON_ITS_WAY_MS, kept.at(-1)];
  const meets = last !== undefined && from <= last[1];
  const gap: Gap = meets ? [Math.min(last[0], from), Math.max(last[1], until)] : [from, until];
  const gaps = [...(meets ? kept.slice(0, -1) : kept), gap];
  const [first, second, ...rest] = gaps;
  return JSON.stringify(gaps.length > MOST_GAPS && first && second ? [[first[0], second[1]], ...rest] : gaps);
}

/** The bounds of a ledger's memory: its epoch, and the times of which it may have forgotten calls. */
export interface Memory {
  readonly epoch: string;
  readonly prunedBefore: number;
  /** This ledger has told nobody a later time. */
  readonly latest: number;
  readonly gaps: readonly Gap[];
}

/** Tells whether a key that is not in the ledger may have been dispatched, by what its retry says. */
export function mayBeForgotten(
  { epoch, at, last = at }: TriedAt,
  { prunedBefore, latest, gaps, epoch: own }: Memory,
): boolean {
  const isKnown = epoch === own && at >= prunedBefore && last <= latest; // a time that is no number proves nothing
  return !isKnown || !gaps.every(([from, until]) => at >= until || last <= from);
}

/** The times for which a told time is good, and that recording it may take, in milliseconds. */
const TOLD_MS = 250;
const TELL_LIMIT_MS = 1_000;

/** The records of a ledger's times. All are Unix ms. */
export interface TimeRecords {
  /** Records a time that is about to be told, and sure time. @returns it, or the later one that is recorded already. */
  record(time: number): Promise<number>;
  /** Draws a gap from a time until now, and forgets what was received before. @returns that now. */
  forgetSince(from: number): Promise<number>;
  /** Raises the time before which keys may be forgotten, and records sure time. */
  drawLine(line: number): Promise<void>;
  /** Forgets so many calls of before a time at most. @returns how many. */
  forgetBefore(time: number, most: number): Promise<number>;
}

/** The step of sure time, in milliseconds, at which the pruned line is drawn anew: each is a write to the disk. */
const LINE_STEP_MS = 10 * 60_000;

/**
 * Creates the part of a ledger that tells times, and forgets by them.
 *
 * @param last - the newest time that is recorded, Unix ms.
 * @param pruneAtOnce - how many rows are forgotten in one go.
 */
export function createToldTime(clock: LedgerClock, last: number, pruneAtOnce: number, records: TimeRecords) {
  let told = last;
  let drawn = Number.NEGATIVE_INFINITY;
  const recordNow = rarely(
    async () => {
      told = Math.max(told, await records.record(clock.now()));
    },
    TOLD_MS,
    TELL_LIMIT_MS,
  );
  /**
   * Draws a gap where the wall clock jumped ahead: the machine may have been put back with its memory, and the ledger with
   * it. Called before anything is looked up. @throws where it cannot be drawn.
   */
  const noteJump = async (): Promise<void> => {
    const from = clock.jumpedFrom();
    if (from === undefined) return;
    told = Math.max(told, await records.forgetSince(from));
    clock.forgetJump();
  };
  return {
    noteJump,
    async tell(): Promise<number> {
      await noteJump().catch(() => {});
      await recordNow().catch(() => {}); // where it cannot be recorded the last one is told again
      return told;
    },
    async prune(heard?: number): Promise<number> {
      if (heard !== undefined) clock.bearOut(heard);
      const line = clock.sure() - RETENTION_MS;
      if (line - drawn >= LINE_STEP_MS) {
        await records.drawLine(line);
        drawn = line;
      }
      return records.forgetBefore(drawn - PRUNE_MARGIN_MS, pruneAtOnce);
    },
  };
}
