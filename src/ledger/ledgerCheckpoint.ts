import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { attempt } from '#contract/attempt.ts';
import { type Clocks, JUMP_MS, sinceBoot } from './ledgerTime.ts';

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
