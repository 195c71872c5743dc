import type { Keep } from '#device/vault.ts';

const NAME = 'heard';
const KEPT_AFTER_MS = 150;

export type SignalledSaves = ReturnType<typeof createSignalledSaves>;

/** Notes which saves the worker has been told of: a dead battery may come between the disk and the beep. */
export function createSignalledSaves(
  keep: Pick<Keep, 'read'> & { note(name: string, value: unknown): Promise<void> },
  later: (work: () => void, ms: number) => unknown,
) {
  let highest = 0;
  let isDue = false;
  function write(): void {
    if (!isDue) return;
    isDue = false;
    keep.note(NAME, highest).catch(() => undefined); // said once too often is all that comes of it
  }
  return {
    /** The last one that was told, or `undefined` where that was never kept. */
    last: async (): Promise<number | undefined> => (await keep.read(NAME)) as number | undefined,
    /** Told now. Kept a moment later, many at once. */
    note(seq: number): void {
      highest = Math.max(highest, seq);
      if (isDue) return;
      isDue = true;
      later(write, KEPT_AFTER_MS);
    },
    /** Keeps what was told at once: the page is going away. */
    flush: write,
  };
}
