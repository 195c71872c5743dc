import { statfsSync } from 'node:fs';
import { attempt } from '#contract/attempt.ts';

/** Bytes below which a disk has little room. */
const LITTLE_BYTES = 1_000_000_000;

/** Returns the free bytes on a folder's disk; `undefined`: some file systems do not say. */
export function freeBytesOf(folder: string): number | undefined {
  const disk = attempt(() => statfsSync(folder));
  return disk && disk.bavail * disk.bsize;
}

/** Says how much is free, in a few words. */
export function freeText(freeBytes: number): string {
  return `${(freeBytes / 1e9).toFixed(1)} GB free`;
}

/** Returns one sentence where little room is left on the gateway's disk; else `undefined`. */
export function littleRoomLine(freeBytes: number | undefined): string | undefined {
  if (freeBytes === undefined || freeBytes >= LITTLE_BYTES) return undefined;
  return `DATA_DIR: little room is left on its disk, ${freeText(freeBytes)}: when it is full no call can be taken.`;
}
