import type { TriedAt } from '#wire/hello.ts';
import { RETENTION_MS, PRUNE_MARGIN_MS } from './ledger.ts';
import { rarely } from '#gateway/http/within.ts';
import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { attempt } from '#contract/attempt.ts';

/** A wall clock this far ahead of the monotonic one means that the machine slept, or was put back with its memory. */
const JUMP_MS = 5_000;

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
function sinceBoot(): number {
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
  let last = Math.max(floor, wall());
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
      [sureFrom, sureAt] = [Math.max(sure(), Math.min(now(), time)), monotonic()];
    },
    /** Takes over the time of another gateway on the same ledger. */
    raise(to: number): void {
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
  if (epoch !== own || at < prunedBefore || last > latest) return true;
  return gaps.some(([from, until]) => at < until && last > from);
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

/** The place that a ledger had come to when it was last seen. */
export interface Progress {
  readonly epoch: string;
  /** Counts starts and dispatched calls; only ever grows within an epoch. */
  readonly count: number;
  /** The heartbeat of a ledger that several gateways share; else 0. */
  readonly beat: number;
}

export type LedgerCheckpoint = ReturnType<typeof openLedgerCheckpoint>;

/**
 * Opens a small file beside the ledger that says how far the ledger had come. A ledger that is behind it has lost something: it
 * was torn, deleted, or replaced by a backup, even by one taken since the last start. So a restored backup begins a new
 * epoch, as long as this file is not restored with it.
 *
 * A snapshot brings this file back too. So the same line is written a second time, where nothing brings it back unseen:
 * `openNote`.
 */
export function openLedgerCheckpoint(path: string, clocks: Clocks) {
  const beside = attempt(() => toProgress(fs.readFileSync(path, 'utf8'))); // none at the first start, or where it was lost
  const file = fs.openSync(path, beside ? 'r+' : 'w', 0o600);
  const second = attempt(() => openNote(path, clocks));
  let seen = beside && furtherOf(beside, second?.seen);
  let ranOn = seen !== undefined && second?.isSealed === true && seen === second.seen;
  let open = true;
  return {
    /** Returns its progress; `undefined`: it was not there or not readable, and nothing was noted since. */
    get seen(): Progress | undefined {
      return seen;
    },
    /** Tells whether it is proved that nothing was put back since it was last written. */
    get ranOn(): boolean {
      return ranOn;
    },
    /** Notes progress in place. @param durable - on disk before it returns; else safe from a killed process only. */
    note(progress: Progress, durable: boolean): void {
      seen = progress;
      ranOn = true;
      // The second one first, so that it is never behind this one.
      second?.note(progress);
      // Always the same length at the same place, and far less than a disk block: all of it is written, or nothing.
      fs.writeSync(file, toLine(progress), 0);
      if (durable) fs.fsyncSync(file);
    },
    close(): void {
      if (!open) return;
      open = false;
      fs.fsyncSync(file);
      fs.closeSync(file);
      second?.close();
    },
  };
}

/** Returns the one that came further. Where their epochs differ it is the second one, which is written first. */
function furtherOf(beside: Progress, second: Progress | undefined): Progress {
  if (!second) return beside;
  const isBehind = second.epoch === beside.epoch && (second.count < beside.count || second.beat < beside.beat);
  return isBehind ? beside : second;
}

/** `TMPFS_MAGIC` of the kernel's linux/magic.h. */
const TMPFS = 0x01021994;

/**
 * Opens the second line, in memory, with its seal beside it. No snapshot of disks and no container that is set back brings
 * back what is in memory; whoever copies it back breaks the seal, which names the file and the moment in which the kernel
 * wrote it; and a machine put back with its memory has a clock that is behind, or has jumped since.
 *
 * @throws Error where there is no such place.
 */
function openNote(path: string, { now, monotonic = sinceBoot }: Clocks) {
  const name = join(memoryFolder(), hash('sha256', resolve(path), 'hex').slice(0, 32));
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = fs.constants;
  const [file, seal] = [`${name}.note`, `${name}.seal`].map((each) =>
    fs.openSync(each, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600),
  ) as [number, number];
  const bootedAt = Math.round(now() - monotonic());
  const written = (): string => {
    const { ino, ctimeNs } = fs.fstatSync(file, { bigint: true });
    return `${ino}-${ctimeNs}`.padEnd(48);
  };
  const [of = '', booted] = fs.readFileSync(seal, 'utf8').split(' ; ');
  let broken = false;
  return {
    seen: toProgress(fs.readFileSync(file, 'utf8')),
    isSealed: of === written() && bootedAt - Number(booted) <= JUMP_MS,
    note(progress: Progress): void {
      if (broken) return;
      try {
        fs.writeSync(file, toLine(progress), 0);
        fs.writeSync(seal, `${written()} ; ${String(bootedAt).padStart(16)}`, 0);
      } catch {
        broken = true;
        fs.ftruncateSync(file); // one that stays behind would prove that nothing was lost
      }
    },
    close(): void {
      fs.closeSync(file);
      fs.closeSync(seal);
    },
  };
}

/** Finds a folder of this user's own in memory, or makes it. @throws Error where there can be none. */
function memoryFolder(): string {
  const user = process.getuid?.();
  const given = process.env['RUNTIME_DIRECTORY']?.split(':')[0];
  const isOwn = (folder: string): boolean => {
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
    return fs.statSync(folder).uid === user && fs.statfsSync(folder).type === TMPFS;
  };
  const folders = [...(given === undefined ? [] : [given]), `/dev/shm/scanline-${user}`];
  const found = folders.find((folder) => attempt(() => isOwn(folder)) === true);
  if (found === undefined) throw new Error('no folder in memory');
  return found;
}

function toLine({ epoch, count, beat }: Progress): string {
  return `${epoch} ${String(count).padStart(16, '0')} ${String(beat).padStart(16, '0')}\n`;
}

/** Reads a line; an older one has no heartbeat. */
function toProgress(text: string): Progress | undefined {
  const match = /^([0-9a-f-]{36}) ([0-9]{16})(?: ([0-9]{16}))?\n$/.exec(text);
  return match?.[1] === undefined
    ? undefined
    : { epoch: match[1], count: Number(match[2]), beat: Number(match[3] ?? 0) };
}
