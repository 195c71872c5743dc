import type { PinHash } from '#site/site.ts';
import type { Keep } from '#device/vault.ts';

/** The supervisor's PIN as this handheld keeps it, and how often a wrong one was entered. */
export interface PinRecord {
  readonly pin?: PinHash;
  readonly wrong?: number;
  /** Ms that are left of the lock. */
  readonly lockedMs?: number;
}

export const PIN = 'supervisor';

/** Tells whether a PIN was set on this handheld. */
export async function hasOwnPin(keep: Keep): Promise<boolean> {
  return ((await keep.read(PIN)) as PinRecord | undefined)?.pin !== undefined;
}
