import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { attempt } from '#contract/attempt.ts';

/** How far a ledger had come when it was last seen. */
export interface Progress {
  readonly epoch: string;
  /** Counts starts and dispatched calls; only ever grows within an epoch. */
  readonly count: number;
  /** The heartbeat of a ledger that several gateways share; else 0. */
  readonly beat: number;
}

export type LedgerCheckpoint = ReturnType<typeof openLedgerCheckpoint>;

/**
 * A small file beside the ledger that says how far the ledger had come. A ledger that is behind it has lost something: it
 * was torn, deleted, or replaced by a backup, even by one taken since the last start. So a restored backup begins a new
 * epoch, as long as this file is not restored with it.
 *
 * A snapshot of the disks brings this file back too. So the same line is written a second time, with the boot id of the
 * machine, in the folder for what lives as long as the machine runs: no snapshot of the disks brings that one back.
 */
export function openLedgerCheckpoint(path: string) {
  const beside = attempt(() => toProgress(fs.readFileSync(path, 'utf8'))); // none at the first start, or where it was lost
  const file = fs.openSync(path, beside ? 'r+' : 'w', 0o600);
  const second = openSecond(path);
  let seen = beside && furtherOf(beside, second?.seen);
  let ranOn = seen !== undefined && seen === second?.seen;
  let open = true;
  return {
    /** What it says; `undefined` where it was not there or not readable, until something is noted. */
    get seen(): Progress | undefined {
      return seen;
    },
    /** Whether the machine has run on since it was last written, and its disks were not put back. */
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

/** The one that came further. Where their epochs differ it is the second one, which is written first. */
function furtherOf(beside: Progress, second: Progress | undefined): Progress {
  if (!second) return beside;
  const isBehind = second.epoch === beside.epoch && (second.count < beside.count || second.beat < beside.beat);
  return isBehind ? beside : second;
}

/** `undefined` where there is no such folder, or none that is this user's alone. */
function openSecond(path: string) {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const folder = process.env['RUNTIME_DIRECTORY']?.split(':')[0] ?? join(tmpdir(), `scanline-${process.getuid?.()}`);
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
    const place = join(folder, `${hash('sha256', resolve(path), 'hex').slice(0, 32)}.witness`);
    const file = fs.openSync(place, fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_NOFOLLOW, 0o600);
    const { uid } = fs.fstatSync(file);
    if (uid !== process.getuid?.()) {
      fs.closeSync(file);
      return undefined;
    }
    const [of = '', ...rest] = fs.readFileSync(file, 'utf8').split(' ');
    let broken = false;
    return {
      seen: of === boot ? toProgress(rest.join(' ')) : undefined,
      note(progress: Progress): void {
        if (broken) return;
        try {
          fs.writeSync(file, `${boot} ${toLine(progress)}`, 0);
        } catch {
          broken = true;
          fs.ftruncateSync(file); // one that stays behind would prove that nothing was lost
        }
      },
      close: (): void => fs.closeSync(file),
    };
  } catch {
    return undefined;
  }
}

function toLine({ epoch, count, beat }: Progress): string {
  return `${epoch} ${String(count).padStart(16, '0')} ${String(beat).padStart(16, '0')}\n`;
}

/** Older ones have no heartbeat. */
function toProgress(text: string): Progress | undefined {
  const match = /^([0-9a-f-]{36}) ([0-9]{16})(?: ([0-9]{16}))?\n$/.exec(text);
  return match?.[1] === undefined
    ? undefined
    : { epoch: match[1], count: Number(match[2]), beat: Number(match[3] ?? 0) };
}
