import type { BrowserStorageFacts } from './storageFacts.ts';

// By itself, as the first screen needs it, and nothing of how room is held back.

/** Less room than this is told before it is gone. */
const LITTLE_BYTES = 20 * 1024 * 1024;

/** Tells whether room must be made: a write has failed for want of it, or will soon. */
export function isShort({ usage, quota, isFull }: BrowserStorageFacts): boolean {
  if (isFull) return true;
  return usage !== undefined && quota !== undefined && quota - usage < LITTLE_BYTES;
}
