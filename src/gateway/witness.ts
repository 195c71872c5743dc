import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** How far a ledger had come when it was last seen. */
export interface Progress {
  readonly epoch: string;
  /** Counts starts and dispatched calls; only ever grows within an epoch. */
  readonly count: number;
}

/** The witness file, open for writing. */
export interface Witness {
  /** What it said when it was opened; `undefined` where it was not there or not readable. */
  readonly seen: Progress | undefined;
  /** Notes progress in place. @param durable - on disk before it returns; else safe from a killed process only. */
  note(progress: Progress, durable: boolean): void;
  close(): void;
}

/**
 * A small file beside the ledger that says how far the ledger had come. A ledger that is behind it is not the one that
 * was: lost, torn, or an old backup, even one taken since the last start. Restoring a backup therefore starts a new
 * epoch, as long as this file is not restored with it.
 */
export function openWitness(path: string): Witness {
  const seen = read(path);
  const file = openSync(path, seen ? 'r+' : 'w', 0o600);
  let open = true;
  return {
    seen,
    note({ epoch, count }, durable) {
      // One write of one length at one place, far below a disk block: it is there or it is not.
      writeSync(file, `${epoch} ${String(count).padStart(16, '0')}\n`, 0);
      if (durable) fsyncSync(file);
    },
    close() {
      if (!open) return;
      open = false;
      fsyncSync(file);
      closeSync(file);
    },
  };
}

function read(path: string): Progress | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined; // the first start, or the file was lost: both begin an epoch
  }
  const match = /^([0-9a-f-]{36}) ([0-9]{16})\n$/.exec(text);
  return match?.[1] === undefined ? undefined : { epoch: match[1], count: Number(match[2]) };
}
